package engine

import "slices"

// occupancyOf is what the log tells of a seat beside the play: who is there, and who plays it.
type occupancy struct {
	away      bool   // left and not yet back
	bot       string // the level of the bot that plays it for its player; empty: none
	agreed    []Seat // whose players agreed to a bot, in order
	handovers int    // how often it changed hands
	since     int64  // milliseconds since 1970 UTC: when it came to owe what it owes now, or was taken by its player
}

// taken is the chair with its player on it.
func (c occupancy) taken(now int64) occupancy {
	return occupancy{handovers: c.handovers, since: max(c.since, now)}
}

// Away lists the seats whose players left and did not return.
func (f *Fold) Away() []Seat {
	var seats []Seat
	for s, c := range f.occupancies {
		if c.away {
			seats = append(seats, Seat(s))
		}
	}
	return seats
}

// StandIn is the level of the bot that plays a seat in its player's absence; empty where none does.
func (f *Fold) StandIn(seat Seat) string {
	c, _ := f.occupancyOf(seat)
	return c.bot
}

// StandIns are the levels of the bots that play in somebody's absence, by seat; nil where none does.
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

// Agreed lists the seats whose players agree that a bot shall play this one.
func (f *Fold) Agreed(seat Seat) []Seat {
	c, _ := f.occupancyOf(seat)
	return slices.Clone(c.agreed)
}

// Handovers is how often a seat changed hands.
func (f *Fold) Handovers(seat Seat) int {
	c, _ := f.occupancyOf(seat)
	return c.handovers
}

// OwesSince tells since when a seat owes a decision, in milliseconds since 1970 UTC; ok is false where it owes none.
func (f *Fold) OwesSince(seat Seat) (since int64, ok bool) {
	if !slices.ContainsFunc(f.open, func(d Decision) bool { return d.Seat == seat }) || f.Outcome() != nil {
		return 0, false
	}
	return f.occupancies[seat].since, true
}

// occupancyOf is that of a seat; ok is false where the table has no such seat.
func (f *Fold) occupancyOf(seat Seat) (c occupancy, ok bool) {
	if seat < 0 || int(seat) >= len(f.occupancies) {
		return occupancy{}, false
	}
	return f.occupancies[seat], true
}

// Leave makes the entry of a player who goes away for now. ErrNoChange if the seat has left already or is none of the table.
func (f *Fold) Leave(seat Seat, command string, now int64) (Record, error) {
	c, ok := f.occupancyOf(seat)
	return f.sit(ok && !c.away, seat, ActorPlayer, command, now, Left{Seat: seat})
}

// Return makes the entry of a player who is back, and plays on where a bot played. ErrNoChange if the seat never left, no bot plays it
// and nobody asked for one.
func (f *Fold) Return(seat Seat, command string, now int64) (Record, error) {
	c, ok := f.occupancyOf(seat)
	return f.sit(ok && (c.away || c.bot != "" || len(c.agreed) > 0), seat, ActorPlayer, command, now, Returned{Seat: seat})
}

// Agree makes the entry of a player who wants a bot to play another seat; where that is enough, the bot of the level takes over with it.
// Whether the seat keeps the others waiting is for the caller to judge. ErrNoChange if that player agreed before, or a bot plays there.
func (f *Fold) Agree(by, seat Seat, enough bool, level, command string, now int64) (Record, error) {
	_, asks := f.occupancyOf(by)
	c, ok := f.occupancyOf(seat)
	events := []Event{Agreed{Seat: by, To: seat}}
	if enough {
		events = append(events, TakenOver{Seat: seat, Level: level})
	}
	news := asks && ok && by != seat && c.bot == "" && !slices.Contains(c.agreed, by)
	return f.sit(news, by, ActorPlayer, command, now, events...)
}

// TakeOver makes the entry that lets a bot play a seat because its time is over. ErrNoChange if one does.
func (f *Fold) TakeOver(seat Seat, level string, now int64) (Record, error) {
	c, ok := f.occupancyOf(seat)
	return f.sit(ok && c.bot == "", seat, ActorTimer, "", now, TakenOver{Seat: seat, Level: level})
}

// HandOver makes the entry that gives a seat to somebody else, who is there. The command is theirs. ErrNoChange if the table has no such seat.
func (f *Fold) HandOver(seat Seat, command string, now int64) (Record, error) {
	_, ok := f.occupancyOf(seat)
	return f.sit(ok, seat, ActorPlayer, command, now, HandedOver{Seat: seat})
}

// sit makes an entry about who is there, where it is news.
func (f *Fold) sit(news bool, seat Seat, by Actor, command string, now int64, events ...Event) (Record, error) {
	switch {
	case f.Outcome() != nil:
		return Record{}, ErrFinished
	case !news:
		return Record{}, ErrNoChange
	}
	return f.systemEntry(seat, by, command, now, events...)
}

// applyOccupancy changes the chairs by one event of the frame; ok is false for events that are none of theirs.
func (f *Fold) applyOccupancy(e Event, now int64) (ok bool) {
	switch ev := e.(type) {
	case Left:
		f.occupancies[ev.Seat].away = true
	case Returned:
		f.occupancies[ev.Seat] = f.occupancies[ev.Seat].taken(now)
	case Agreed:
		to := &f.occupancies[ev.To]
		to.agreed = append(slices.Clone(to.agreed), ev.Seat)
	case TakenOver:
		f.occupancies[ev.Seat].bot, f.occupancies[ev.Seat].agreed = ev.Level, nil
	case HandedOver:
		f.occupancies[ev.Seat] = f.occupancies[ev.Seat].taken(now)
		f.occupancies[ev.Seat].handovers++
	default:
		return false
	}
	return true
}

// await notes for whom a decision opened with the entry; before is what was open.
func (f *Fold) await(before []Decision, now int64) {
	for _, d := range f.open {
		if !slices.ContainsFunc(before, func(b Decision) bool { return b.ID == d.ID }) {
			f.occupancies[d.Seat].since = now
		}
	}
}
