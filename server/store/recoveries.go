package store

import (
	"context"
	"time"

	"nemeton/engine"
)

// RecoveryState is the phase of a recovery.
type RecoveryState string

// The states of a recovery.
const (
	RecoveryOpen     RecoveryState = "open"     // it waits for confirmations, or for DueAt
	RecoveryMoved    RecoveryState = "moved"    // the claimant has the seat
	RecoveryEnded    RecoveryState = "ended"    // withdrawn, or the holder objected or came back
	RecoveryReversed RecoveryState = "reversed" // the holder took the seat back
)

// RecoveryLife is the time in which people at the table can confirm a recovery. Afterwards it does not count as open any more.
const RecoveryLife = 7 * 24 * time.Hour

// RecoveryRest is the time for which a recovery counts against further ones, even if it has ended.
const RecoveryRest = 24 * time.Hour

// Recovery is the claim of a person without a seat that the seat of another player is theirs.
type Recovery struct {
	Table     TableID
	ID        string
	Seat      engine.Seat
	Holder    PlayerID // of the seat, at the time of the claim
	Claimant  PlayerID
	State     RecoveryState
	Confirmed []PlayerID // people at the table who confirmed it
	CreatedAt time.Time
	DueAt     time.Time // time at which the seat may move; zero while confirmations are missing
	ChangedAt time.Time // of State
}

// Recoveries stores recoveries of seats. Each change raises Rev and UpdatedAt of the table, because the table shows its recoveries.
type Recoveries interface {
	// AddRecovery locks the table, lets check judge its recoveries that are open or younger than RecoveryRest, and stores r. If a recovery with its id is stored
	// already, AddRecovery returns that one.
	AddRecovery(ctx context.Context, r Recovery, check func(recent []Recovery) error) (stored Recovery, err error)
	// ChangeRecovery locks a recovery and its table, lets change edit State, Confirmed, DueAt and ChangedAt, and stores it. It returns the error of change unchanged.
	ChangeRecovery(ctx context.Context, table TableID, id string, change func(*Recovery) error) (Recovery, error)
	// OpenRecoveries returns the open recoveries of tables that were created after a time, the oldest first.
	OpenRecoveries(ctx context.Context, tables []TableID, after time.Time) ([]Recovery, error)
	// RecoveriesFor returns the recoveries that concern a player as holder or claimant and whose state changed after a time, the newest first.
	RecoveriesFor(ctx context.Context, player PlayerID, since time.Time) ([]Recovery, error)
	// DueRecoveries returns open recoveries whose seat may move.
	DueRecoveries(ctx context.Context, now time.Time, limit int) ([]Recovery, error)
}
