package table

import (
	"math"
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

const (
	// timerWithin is the time before the limit of a seat from which on the table has a timer for it. Looks and the sweep notice all others.
	timerWithin = 4 * time.Second
	// With nobody connected and no clocks, a bot may take over after unwatchedDelay.
	unwatchedDelay = time.Hour
)

// The pace of a table says when a bot plays a silent seat: engine.Fold.Limit. A clock that is at zero is enough. Without clocks a bot plays only for a
// player who waits. While somebody is connected, another connected player has to wait, and a whole warning precedes. Else a longer silence does.

// silentSince returns since when a seat has owed a decision while its player was away. ok is false if the seat owes none or a bot plays it.
// It derives from the log, so every node gives the same answer.
func (l *live) silentSince(seat engine.Seat) (since time.Time, ok bool) {
	ms, owes := l.fold.OwesSince(seat)
	if !owes || l.row.State != store.Running || l.botLevel(seat) != "" {
		return time.Time{}, false
	}
	return time.UnixMilli(ms), true
}

// dueAt is the time at which the table has to act by itself once it stands as in fold, in milliseconds since 1970 UTC; 0: never. The sweep finds the table then.
func (l *live) dueAt(fold *engine.Fold) (due int64) {
	for _, seat := range fold.OwingSeats() {
		if at, ok := l.unwatchedLimit(fold, seat); ok && (due == 0 || at < due) {
			due = at
		}
	}
	if at, ok := fold.SettlesAt(); ok && (due == 0 || at < due) {
		due = at
	}
	return due
}

// unwatchedLimit is engine.Fold.Limit for a table to which no player is connected.
func (l *live) unwatchedLimit(fold *engine.Fold, seat engine.Seat) (at int64, ok bool) {
	at, ok = fold.Limit(seat)
	if p := fold.Pace(); ok && !p.HasClocks() {
		at += max(0, unwatchedDelay.Milliseconds()-p.Takeover)
		ok = l.plays(fold, seat) && l.isMissed(fold, seat)
	}
	return at, ok
}

// unwatchedAt is unwatchedLimit for this node. Without clocks the silence begins anew with the node, and after an outage: nobody could connect to it before.
func (l *live) unwatchedAt(seat engine.Seat) (at int64, ok bool) {
	at, ok = l.unwatchedLimit(l.fold, seat)
	if p := l.fold.Pace(); !p.HasClocks() {
		at = max(at, l.reg.worksSince()+max(unwatchedDelay.Milliseconds(), p.Takeover))
	}
	return at, ok
}

func (l *live) plays(fold *engine.Fold, seat engine.Seat) bool {
	return l.row.Seats[seat].Player != "" && fold.StandIn(seat) == ""
}

// isMissed reports whether the person of another seat plays and has not left, so that somebody waits for the seat although nobody need be connected.
func (l *live) isMissed(fold *engine.Fold, seat engine.Seat) bool {
	away := fold.Away()
	for other := range engine.Seat(len(l.row.Seats)) {
		if other != seat && l.plays(fold, other) && !slices.Contains(away, other) {
			return true
		}
	}
	return false
}

// dueSeat finds a seat that a bot has to play now. A seat that is connected to other nodes only is left to them, because they show its player the warning.
func (l *live) dueSeat() (seat engine.Seat, ok bool) {
	if l.row.State != store.Running {
		return engine.NoSeat, false
	}
	here, connected := l.localSeats(), l.connected()
	watched := len(connected) > 0 && !l.fold.Pace().HasClocks()
	for _, seat := range l.fold.OwingSeats() {
		if watched {
			elsewhere := slices.Contains(connected, seat) && !slices.Contains(here, seat)
			ok = !elsewhere && l.othersWait(seat, connected) && l.mayTakeOver(seat) && !l.reg.outage.interrupted()
		} else {
			at, limited := l.unwatchedAt(seat)
			ok = limited && l.now.UnixMilli() >= at
		}
		if ok {
			return seat, true
		}
	}
	return engine.NoSeat, false
}

// replaceSilent keeps the warnings, lets bots play all seats that are due, and sets a timer for the next one. Looks, timers and the sweep call it. After a
// failure the next of them tries again.
func (l *live) replaceSilent() {
	l.updateWarnings()
	if err := l.noteVacations(); err != nil {
		l.logUnlessRefused(err, "could not record the vacations of players")
		return
	}
	for range l.row.Seats {
		if _, due := l.dueSeat(); !due {
			break
		}
		_, err := l.decideAndCommit(&request{kind: engine.KindSystem, event: engine.TakenOver{}}, func(l *live, _ *request, now int64) (engine.Record, error) {
			seat, due := l.dueSeat()
			if !due {
				return engine.Record{}, engine.ErrNoChange // the player was seen, or another node was faster
			}
			return l.fold.Replace(seat, l.reg.cfg.StandIn, now)
		})
		l.logUnlessRefused(err, "could not let a bot take over a seat")
		if err != nil {
			return
		}
	}
	l.setTimer()
}

// setTimer sets a timer for the first seat that reaches its limit soon.
func (l *live) setTimer() {
	next := int64(0)
	for _, seat := range l.fold.OwingSeats() {
		if at, ok := l.fold.Limit(seat); ok && at > l.now.UnixMilli() && (next == 0 || at < next) {
			next = at
		}
	}
	if left := time.UnixMilli(next).Sub(l.now); next > 0 && left <= timerWithin && l.timerAt != next {
		l.timerAt = next
		l.out.timers = append(l.out.timers, timer{"time", left, (*live).timerFired})
	}
}

// nextLook returns the next time at which the passing of time alone may let the table act: its subscribers see warnings, and a bot plays. All other
// reasons come with operations, after each of which the table looks at itself.
func (l *live) nextLook() (next int64) {
	switch {
	case l.row.State != store.Running:
		return math.MaxInt64
	case l.vacationsDue:
		return 0
	}
	next = math.MaxInt64
	consider := func(at int64) {
		if at > l.now.UnixMilli() {
			next = min(next, at)
		}
	}
	delay := l.takeoverDelay()
	for _, seat := range l.fold.OwingSeats() {
		if at, ok := l.fold.Limit(seat); ok {
			consider(at - timerWithin.Milliseconds())
			consider(at)
		}
		if at, ok := l.unwatchedAt(seat); ok {
			consider(at)
		}
		if since, silent := l.silentSince(seat); silent && delay > 0 {
			consider(since.Add(delay - warningFor(delay)).UnixMilli())
		}
	}
	for _, w := range l.warnings {
		consider(w.ends.UnixMilli())
		consider(w.ends.Add(maxWarning).UnixMilli() + 1)
	}
	if at, ok := l.fold.SettlesAt(); ok {
		consider(at)
	}
	return next
}

func (l *live) timerFired() error {
	l.timerAt = 0
	if l.row.ID != "" && l.fold != nil && !l.stale {
		l.actByItself()
	}
	return nil
}

// actByItself does all that is due at the table without a command. Looks, timers and the sweep call it.
func (l *live) actByItself() {
	l.concedeErased()
	if l.fold != nil {
		l.replaceSilent()
	}
	l.endAgreed()
}

// logUnlessRefused logs an error of a change that the server itself wanted to store.
func (l *live) logUnlessRefused(err error, message string) {
	if code := apperr.CodeOf(err); err != nil && code != apperr.NoChange && code != apperr.TooFast && code != apperr.TimeLeft && code != apperr.TableFinished {
		l.reg.cfg.Log.Warn().Err(err).Str("table", string(l.id)).Msg(message)
	}
}
