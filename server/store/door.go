package store

import (
	"context"
	"time"
)

// DoorCode is a code of the server that lets new people in.
type DoorCode struct {
	ID        string
	Code      [32]byte // hash
	MadeBy    PlayerID // member who made it; empty: an operator did
	Operator  string   // name of the operator who made it; empty: a member did
	Note      string
	Uses      int // number of people that it still lets in
	CreatedAt time.Time
	ExpiresAt time.Time
}

// MaxDoorCodes is the number of codes of one member that can still be used.
const MaxDoorCodes = 10

// Doors stores the codes of the server.
type Doors interface {
	// AddDoorCode adds a code, and deletes expired ones. A member with MaxDoorCodes is ErrTooMany, an unknown or erased one ErrNotFound.
	AddDoorCode(ctx context.Context, c DoorCode) error
	// DoorCodes lists the codes that can still be used, of one member or, with an empty player, of all, the newest first.
	DoorCodes(ctx context.Context, madeBy PlayerID, now time.Time) ([]DoorCode, error)
	// AdmitPlayer is CreatePlayer, and counts one use of a code, in one transaction. An unknown, used up or expired code is ErrNotFound.
	AdmitPlayer(ctx context.Context, hash [32]byte, p Player, first Session) error
	// RevokeDoorCode deletes a code of one member or, with an empty player, any. Another one is ErrNotFound.
	RevokeDoorCode(ctx context.Context, madeBy PlayerID, id string) error
}
