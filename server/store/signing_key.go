package store

import (
	"context"
	"time"
)

// SigningKey is an Ed25519 key with which the server signs exports.
type SigningKey struct {
	N         int      // position among the keys, from 1; the newest one signs
	Name      string   // of the server, the same for all its keys
	Public    [32]byte // public key
	Seed      [32]byte // private key
	Sealed    bool     // the seed is missing, because it is encrypted with a key that this process does not have
	CreatedAt time.Time
}

// SigningKeys stores the keys of the server. Keys never change and are never deleted. All nodes of a store share them.
type SigningKeys interface {
	// AddSigningKey stores a key. It returns ErrConflict, and stores nothing, unless k.N is one more than that of the newest key. So of concurrent calls, at
	// any number of nodes, one succeeds.
	AddSigningKey(ctx context.Context, k SigningKey) error
	// SigningKeys returns all keys, the oldest first.
	SigningKeys(ctx context.Context) ([]SigningKey, error)
}
