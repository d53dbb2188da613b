package engine

import (
	"fmt"
	"slices"

	"nemeton/engine/codec"
)

// Clock is the time that the player of a seat has left.
type Clock struct {
	Seat    Seat  `json:"seat"`
	Left    int64 `json:"left"` // milliseconds, at the time of the newest entry
	Running bool  `json:"running"`
}

// clocks are the clocks of a table as of its newest entry. They derive from the log alone. A table without clocks has the zero value.
type clocks struct {
	at    int64       // the time of the newest entry, in milliseconds since 1970 UTC
	seats []seatClock // by seat; never changed in place
}

func (c *clocks) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{"at": &c.at, "seats": &c.seats}
}

type seatClock struct {
	left    int64 // milliseconds
	grace   int64 // the rest of the time of this move that does not count
	running bool
	before  int64 // left when the clock began to run; a take-back that stops it restores this value
	paid    bool  // the increment for the decisions that the seat owed last was added
	out     bool  // a time-out let a bot play, and the player has not returned
}

func (c *seatClock) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{"left": &c.left, "grace": &c.grace, "running": &c.running, "before": &c.before, "paid": &c.paid, "out": &c.out}
}

func (c *seatClock) spend(ms int64) {
	if !c.running {
		return
	}
	free := min(c.grace, ms)
	c.grace -= free
	c.left = max(0, c.left-(ms-free))
}

func (c *seatClock) add(p Pace, ms int64) {
	c.left, c.before = p.capped(c.left+ms), p.capped(c.before+ms)
}

// Clocks lists the clocks after the newest entry, of all persons who have not conceded. It is nil for a table without clocks.
func (f *Fold) Clocks() []Clock {
	if f.clocks.seats == nil {
		return nil
	}
	list := []Clock{}
	for s, c := range f.clocks.seats {
		if seat := Seat(s); f.hasClock(seat) {
			list = append(list, Clock{Seat: seat, Left: c.left, Running: c.running})
		}
	}
	return list
}

func (f *Fold) hasClock(seat Seat) bool {
	return f.start.bot(seat) == "" && !f.endings.HasConceded(seat)
}

// ClocksAt is the time of the newest entry of a table with clocks, in milliseconds since 1970 UTC; else 0. No later entry has an earlier time.
func (f *Fold) ClocksAt() int64 { return f.clocks.at }

// ZeroAt returns when the clock of a seat reaches zero, in milliseconds since 1970 UTC. ok is false if the clock does not run.
func (f *Fold) ZeroAt(seat Seat) (at int64, ok bool) {
	if seat < 0 || int(seat) >= len(f.clocks.seats) || !f.clocks.seats[seat].running {
		return 0, false
	}
	c := f.clocks.seats[seat]
	return f.clocksFrom() + c.grace + c.left, true
}

// NextZero returns the seat whose clock reaches zero first, and when. ok is false if no clock runs.
func (f *Fold) NextZero() (seat Seat, at int64, ok bool) {
	for s := range f.clocks.seats {
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
	if err != nil || f.clocks.seats == nil {
		return err
	}
	if e.Time < f.clocks.at {
		return fmt.Errorf("%w: entry %d is older than the one before it", ErrCorrupt, e.Seq)
	}
	f.clocks.seats = slices.Clone(f.clocks.seats)
	for s := range f.clocks.seats {
		f.clocks.seats[s].spend(max(0, e.Time-f.clocksFrom()) - free)
	}
	f.clocks.at = e.Time
	return nil
}

func (f *Fold) startClocks(now int64) {
	p := f.Pace()
	if !p.HasClocks() {
		return
	}
	f.clocks = clocks{at: now, seats: make([]seatClock, f.start.Setup.Seats())}
	for s := range f.clocks.seats {
		f.clocks.seats[s] = seatClock{left: p.Bank, before: p.Bank}
	}
}

// switchClocks stops and starts clocks after an entry whose effects are otherwise complete. before is the fold before the entry.
func (f *Fold) switchClocks(before *Fold, e Entry, events []Event) {
	if f.clocks.seats == nil {
		return
	}
	p, owing, tookBack := f.Pace(), f.OwingSeats(), false
	if len(events) > 0 {
		_, tookBack = events[0].(TakenBack)
	}
	for s := range f.clocks.seats {
		seat, c := Seat(s), &f.clocks.seats[s]
		owes, moved := slices.Contains(owing, seat), e.Kind == KindMove
		if moved && f.opened(before, seat) {
			c.paid = false // it owed nothing before, or owes something new
		}
		if c.out && f.seats[seat].bot == "" {
			c.out, c.left = false, max(c.left, p.refill())
		}
		runs := owes && f.hasClock(seat) && f.seats[seat].bot == "" && f.Outcome() == nil
		switch {
		case c.running && !runs && tookBack:
			c.left = c.before // the player thought about a position that is gone
		case c.running && !owes && moved && !c.paid:
			c.left, c.paid = p.capped(c.left+p.Increment), true
		case runs && (!c.running || moved && e.Seat == seat):
			c.grace = p.Grace()
		}
		if runs && !c.running {
			c.before = c.left
		}
		if c.running = runs; !runs {
			c.grace = 0
		}
	}
}

func (f *Fold) opened(before *Fold, seat Seat) bool {
	owes := func(d Decision) bool { return d.Seat == seat }
	return slices.ContainsFunc(f.open, owes) && !slices.ContainsFunc(before.open, owes)
}
