package store

import (
	"context"
	"time"

	"nemeton/engine"
)

const (
	// TouchInterval is the time between two touches of a node.
	TouchInterval = 3 * time.Second
	// OutageGap is the time without a touch of any node from which on it counts as an outage.
	OutageGap = 10 * time.Second
	// NodeLife is the time after its last touch for which a node counts as running.
	NodeLife = 15 * time.Second
	// maxOutageAge is the time for which touches report an outage.
	maxOutageAge = 90 * 24 * time.Hour
)

// Touched is the result of a touch.
type Touched struct {
	// Now is the time of the touch by the store's clock. It is zero if the store has no clock of its own: then its only process has the store's clock.
	Now time.Time
	// Outages are those of the last 90 days, the oldest first.
	Outages []engine.Outage
	// Reads is what all running nodes can read, the caller's included.
	Reads engine.Reads
}

// Node is a running program that uses the store.
type Node struct {
	ID    string // differs from that of every other process
	Reads engine.Reads
}

// TimeControl finds the tables that have to act, and the times in which no node could write.
type TimeControl interface {
	// DueTables returns up to limit running tables whose DueAt is set and not after until, the earliest first. until is in milliseconds since 1970 UTC.
	DueTables(ctx context.Context, until int64, limit int) ([]TableID, error)
	// Touch notes, in the one row that all nodes share, that a node could write now. It blocks until this is durable. If the touch before it is more than OutageGap older, the time
	// between them is stored as an outage in the same transaction. now is the caller's time, which a store without a clock of its own uses. node counts as
	// running for NodeLife from then on.
	Touch(ctx context.Context, now time.Time, node Node) (Touched, error)
}

// OutagesSince is the end of the oldest outage that a touch at time now reports, in milliseconds since 1970 UTC.
func OutagesSince(now int64) int64 { return now - maxOutageAge.Milliseconds() }

// OutageBefore is the outage that ends with a touch at time now, if the touch before it was at time last; both are in milliseconds since 1970 UTC. ok is false
// if there is none, also if there was no touch before.
func OutageBefore(last, now int64) (o engine.Outage, ok bool) {
	return engine.Outage{From: last, To: now}, last > 0 && now-last > OutageGap.Milliseconds()
}
