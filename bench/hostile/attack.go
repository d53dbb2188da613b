package hostile

import (
	"context"
	"math/rand/v2"
	"time"
)

// Attack is one kind of attack.
type Attack struct {
	Name string
	Text string // a description for people

	perAddress int // attackers at each address
	// run attacks once and returns, or goes on until its connection or ctx ends. It is called again and again.
	run func(a *attacker, ctx context.Context, r *rand.Rand)
}

// Attacks lists all kinds.
func Attacks() []Attack {
	return []Attack{
		{"pad-leave", "leave and return in turns", 2, (*attacker).padByLeaving},
		{"pad-takeback", "take back a move and replay it", 1, (*attacker).padByTakingBack},
		{"since-running-leave", "sockets with since at running tables, closed at once", 3, (*attacker).sinceRunningLeave},
		{"since-running-stay", "sockets with since at running tables, closed after the first update", 3, (*attacker).sinceRunningStay},
		{"since-finished-leave", "sockets with since at a finished table, closed at once", 3, (*attacker).sinceFinishedLeave},
		{"since-finished-stay", "sockets with since at a finished table, closed after the first update", 3, (*attacker).sinceFinishedStay},
		{"reconnect", "sockets that are opened again after each snapshot", 4, (*attacker).reconnect},
		{"sockets", "sockets that are opened and closed", 1, (*attacker).openAndClose},
		{"export", "exports of a finished table", 3, (*attacker).exportWhole},
		{"export-cached", "exports with If-None-Match", 2, (*attacker).exportCached},
		{"hints", "40 hints at once from each guest", 40, (*attacker).askHint},
		{"reads", "views and pages of logs", 3, (*attacker).readPages},
		{"half-headers", "requests whose headers do not end", 25, (*attacker).halfHeaders},
		{"half-bodies", "requests whose bodies do not end", 10, (*attacker).halfBodies},
		{"silent", "connections that send nothing", 25, (*attacker).sendNothing},
		{"create-leave", "tables that are created and left", 2, (*attacker).createAndLeave},
		{"register", "new guests, each with a table", 2, (*attacker).register},
		{"acts", "a flood of acts at an own table", 2, (*attacker).floodActs},
		{"messages", "random, deeply nested and malformed messages", 3, (*attacker).randomMessages},
		{"oversized", "frames that are too large, compressed, binary or endless", 1, (*attacker).oversizedFrames},
		{"compressed", "compressed frames: bombs, noise, truncated streams", 2, (*attacker).compressedFrames},
		{"pings", "a flood of pings", 1, (*attacker).floodPings},
		{"half-frames", "incomplete frames", 20, (*attacker).halfFrames},
		{"never-read", "sockets that are never read", 10, (*attacker).neverRead},
		{"requests", "random requests", 3, (*attacker).randomRequests},
	}
}

// pause waits for d or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// ended reports whether ctx has ended or its deadline has passed. A connection can notice the deadline a moment before ctx does.
func ended(ctx context.Context) bool {
	deadline, ok := ctx.Deadline()
	return ctx.Err() != nil || ok && !time.Now().Before(deadline)
}
