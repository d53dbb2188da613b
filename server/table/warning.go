package table

import (
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
)

const (
	// maxWarning is the time for which a takeover is announced at the table before it happens. A short takeover delay halves it.
	maxWarning = time.Minute
	// clockTolerance is the maximum assumed difference between the clocks of two nodes.
	clockTolerance = 5 * time.Second
)

// warning is the announcement at the table that a bot will take over a seat. It lives in the memory of the node that shows it. After a restart, and at
// a node that did not show it, the warning begins anew, so no takeover happens without a whole one.
type warning struct {
	since time.Time // the seat's silence when the warning began; another value means that the player was seen
	ends  time.Time // from here on a bot may take over
}

func warningFor(delay time.Duration) time.Duration { return min(maxWarning, delay/2) }

// takeoverDelay returns after how much silence a bot may take over a seat; 0: never. A table with clocks has none, because its players see the clocks.
func (l *live) takeoverDelay() time.Duration {
	return time.Duration(l.fold.Pace().Takeover) * time.Millisecond
}

// isNearTakeover reports whether this node warns the seat, or another node with another clock may do so.
func (l *live) isNearTakeover(seat engine.Seat) bool {
	delay := l.takeoverDelay()
	since, silent := l.silentSince(seat)
	return delay > 0 && silent && !l.now.Before(since.Add(delay-warningFor(delay)-clockTolerance))
}

// mayTakeOver reports whether the seat was silent for the takeover delay and was warned for the whole length.
func (l *live) mayTakeOver(seat engine.Seat) bool {
	w, warned := l.warnings[seat]
	since, silent := l.silentSince(seat)
	return warned && silent && w.since.Equal(since) && !l.now.Before(w.ends)
}

func (l *live) warn(seat engine.Seat) (begun bool) {
	delay := l.takeoverDelay()
	since, silent := l.silentSince(seat)
	length := warningFor(delay)
	if _, warned := l.warnings[seat]; warned || delay == 0 || !silent || l.reg.outage.interrupted() || l.now.Before(since.Add(delay-length)) {
		return false
	}
	ends := l.now.Add(length)
	if due := since.Add(delay); ends.Before(due) {
		ends = due
	}
	if l.warnings == nil {
		l.warnings = map[engine.Seat]warning{}
	}
	l.warnings[seat] = warning{since, ends}
	return true
}

// endWarnings ends the warnings of seats whose player was seen, and of those that a bot plays. It also ends warnings that have long expired because nobody waits
// any more, and all while moves cannot be stored.
func (l *live) endWarnings() (changed bool) {
	interrupted := l.reg.outage.interrupted()
	for seat, w := range l.warnings {
		since, silent := l.silentSince(seat)
		if interrupted || !silent || !w.since.Equal(since) || l.now.After(w.ends.Add(maxWarning)) {
			delete(l.warnings, seat)
			changed = true
		}
	}
	return changed
}

func (l *live) updateWarnings() {
	changed := l.endWarnings()
	if l.takeoverDelay() > 0 && l.row.State == store.Running {
		connected := l.connected()
		for _, seat := range l.fold.OwingSeats() {
			if (l.othersWait(seat, connected) || l.mayBeAwaitedElsewhere(seat)) && l.warn(seat) {
				changed = true
			}
		}
	}
	if changed {
		l.broadcastTable()
	}
}

func (l *live) othersWait(seat engine.Seat, connected []engine.Seat) bool {
	return slices.ContainsFunc(connected, func(s engine.Seat) bool { return s != seat && l.botLevel(s) == "" })
}

// mayBeAwaitedElsewhere reports whether a player who waits for a seat that is connected here may be connected to another node without this node knowing.
func (l *live) mayBeAwaitedElsewhere(seat engine.Seat) bool {
	if !l.reg.cfg.SharedStore || l.reg.cfg.Bus != nil || !slices.Contains(l.localSeats(), seat) {
		return false
	}
	for s, holder := range l.row.Seats {
		if engine.Seat(s) != seat && holder.Player != "" && l.botLevel(engine.Seat(s)) == "" {
			return true
		}
	}
	return false
}

// noteSeen stores that the player of a seat that is about to be taken over was seen, after an action that stored nothing. A move, or any other
// accepted command, needs no such entry.
func (l *live) noteSeen(seat engine.Seat) {
	if l.stale || l.fold == nil || !l.isNearTakeover(seat) {
		return
	}
	here := func(l *live, _ *request, now int64) (engine.Record, error) {
		if !l.isNearTakeover(seat) {
			return engine.Record{}, engine.ErrNoChange
		}
		return l.fold.Here(seat, "", now)
	}
	if _, err := here(l, nil, l.now.UnixMilli()); err != nil {
		return // too often: the seat has to move
	}
	_, err := l.decideAndCommit(&request{seat: seat, kind: engine.KindSystem, event: engine.Returned{Seat: seat}}, here)
	l.logUnlessRefused(err, "could not store that a player was seen")
}
