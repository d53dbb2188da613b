package engine

import (
	"fmt"
	"slices"

	"nemeton/engine/clock"
)

// Clock is the time that the player of a seat has left.
type Clock struct {
	Seat    Seat  `json:"seat"`
	Left    int64 `json:"left"` // milliseconds, at the time of the newest entry
	Running bool  `json:"running"`
}

// Clocks lists the clocks after the newest entry, of all persons who have not conceded. It is nil for a table without clocks.
func (f *Fold) Clocks() []Clock {
	if f.clocks.Seats == nil {
		return nil
	}
	list := []Clock{}
	for s, c := range f.clocks.Seats {
		if seat := Seat(s); f.hasClock(seat) {
			list = append(list, Clock{Seat: seat, Left: c.Left, Running: c.Running})
		}
	}
	return list
}

func (f *Fold) hasClock(seat Seat) bool {
	return f.start.bot(seat) == "" && !f.endings.HasConceded(seat)
}

// ClocksAt is the time of the newest entry of a table with clocks, in milliseconds since 1970 UTC; else 0. No later entry has an earlier time.
func (f *Fold) ClocksAt() int64 { return f.clocks.At }

// ZeroAt returns when the clock of a seat reaches zero, in milliseconds since 1970 UTC. ok is false if the clock does not run.
func (f *Fold) ZeroAt(seat Seat) (at int64, ok bool) {
	if seat < 0 || int(seat) >= len(f.clocks.Seats) || !f.clocks.Seats[seat].Running {
		return 0, false
	}
	c := f.clocks.Seats[seat]
	return f.clocksFrom() + c.Grace + c.Left, true
}

// NextZero returns the seat whose clock reaches zero first, and when. ok is false if no clock runs.
func (f *Fold) NextZero() (seat Seat, at int64, ok bool) {
	for s := range f.clocks.Seats {
		if zero, runs := f.ZeroAt(Seat(s)); runs && (!ok || zero < at) {
			seat, at, ok = Seat(s), zero, true
		}
	}
	return seat, at, ok
}

// timeOf is the time of the next entry: now, but never before the newest entry or the creation of the table.
func (f *Fold) timeOf(now int64) int64 { return max(now, f.time) }

// runClocks lets the clocks run up to the time of an entry, except during pauses, and outages that it notes. Error: ErrCorrupt if the entry is before the newest one.
func (f *Fold) runClocks(e Entry, events []Event) error {
	free, err := f.givenBack(e, events)
	if err != nil || f.clocks.Seats == nil {
		return err
	}
	if e.Time < f.clocks.At {
		return fmt.Errorf("%w: entry %d is older than the one before it", ErrCorrupt, e.Seq)
	}
	f.clocks.Run(max(0, e.Time-f.clocksFrom())-free, e.Time)
	return nil
}

// switchClocks stops and starts clocks after an entry whose effects are otherwise complete. before is the fold before the entry.
func (f *Fold) switchClocks(before *Fold, e Entry, events []Event) {
	if f.clocks.Seats == nil {
		return
	}
	p, owing, tookBack := f.Pace(), f.OwingSeats(), false
	if len(events) > 0 {
		_, tookBack = events[0].(TakenBack)
	}
	for s := range f.clocks.Seats {
		seat := Seat(s)
		owes, person := slices.Contains(owing, seat), f.seats[seat].bot == ""
		f.clocks.Seats[s].Switch(p, clock.Turn{
			Owes: owes, Runs: owes && f.hasClock(seat) && person && f.Outcome() == nil, Person: person,
			Moved: e.Kind == KindMove, Own: e.Seat == seat, Opened: f.opened(before, seat), TookBack: tookBack,
		})
	}
}

func (f *Fold) opened(before *Fold, seat Seat) bool {
	owes := func(d Decision) bool { return d.Seat == seat }
	return slices.ContainsFunc(f.open, owes) && !slices.ContainsFunc(before.open, owes)
}

// Pace is the time control of the table.
func (f *Fold) Pace() clock.Pace { return clock.PaceOf(f.start.Setup.Options) }
