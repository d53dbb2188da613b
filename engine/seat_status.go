package engine

import (
	"slices"

	"nemeton/engine/codec"
)

// seatStatus is the presence at a seat and the bot that plays it, as far as the log records them.
type seatStatus struct {
	away      bool   // the player left and has not returned
	bot       string // level of the stand-in; empty: none
	agreed    []Seat // seats whose players agreed to a stand-in, in order
	handovers int    // number of handovers
	since     int64  // milliseconds since 1970 UTC: when the seat's open decisions opened, or its player was last seen
	seen      int64  // milliseconds since 1970 UTC: the start, or the last entry of the player
	gone      int64  // milliseconds since 1970 UTC: the beginning of the absence, or the last entry of the player during it; 0: none
}

func (c *seatStatus) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{"away": &c.away, "bot": &c.bot, "agreed": &c.agreed, "handovers": &c.handovers, "since": &c.since, "seen": &c.seen, "gone": &c.gone}
}

// taken is the status after the player of the seat took it (again) at time now.
func (c seatStatus) taken(now int64) seatStatus {
	return seatStatus{handovers: c.handovers, since: max(c.since, now), seen: c.seen}
}

// returns reports whether a return of the player ends an absence, a stand-in or agreements to one.
func (c seatStatus) returns() bool { return c.away || c.bot != "" || len(c.agreed) > 0 }

func (c seatStatus) isAbsent() bool { return c.away || c.bot != "" }

// noteAbsences notes the last entry of the author of e, and the absences that began or went on. before are the seats before it.
func (f *Fold) noteAbsences(e Entry, before []seatStatus) {
	for s := range f.seats {
		c := &f.seats[s]
		acts := e.Kind == KindStart || e.Actor == ActorPlayer && e.Seat == Seat(s)
		if acts {
			c.seen = max(c.seen, e.Time)
		}
		switch {
		case !c.isAbsent():
			c.gone = 0
		case acts || !before[s].isAbsent():
			c.gone = max(c.seen, e.Time)
		}
	}
}

// Away lists the seats whose players left and have not returned.
func (f *Fold) Away() []Seat {
	var seats []Seat
	for s, c := range f.seats {
		if c.away {
			seats = append(seats, Seat(s))
		}
	}
	return seats
}

// StandIn is the level of the bot that plays a seat for its player; empty if there is none.
func (f *Fold) StandIn(seat Seat) string {
	c, _ := f.seatStatusOf(seat)
	return c.bot
}

// StandIns lists the levels of all stand-ins by seat, empty for a seat without one. It is nil if there are none at all.
func (f *Fold) StandIns() []string {
	if !slices.ContainsFunc(f.seats, func(c seatStatus) bool { return c.bot != "" }) {
		return nil
	}
	levels := make([]string, len(f.seats))
	for s, c := range f.seats {
		levels[s] = c.bot
	}
	return levels
}

// Agreed lists the seats whose players agreed that a bot shall play the given seat.
func (f *Fold) Agreed(seat Seat) []Seat {
	c, _ := f.seatStatusOf(seat)
	return slices.Clone(c.agreed)
}

// Handovers is the number of times the seat was handed to another person.
func (f *Fold) Handovers(seat Seat) int {
	c, _ := f.seatStatusOf(seat)
	return c.handovers
}

// OwesSince is the time since which a seat owes a decision and no entry shows its player, in milliseconds
// since 1970 UTC. ok is false if it owes none.
func (f *Fold) OwesSince(seat Seat) (since int64, ok bool) {
	if !slices.ContainsFunc(f.open, func(d Decision) bool { return d.Seat == seat }) || f.Outcome() != nil {
		return 0, false
	}
	return f.seats[seat].since, true
}

// seatStatusOf returns the status of a seat; ok is false if the table has no such seat.
func (f *Fold) seatStatusOf(seat Seat) (c seatStatus, ok bool) {
	if seat < 0 || int(seat) >= len(f.seats) {
		return seatStatus{}, false
	}
	return f.seats[seat], true
}

// Leave returns the record of a player who leaves for now. Errors: ErrFinished, ErrTooOften, ErrTooFast; ErrNoChange if
// the seat has left already or does not exist.
func (f *Fold) Leave(seat Seat, command string, now int64) (Record, error) {
	c, ok := f.seatStatusOf(seat)
	return f.recordLimited(ok && !c.away && !f.endings.HasConceded(seat), noProgressLimit, seat, command, now, Left{Seat: seat})
}

// Return returns the record of a player who is back and replaces the stand-in. Errors: ErrFinished; ErrNoChange if the
// seat is not away, has no stand-in, and nobody has agreed to one; ErrTooFast if the stand-in has to move first.
func (f *Fold) Return(seat Seat, command string, now int64) (Record, error) {
	c, ok := f.seatStatusOf(seat)
	if ok && f.Outcome() == nil && f.mustStandIn(seat) {
		return Record{}, ErrTooFast
	}
	return f.recordSeatStatus(ok && c.returns() && !f.endings.HasConceded(seat), seat, ActorPlayer, command, now, Returned{Seat: seat})
}

// Here returns the record of a return without a leave: the player of a seat that owes a decision is present and still thinks. It restarts
// the waiting time of the seat. If there is something for Return to end, Here is Return. The caller judges whether a sign of
// life is worth an entry. Errors: those of Return; ErrTooOften, ErrTooFast; ErrNoChange if the seat owes no decision.
func (f *Fold) Here(seat Seat, command string, now int64) (Record, error) {
	if c, ok := f.seatStatusOf(seat); !ok || c.returns() {
		return f.Return(seat, command, now)
	}
	_, owes := f.OwesSince(seat)
	return f.recordLimited(owes, noProgressLimit, seat, command, now, Returned{Seat: seat})
}

// Agree returns the record of a player who agrees that a bot shall play another seat. If enough is true, the bot takes
// over in the same entry. The caller judges whether the seat keeps the others waiting. Errors: ErrFinished, ErrTooOften,
// ErrTooFast; ErrNoChange if that player agreed before or the seat has a stand-in.
func (f *Fold) Agree(by, seat Seat, enough bool, level, command string, now int64) (Record, error) {
	_, seated := f.seatStatusOf(by)
	c, ok := f.seatStatusOf(seat)
	events := []Event{Agreed{Seat: by, To: seat}}
	if enough {
		events = append(events, TakenOver{Seat: seat, Level: level})
	}
	changed := seated && !f.endings.HasConceded(by) && ok && by != seat && c.bot == "" && !slices.Contains(c.agreed, by)
	return f.recordLimited(changed, noProgressLimit+noProgressReserve, by, command, now, events...)
}

// TakeOver returns the record by which a bot takes over a seat after a timeout. Errors: ErrFinished; ErrNoChange if the
// seat has a stand-in.
func (f *Fold) TakeOver(seat Seat, level string, now int64) (Record, error) {
	c, ok := f.seatStatusOf(seat)
	return f.recordSeatStatus(ok && c.bot == "", seat, ActorTimer, "", now, TakenOver{Seat: seat, Level: level})
}

// LastSeen is the time of the last entry of the player of a seat, or of the start, in milliseconds since 1970 UTC.
func (f *Fold) LastSeen(seat Seat) int64 {
	c, _ := f.seatStatusOf(seat)
	return c.seen
}

// HandOver returns the record that gives a seat to another person, who is present and who sent the command. Errors:
// ErrFinished, ErrTooOften, ErrTooFast; ErrNoChange if the table has no such seat, or the seat has conceded. name is the digest of that person's name (see
// Secret.PersonDigest).
func (f *Fold) HandOver(seat Seat, name codec.Optional, command string, now int64) (Record, error) {
	_, ok := f.seatStatusOf(seat)
	return f.recordLimited(ok && !f.endings.HasConceded(seat), noProgressLimit+noProgressReserve, seat, command, now, HandedOver{Seat: seat, Name: name})
}

// recordLimited returns the record of a change of seats by a player, if it changes anything and the seat's account
// has room below the limit.
func (f *Fold) recordLimited(changed bool, limit int, seat Seat, command string, now int64, events ...Event) (Record, error) {
	if changed && f.Outcome() == nil {
		if err := f.refuseNoProgress(seat, limit, f.noProgress[seat].presence.allows(presenceTempo, now)); err != nil {
			return Record{}, err
		}
	}
	return f.recordSeatStatus(changed, seat, ActorPlayer, command, now, events...)
}

func (f *Fold) recordSeatStatus(changed bool, seat Seat, by Actor, command string, now int64, events ...Event) (Record, error) {
	switch {
	case f.Outcome() != nil:
		return Record{}, ErrFinished
	case !changed:
		return Record{}, ErrNoChange
	}
	return f.systemEntry(seat, by, command, now, events...)
}

// applySeatStatus applies one system event to the seats; ok is false for events of other kinds.
func (f *Fold) applySeatStatus(e Event, now int64) (ok bool) {
	switch ev := e.(type) {
	case Left:
		f.seats[ev.Seat].away = true
	case Returned:
		f.seats[ev.Seat] = f.seats[ev.Seat].taken(now)
	case Agreed:
		to := &f.seats[ev.To]
		to.agreed = append(slices.Clone(to.agreed), ev.Seat)
		f.restartWait(ev.Seat, now)
	case Conceded:
		f.seats[ev.Seat].bot, f.seats[ev.Seat].agreed, f.seats[ev.Seat].away = ev.Level, nil, false
		f.leavePauses(ev.Seat, now)
	case TakenOver:
		f.seats[ev.Seat].bot, f.seats[ev.Seat].agreed = ev.Level, nil
	case HandedOver:
		f.seats[ev.Seat] = f.seats[ev.Seat].taken(now)
		f.seats[ev.Seat].handovers++
		f.leavePauses(ev.Seat, now)
	default:
		return false
	}
	return true
}

// restartWait restarts the waiting time of a seat.
func (f *Fold) restartWait(seat Seat, now int64) {
	f.seats[seat].since = max(f.seats[seat].since, now)
}

// await sets the waiting time of seats for which the entry opened a decision. before lists the decisions open before
// it.
func (f *Fold) await(before []Decision, now int64) {
	for _, d := range f.open {
		if !slices.ContainsFunc(before, func(b Decision) bool { return b.ID == d.ID }) {
			f.seats[d.Seat].since = now
		}
	}
}
