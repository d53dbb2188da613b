package table

import (
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
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
	since time.Time // the seat's silence when the warning began; another value means a sign of life
	ends  time.Time // from here on a bot may take over
}

// warningFor is the length of the warning before a takeover after the given delay.
func warningFor(delay time.Duration) time.Duration { return min(maxWarning, delay/2) }

// takeoverDelay is the time of silence after which a bot may take over a seat. Without a limit a bot plays only for players who have left.
func (l *live) takeoverDelay() (delay time.Duration, limited bool) {
	return l.reg.cfg.TakeoverDelay(l.row.Options)
}

// silentSince is the time since which a seat owes a decision and its player gave no sign of life. ok is false if the seat owes none or a bot plays it.
// It derives from the log, so every node gives the same answer.
func (l *live) silentSince(seat engine.Seat) (since time.Time, ok bool) {
	ms, owes := l.fold.OwesSince(seat)
	if !owes || l.row.State != store.Running || l.botLevel(seat) != "" {
		return time.Time{}, false
	}
	return time.UnixMilli(ms), true
}

// isNearTakeover reports whether this node warns the seat, or another node with another clock may do so.
func (l *live) isNearTakeover(seat engine.Seat) bool {
	delay, limited := l.takeoverDelay()
	since, silent := l.silentSince(seat)
	return limited && silent && !l.now.Before(since.Add(delay-warningFor(delay)-clockTolerance))
}

// mayTakeOver reports whether the seat was silent for the takeover delay and was warned for the whole length.
func (l *live) mayTakeOver(seat engine.Seat) bool {
	w, warned := l.warnings[seat]
	since, silent := l.silentSince(seat)
	return warned && silent && w.since.Equal(since) && !l.now.Before(w.ends)
}

// warn begins the warning of a seat if it is due and none is running.
func (l *live) warn(seat engine.Seat) (begun bool) {
	delay, limited := l.takeoverDelay()
	since, silent := l.silentSince(seat)
	length := warningFor(delay)
	if _, warned := l.warnings[seat]; warned || !limited || !silent || l.reg.outage.interrupted() || l.now.Before(since.Add(delay-length)) {
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

// endWarnings ends the warnings of seats that gave a sign of life or that a bot plays. It also ends warnings that have long expired because nobody waits
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

// updateWarnings ends and begins warnings, and broadcasts changes.
func (l *live) updateWarnings() {
	changed := l.endWarnings()
	if _, limited := l.takeoverDelay(); limited && l.row.State == store.Running {
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

// othersWait reports whether another connected player waits for the seat.
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

// overdue finds a seat that a bot may take over while another player waits for it. A seat that is connected to other nodes only is left to them, because
// they show its player the warning.
func (l *live) overdue() (seat engine.Seat, ok bool) {
	if len(l.warnings) == 0 || l.row.State != store.Running || l.reg.outage.interrupted() {
		return engine.NoSeat, false
	}
	here, connected := l.localSeats(), l.connected()
	for _, seat := range l.fold.OwingSeats() {
		elsewhere := slices.Contains(connected, seat) && !slices.Contains(here, seat)
		if !elsewhere && l.othersWait(seat, connected) && l.mayTakeOver(seat) {
			return seat, true
		}
	}
	return engine.NoSeat, false
}

// takeOverIfDue keeps the warnings and lets a bot play the first overdue seat of the table. After a failure the next poll tries again.
func (l *live) takeOverIfDue() {
	if l.fold.Pace().HasClocks() {
		l.timeOutIfDue()
		return
	}
	l.updateWarnings()
	if _, due := l.overdue(); !due {
		return
	}
	req := request{kind: engine.KindSystem, event: engine.TakenOver{}}
	_, err := l.execute(&req, func(l *live, _ *request, now int64) (engine.Record, error) {
		seat, ok := l.overdue()
		if !ok {
			return engine.Record{}, engine.ErrNoChange // the player gave a sign of life, or another node was faster
		}
		return l.fold.TakeOver(seat, l.reg.cfg.StandIn, now)
	})
	l.logUnlessRefused(err, "could not let a bot take over a seat")
}

// noteSignOfLife stores a sign of life of a seat that is about to be taken over, after an action of its player that stored nothing. A move, or any other
// accepted command, needs no such entry.
func (l *live) noteSignOfLife(seat engine.Seat) {
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
	_, err := l.execute(&request{seat: seat, kind: engine.KindSystem, event: engine.Returned{Seat: seat}}, here)
	l.logUnlessRefused(err, "could not store a sign of life")
}

// logUnlessRefused logs an error of a change that the server itself wanted to store.
func (l *live) logUnlessRefused(err error, message string) {
	if code := apperr.CodeOf(err); err != nil && code != apperr.NoChange && code != apperr.TooFast && code != apperr.TimeLeft && code != apperr.TableFinished {
		l.reg.cfg.Log.Warn().Err(err).Str("table", string(l.id)).Msg(message)
	}
}
