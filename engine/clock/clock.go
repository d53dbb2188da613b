package clock

import (
	"slices"

	"nemeton/engine/codec"
)

// Set are the clocks of a table as of its newest entry. A table without clocks has the zero value.
type Set struct {
	At    int64   // the time of the newest entry, in milliseconds since 1970 UTC
	Seats []Clock // by seat; never changed in place
}

func (s *Set) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{"at": &s.At, "seats": &s.Seats}
}

// NewSet starts a table of so many seats at a time, in milliseconds since 1970 UTC.
func NewSet(p Pace, seats int, now int64) Set {
	if !p.HasClocks() {
		return Set{}
	}
	s := Set{At: now, Seats: make([]Clock, seats)}
	for i := range s.Seats {
		s.Seats[i] = Clock{Left: p.Bank, before: p.Bank}
	}
	return s
}

// Run lets so many milliseconds pass up to the time of an entry.
func (s *Set) Run(passed, at int64) {
	s.Seats = slices.Clone(s.Seats)
	for i := range s.Seats {
		s.Seats[i].Spend(passed)
	}
	s.At = at
}

// Clock is the clock of a seat.
type Clock struct {
	Left    int64 // milliseconds
	Grace   int64 // the rest of the time of this move that does not count
	Running bool
	Out     bool  // a time-out let a bot play, and the player has not returned
	before  int64 // Left when the clock began to run; a take-back that stops it restores this value
	paid    bool  // the increment for the decisions that the seat owed last was added
}

func (c *Clock) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{"left": &c.Left, "grace": &c.Grace, "running": &c.Running, "before": &c.before, "paid": &c.paid, "out": &c.Out}
}

// Spend lets so many milliseconds pass.
func (c *Clock) Spend(ms int64) {
	if !c.Running {
		return
	}
	free := min(c.Grace, ms)
	c.Grace -= free
	c.Left = max(0, c.Left-(ms-free))
}

func (c *Clock) Add(p Pace, ms int64) {
	c.Left, c.before = p.Capped(c.Left+ms), p.Capped(c.before+ms)
}

// Turn says what an entry means for the clock of a seat.
type Turn struct {
	Owes     bool // the seat owes a decision after the entry
	Runs     bool // its clock runs then
	Person   bool // no bot plays the seat
	Moved    bool // the entry is a move of any seat
	Own      bool // the entry is of this seat
	Opened   bool // the seat owed nothing before, or owes something new
	TookBack bool // the entry takes steps back
}

// Switch stops or starts the clock after an entry.
func (c *Clock) Switch(p Pace, t Turn) {
	if t.Moved && t.Opened {
		c.paid = false
	}
	if c.Out && t.Person {
		c.Out, c.Left = false, max(c.Left, p.refill())
	}
	switch {
	case c.Running && !t.Runs && t.TookBack:
		c.Left = c.before // the player thought about a position that is gone
	case c.Running && !t.Owes && t.Moved && !c.paid:
		c.Left, c.paid = p.Capped(c.Left+p.Increment), true
	case t.Runs && (!c.Running || t.Moved && t.Own):
		c.Grace = p.Grace()
	}
	if t.Runs && !c.Running {
		c.before = c.Left
	}
	if c.Running = t.Runs; !t.Runs {
		c.Grace = 0
	}
}
