package signedexport

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"nemeton/server/store"
)

// Signer holds the keys of a store. Its methods are safe for concurrent use.
type Signer struct {
	store   store.SigningKeys
	now     func() time.Time
	entropy io.Reader
}

// New returns the Signer of a store.
func New(s store.SigningKeys, now func() time.Time, entropy io.Reader) *Signer {
	return &Signer{store: s, now: now, entropy: entropy}
}

// Key returns the newest key. If there is none, it makes the first one; of several nodes that do this at once, all return the same key. Errors: those of
// the store, and store.ErrSealed if the private key is encrypted with a key that this process does not have.
func (s *Signer) Key(ctx context.Context) (Key, error) {
	list, err := s.stored(ctx)
	if err != nil {
		return Key{}, err
	}
	newest := list[len(list)-1]
	if newest.Sealed {
		return Key{}, fmt.Errorf("the server's signing key: %w", store.ErrSealed)
	}
	return newKey(newest)
}

// Keys returns all keys, the newest first. Like Key, it makes the first one. Sealed keys are listed, too.
func (s *Signer) Keys(ctx context.Context) ([]Key, error) {
	list, err := s.stored(ctx)
	if err != nil {
		return nil, err
	}
	return publish(list)
}

func (s *Signer) stored(ctx context.Context) ([]store.SigningKey, error) {
	list, err := s.store.SigningKeys(ctx)
	if err != nil || len(list) > 0 {
		return list, err
	}
	name, err := s.newName()
	if err != nil {
		return nil, err
	}
	if err := s.add(ctx, 1, name); err != nil && !errors.Is(err, store.ErrConflict) { // a conflict: another node was first
		return nil, err
	}
	if list, err = s.store.SigningKeys(ctx); err == nil && len(list) == 0 {
		err = fmt.Errorf("%w: there is no signing key", store.ErrUnavailable)
	}
	return list, err
}

// Rotate adds a key with the same name, which signs from now on, and returns it. If there is no key, it makes the first one. It returns store.ErrConflict if
// another rotation happened at the same time.
func (s *Signer) Rotate(ctx context.Context) (Key, error) {
	list, err := s.store.SigningKeys(ctx)
	if err != nil {
		return Key{}, err
	}
	if len(list) == 0 {
		return s.Key(ctx)
	}
	newest := list[len(list)-1]
	if err := s.add(ctx, newest.N+1, newest.Name); err != nil {
		return Key{}, err
	}
	return s.Key(ctx)
}

// newName returns a name for a server: "nemeton/" and 64 random bits, in hex. Host names change, and a server may have none.
func (s *Signer) newName() (string, error) {
	random := make([]byte, 8)
	if _, err := io.ReadFull(s.entropy, random); err != nil {
		return "", err
	}
	return "nemeton/" + hex.EncodeToString(random), nil
}

func (s *Signer) add(ctx context.Context, number int, name string) error {
	k := store.SigningKey{N: number, Name: name, CreatedAt: s.now()}
	if _, err := io.ReadFull(s.entropy, k.Seed[:]); err != nil {
		return err
	}
	k.Public = [32]byte(ed25519.NewKeyFromSeed(k.Seed[:]).Public().(ed25519.PublicKey))
	return s.store.AddSigningKey(ctx, k)
}

// Published returns the stored keys, the newest first, and makes none.
func Published(ctx context.Context, s store.SigningKeys) ([]Key, error) {
	list, err := s.SigningKeys(ctx)
	if err != nil {
		return nil, err
	}
	return publish(list)
}

func publish(list []store.SigningKey) ([]Key, error) {
	keys := make([]Key, len(list))
	for i, k := range list {
		var err error
		if keys[i], err = newKey(k); err != nil {
			return nil, err
		}
		if i > 0 {
			keys[i-1].Until = k.CreatedAt
		}
	}
	slices.Reverse(keys)
	return keys, nil
}

// Text returns the list of keys as people and programs read it: one verifier key a line, each below a comment line with the time in which it signed.
func Text(keys []Key) string {
	var text strings.Builder
	for _, k := range keys {
		since := k.Since.Format(time.RFC3339)
		if k.Until.IsZero() {
			fmt.Fprintf(&text, "# signs since %s\n", since)
		} else {
			fmt.Fprintf(&text, "# signed from %s to %s\n", since, k.Until.Format(time.RFC3339))
		}
		text.WriteString(k.Verifier + "\n")
	}
	return text.String()
}
