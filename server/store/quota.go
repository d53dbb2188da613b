package store

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Quota limits the tables of one player. A limit of 0 is no limit.
type Quota struct {
	Player     PlayerID
	Unfinished int       // open and running tables with the player at a seat, the next one included
	Created    int       // tables that the player created after Since, the next one included
	Bytes      int64     // size of the logs of those tables, in bytes; another table is refused once it is reached
	Since      time.Time // start of the period of Created and Bytes
	Asked      int       // open tables that wait for a person to confirm; a new table has no seat for a person with that many
}

// QuotaKind names a limit of a Quota.
type QuotaKind string

// The limits of a Quota.
const (
	QuotaUnfinished QuotaKind = "unfinished"
	QuotaCreated    QuotaKind = "created"
	QuotaBytes      QuotaKind = "bytes"
)

// ErrQuota is the error that every QuotaError wraps.
var ErrQuota = errors.New("the player has reached a limit of tables")

// ErrErased is the error of a change that would seat a player who was erased meanwhile. Nothing was stored.
var ErrErased = errors.New("the player was erased")

// QuotaError is a refusal by a Quota. Nothing was stored.
type QuotaError struct {
	Kind   QuotaKind
	Oldest time.Time // creation of the oldest counted table, for QuotaCreated and QuotaBytes
}

func (e *QuotaError) Error() string { return fmt.Sprintf("%v: %s", ErrQuota, e.Kind) }

func (e *QuotaError) Unwrap() error { return ErrQuota }

// QuotaUsage is what a player has of a Quota.
type QuotaUsage struct {
	Unfinished int
	Created    int
	Bytes      int64
	Oldest     time.Time // creation of the oldest table in Created; any time if there is none
}

// Create returns a QuotaError if the player may not create another table.
func (q Quota) Create(u QuotaUsage) error {
	if err := q.Sit(u.Unfinished); err != nil {
		return err
	}
	switch {
	case q.Created > 0 && u.Created >= q.Created:
		return &QuotaError{Kind: QuotaCreated, Oldest: u.Oldest}
	case q.Bytes > 0 && u.Bytes >= q.Bytes:
		return &QuotaError{Kind: QuotaBytes, Oldest: u.Oldest}
	}
	return nil
}

// Sit returns a QuotaError if the player, who has that many unfinished tables, may not sit down at another one.
func (q Quota) Sit(unfinished int) error {
	if q.Unfinished > 0 && unfinished >= q.Unfinished {
		return &QuotaError{Kind: QuotaUnfinished}
	}
	return nil
}

// Seats reports whether a change gives the player a seat at a table at which the player had none.
func (q Quota) Seats(before, after []Seat) bool {
	return !hasSeat(before, q.Player) && hasSeat(after, q.Player)
}

func hasSeat(seats []Seat, player PlayerID) bool {
	for _, s := range seats {
		if player != "" && s.Player == player {
			return true
		}
	}
	return false
}

// Quotas changes tables within the limits of a player. Check and change are one transaction, which excludes the same player's other calls. So of
// concurrent calls, at any number of nodes, only as many succeed as the limits allow.
type Quotas interface {
	// CreateTableWithin is CreateTable for a table that q.Player creates. It returns a QuotaError if the player has reached a limit, and ErrErased if the player
	// was erased. It frees the seats of people who are asked to confirm, and for whom q.Asked tables wait already. Tables that CreateTable stores have no creator, and count for nobody's Created and Bytes.
	CreateTableWithin(ctx context.Context, t Table, after TableID, q Quota) error
	// UpdateTableWithin is UpdateTable. It returns a QuotaError if change gives q.Player the first seat at this table and the player has reached
	// q.Unfinished, and ErrErased if the player was erased. An error of change takes precedence.
	UpdateTableWithin(ctx context.Context, id TableID, q Quota, change func(*Table) error) (Table, error)
}
