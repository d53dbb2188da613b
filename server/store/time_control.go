package store

import (
	"context"
	"time"

	"nemeton/engine"
)

const (
	// HeartbeatInterval is the time between two heartbeats of a node.
	HeartbeatInterval = 3 * time.Second
	// OutageGap is the time without a heartbeat of any node from which on it counts as an outage.
	OutageGap = 10 * time.Second
	// StepTolerance is the difference between the store's time and a wall clock up to which the clock counts as right.
	StepTolerance = 2 * time.Second
	// NodeLife is the time after its last heartbeat for which a node counts as running.
	NodeLife     = 15 * time.Second
	maxOutageAge = 90 * 24 * time.Hour
)

// HeartbeatAnswer is the result of a heartbeat.
type HeartbeatAnswer struct {
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

// Due is a table that has to act at a time, in milliseconds since 1970 UTC.
type Due struct {
	Table TableID
	At    int64
}

// TimeControl finds the tables that have to act, and the times in which no node could write.
type TimeControl interface {
	// DueTables returns up to limit running tables whose DueAt is set and not after until, the earliest first. until is in milliseconds since 1970 UTC.
	DueTables(ctx context.Context, until int64, limit int) ([]Due, error)
	// Heartbeat notes, in the one row that all nodes share, that a node could write now. It blocks until this is durable. The store's time advances to that of
	// Beat, and an outage is stored in the same transaction. known is the store's time as the caller knows it: that of its last heartbeat, plus the time since then by
	// its monotonic clock; zero before its first heartbeat. wall is the caller's wall clock, which a store without a clock of its own uses. node counts as running
	// for NodeLife from then on.
	Heartbeat(ctx context.Context, known, wall time.Time, node Node) (HeartbeatAnswer, error)
}

// OutagesSince is the end of the oldest outage that a heartbeat at time now reports, in milliseconds since 1970 UTC.
func OutagesSince(now int64) int64 { return now - maxOutageAge.Milliseconds() }

// Beat is the store's time at a heartbeat, and the outage that ends with it. All times are in milliseconds since 1970 UTC. The store's time is the sum of the times between
// heartbeats. It never goes back, and does not wait for a wall clock that went back. last is the store's time at the heartbeat before it, 0 before the first one. known is as
// for Heartbeat, 0 if the caller does not know the time. wall is the wall clock of the store. ok is false if no outage ends:
//
//   - If no node sent a heartbeat for more than OutageGap, this is an outage.
//   - If the wall clock is ahead by more than StepTolerance, the clock was set, or the machine slept. The store's time follows, and the step is an outage.
func Beat(last, known, wall int64) (now int64, o engine.Outage, ok bool) {
	lived := max(last, known)
	now = max(lived, wall)
	from, least := lived, StepTolerance
	if known == 0 || lived-last > OutageGap.Milliseconds() {
		from, least = last, OutageGap
	}
	return now, engine.Outage{From: from, To: now}, last > 0 && now-from > least.Milliseconds()
}
