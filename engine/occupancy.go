package engine

import "slices"

// occupancy is the presence at a seat and the bot that plays it, as far as the log records them.
type occupancy struct {
	away      bool   // the player left and has not returned
	bot       string // level of the stand-in; empty: none
	agreed    []Seat // seats whose players agreed to a stand-in, in order
	handovers int    // number of handovers
	since     int64  // milliseconds since 1970 UTC: when the seat's open decisions opened, or its player last gave a sign of life
	seen      int64  // milliseconds since 1970 UTC: the start, or the last entry of the player
	gone      int64  // milliseconds since 1970 UTC: the begin of the absence, or the last entry of the player during it; 0: none
}

// SnapshotFields lists the encoded parts.
func (c *occupancy) SnapshotFields() SnapshotFields {
	return SnapshotFields{"away": &c.away, "bot": &c.bot, "agreed": &c.agreed, "handovers": &c.handovers, "since": &c.since, "seen": &c.seen, "gone": &c.gone}
}

// taken is the occupancy after the player of the seat took it (again) at time now.
func (c occupancy) taken(now int64) occupancy {
	return occupancy{handovers: c.handovers, since: max(c.since, now), seen: c.seen}
}

// returns reports whether a return of the player ends an absence, a stand-in or agreements to one.
func (c occupancy) returns() bool { return c.away || c.bot != "" || len(c.agreed) > 0 }

// isAbsent reports whether the player left, or a bot plays the seat.
func (c occupancy) isAbsent() bool { return c.away || c.bot != "" }

// noteAbsences notes the last entry of the author of e, and the absences that began or went on. before are the occupancies before it.
func (f *Fold) noteAbsences(e Entry, before []occupancy) {
	for s := range f.occupancies {
		c := &f.occupancies[s]
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
	for s, c := range f.occupancies {
		if c.away {
			seats = append(seats, Seat(s))
		}
	}
	return seats
}

// StandIn is the level of the bot that plays a seat for its player; empty if there is none.
func (f *Fold) StandIn(seat Seat) string {
	c, _ := f.occupancyOf(seat)
	return c.bot
}

// StandIns lists the levels of all stand-ins by seat, empty for a seat without one. It is nil if there are none at all.
func (f *Fold) StandIns() []string {
	if !slices.ContainsFunc(f.occupancies, func(c occupancy) bool { return c.bot != "" }) {
		return nil
	}
	levels := make([]string, len(f.occupancies))
	for s, c := range f.occupancies {
		levels[s] = c.bot
	}
	return levels
}

// Agreed lists the seats whose players agreed that a bot shall play the given seat.
func (f *Fold) Agreed(seat Seat) []Seat {
	c, _ := f.occupancyOf(seat)
	return slices.Clone(c.agreed)
}

// Handovers is the number of times the seat was handed to another person.
func (f *Fold) Handovers(seat Seat) int {
	c, _ := f.occupancyOf(seat)
	return c.handovers
}

// OwesSince is the time since which a seat owes a decision and its player gave no sign of life by an entry, in milliseconds
// since 1970 UTC. ok is false if it owes none.
func (f *Fold) OwesSince(seat Seat) (since int64, ok bool) {
	if !slices.ContainsFunc(f.open, func(d Decision) bool { return d.Seat == seat }) || f.Outcome() != nil {
		return 0, false
	}
	return f.occupancies[seat].since, true
}

// occupancyOf returns the occupancy of a seat; ok is false if the table has no such seat.
func (f *Fold) occupancyOf(seat Seat) (c occupancy, ok bool) {
	if seat < 0 || int(seat) >= len(f.occupancies) {
		return occupancy{}, false
	}
	return f.occupancies[seat], true
}

// Leave returns the record of a player who leaves for now. Errors: ErrFinished, ErrTooOften, ErrTooFast; ErrNoChange if
// the seat has left already or does not exist.
func (f *Fold) Leave(seat Seat, command string, now int64) (Record, error) {
	c, ok := f.occupancyOf(seat)
	return f.recordPadding(ok && !c.away && !f.endings.HasConceded(seat), paddingLimit, seat, command, now, Left{Seat: seat})
}

// Return returns the record of a player who is back and replaces the stand-in. Errors: ErrFinished; ErrNoChange if the
// seat is not away, has no stand-in, and nobody has agreed to one; ErrTooFast if the stand-in has to move first.
func (f *Fold) Return(seat Seat, command string, now int64) (Record, error) {
	c, ok := f.occupancyOf(seat)
	if ok && f.Outcome() == nil && f.mustStandIn(seat) {
		return Record{}, ErrTooFast
	}
	return f.recordOccupancy(ok && c.returns() && !f.endings.HasConceded(seat), seat, ActorPlayer, command, now, Returned{Seat: seat})
}

// Here returns the record of a sign of life: the player of a seat that owes a decision is present and still thinks. It restarts
// the waiting time of the seat. If there is something for Return to end, Here is Return. The caller judges whether a sign of
// life is worth an entry. Errors: those of Return; ErrTooOften, ErrTooFast; ErrNoChange if the seat owes no decision.
func (f *Fold) Here(seat Seat, command string, now int64) (Record, error) {
	if c, ok := f.occupancyOf(seat); !ok || c.returns() {
		return f.Return(seat, command, now)
	}
	_, owes := f.OwesSince(seat)
	return f.recordPadding(owes, paddingLimit, seat, command, now, Returned{Seat: seat})
}

// Agree returns the record of a player who agrees that a bot shall play another seat. If enough is true, the bot takes
// over in the same entry. The caller judges whether the seat keeps the others waiting. Errors: ErrFinished, ErrTooOften,
// ErrTooFast; ErrNoChange if that player agreed before or the seat has a stand-in.
func (f *Fold) Agree(by, seat Seat, enough bool, level, command string, now int64) (Record, error) {
	_, seated := f.occupancyOf(by)
	c, ok := f.occupancyOf(seat)
	events := []Event{Agreed{Seat: by, To: seat}}
	if enough {
		events = append(events, TakenOver{Seat: seat, Level: level})
	}
	changed := seated && !f.endings.HasConceded(by) && ok && by != seat && c.bot == "" && !slices.Contains(c.agreed, by)
	return f.recordPadding(changed, paddingLimit+paddingReserve, by, command, now, events...)
}

// TakeOver returns the record by which a bot takes over a seat after a timeout. Errors: ErrFinished; ErrNoChange if the
// seat has a stand-in.
func (f *Fold) TakeOver(seat Seat, level string, now int64) (Record, error) {
	c, ok := f.occupancyOf(seat)
	return f.recordOccupancy(ok && c.bot == "", seat, ActorTimer, "", now, TakenOver{Seat: seat, Level: level})
}

// LastSeen is the time of the last entry of the player of a seat, or of the start, in milliseconds since 1970 UTC.
func (f *Fold) LastSeen(seat Seat) int64 {
	c, _ := f.occupancyOf(seat)
	return c.seen
}

// HandOver returns the record that gives a seat to another person, who is present and who sent the command. Errors:
// ErrFinished, ErrTooOften, ErrTooFast; ErrNoChange if the table has no such seat, or the seat has conceded. name is the digest of that person's name (see
// Secret.PersonDigest).
func (f *Fold) HandOver(seat Seat, name Optional, command string, now int64) (Record, error) {
	_, ok := f.occupancyOf(seat)
	return f.recordPadding(ok && !f.endings.HasConceded(seat), paddingLimit+paddingReserve, seat, command, now, HandedOver{Seat: seat, Name: name})
}

// recordPadding returns the record of a change of occupancy by a player, if it changes anything and the seat's account
// has room below the limit.
func (f *Fold) recordPadding(changed bool, limit int, seat Seat, command string, now int64, events ...Event) (Record, error) {
	if changed && f.Outcome() == nil {
		if err := f.refusePadding(seat, limit, f.padding[seat].presence.allows(presenceTempo, now)); err != nil {
			return Record{}, err
		}
	}
	return f.recordOccupancy(changed, seat, ActorPlayer, command, now, events...)
}

// recordOccupancy returns the record of a change of occupancy, if it changes anything.
func (f *Fold) recordOccupancy(changed bool, seat Seat, by Actor, command string, now int64, events ...Event) (Record, error) {
	switch {
	case f.Outcome() != nil:
		return Record{}, ErrFinished
	case !changed:
		return Record{}, ErrNoChange
	}
	return f.systemEntry(seat, by, command, now, events...)
}

// applyOccupancy applies one system event to the occupancies; ok is false for events of other kinds.
func (f *Fold) applyOccupancy(e Event, now int64) (ok bool) {
	switch ev := e.(type) {
	case Left:
		f.occupancies[ev.Seat].away = true
	case Returned:
		f.occupancies[ev.Seat] = f.occupancies[ev.Seat].taken(now)
	case Agreed:
		to := &f.occupancies[ev.To]
		to.agreed = append(slices.Clone(to.agreed), ev.Seat)
		f.signOfLife(ev.Seat, now)
	case Conceded:
		f.occupancies[ev.Seat].bot, f.occupancies[ev.Seat].agreed, f.occupancies[ev.Seat].away = ev.Level, nil, false
		f.leavePauses(ev.Seat, now)
	case TakenOver:
		f.occupancies[ev.Seat].bot, f.occupancies[ev.Seat].agreed = ev.Level, nil
	case HandedOver:
		f.occupancies[ev.Seat] = f.occupancies[ev.Seat].taken(now)
		f.occupancies[ev.Seat].handovers++
		f.leavePauses(ev.Seat, now)
	default:
		return false
	}
	return true
}

// signOfLife restarts the waiting time of a seat.
func (f *Fold) signOfLife(seat Seat, now int64) {
	f.occupancies[seat].since = max(f.occupancies[seat].since, now)
}

// await sets the waiting time of seats for which the entry opened a decision. before lists the decisions open before
// it.
func (f *Fold) await(before []Decision, now int64) {
	for _, d := range f.open {
		if !slices.ContainsFunc(before, func(b Decision) bool { return b.ID == d.ID }) {
			f.occupancies[d.Seat].since = now
		}
	}
}
