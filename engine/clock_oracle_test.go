package engine_test

import (
	"slices"

	"nemeton/engine"
	"nemeton/engine/clock"
)

// span is a part of time, in milliseconds.
type span struct{ from, to int64 }

// overlap is the length of a part of both spans.
func (s span) overlap(o span) int64 { return max(0, min(s.to, o.to)-max(s.from, o.from)) }

// minus is the length of a span without those of a list, which may overlap.
func (s span) minus(list []span) (length int64) {
	cuts := []int64{s.from, s.to}
	for _, o := range list {
		cuts = append(cuts, min(max(o.from, s.from), s.to), min(max(o.to, s.from), s.to))
	}
	slices.Sort(cuts)
	for i := range cuts[1:] {
		piece := span{cuts[i], cuts[i+1]}
		if !slices.ContainsFunc(list, func(o span) bool { return piece.to > piece.from && o.overlap(piece) > 0 }) {
			length += piece.to - piece.from
		}
	}
	return length
}

// clockOracle counts the clocks of a table anew from its entries. It keeps accounts of the time instead of clocks, and knows pauses, vacations and outages as parts of
// time. Of the fold it uses the open decisions and the stand-ins alone.
type clockOracle struct {
	pace     clock.Pace
	at       int64
	pause    span       // the last one by agreement
	away     []span     // by seat: the last vacation
	rested   []int64    // by seat: milliseconds of the vacations before
	accounts []*account // by seat
	owing    []bool     // by seat, after the newest entry
	standIns []bool     // by seat
	fault    string
}

// account is the time of one seat, in milliseconds.
type account struct {
	credit  int64 // given to the seat: bank, increments, gifts, and the refill after a time-out; less what is above the bank at days
	used    int64 // on the clock
	grace   int64 // left of the grace
	mark    int64 // the clock when it began to run, with gifts since then
	runs    bool
	renewed bool // the seat owes something for which it has no increment yet
	out     bool

	// Since the clock began to run:
	first  int64 // the time on it then, and all that was added
	passed int64 // in all
	free   int64 // of it: grace
	stood  int64 // of it: paused, or given back after an outage
	beyond int64 // of it: after zero
}

// isBalanced reports whether all time since the clock began to run is accounted for.
func (a *account) isBalanced() bool {
	return !a.runs || a.left() == a.first-(a.passed-a.free-a.stood-a.beyond)
}

func (a *account) left() int64 { return a.credit - a.used }

func newClockOracle(f *engine.Fold) *clockOracle {
	seats := len(f.Start().Setup.Colors)
	o := &clockOracle{pace: f.Pace(), at: f.ClocksAt(), away: make([]span, seats), rested: make([]int64, seats), owing: make([]bool, seats), standIns: make([]bool, seats)}
	for range seats {
		o.accounts = append(o.accounts, &account{credit: o.pace.Bank, mark: o.pace.Bank, renewed: true})
	}
	o.turn(f, engine.Entry{Kind: engine.KindStart}, false)
	return o
}

// standing lists the parts of time from a moment on in which no clock counts, as far as the entries so far say.
func (o *clockOracle) standing() []span {
	list := []span{o.pause}
	for seat, v := range o.away {
		if !o.standIns[seat] {
			list = append(list, v)
		}
	}
	return list
}

// zero is the time at which the clock of a seat is at zero; ok is false if it does not run.
func (o *clockOracle) zero(seat engine.Seat) (at int64, ok bool) {
	a := o.accounts[seat]
	need := a.left() + a.grace
	// The clock counts from the end of the last part of time in which it stands.
	from := o.at
	for _, s := range o.standing() {
		if s.from <= o.at {
			from = max(from, s.to)
		}
	}
	return from + need, a.runs
}

// follow counts an entry. f is the fold after it.
func (o *clockOracle) follow(f *engine.Fold, e engine.Entry, events []engine.Event) {
	now := span{o.at, e.Time}
	if now.to < now.from {
		o.fault = "the time runs back"
	}
	stands := o.standing()
	for _, event := range events {
		if noted, ok := event.(engine.OutagesNoted); ok {
			for _, out := range noted.Outages {
				stands = append(stands, span{out.From, out.To})
			}
		}
	}
	counted := now.minus(stands)
	for _, a := range o.accounts {
		if !a.runs {
			continue
		}
		free := min(a.grace, counted)
		spent := min(a.left(), counted-free)
		a.passed, a.stood, a.free, a.beyond = a.passed+now.to-now.from, a.stood+now.to-now.from-counted, a.free+free, a.beyond+counted-free-spent
		a.used, a.grace = a.used+spent, a.grace-free
	}
	o.at = e.Time
	takesBack := false
	for _, event := range events {
		switch ev := event.(type) {
		case engine.TakenBack:
			takesBack = true
		case engine.TimedOut:
			a := o.accounts[ev.Seat]
			if !a.runs || a.left() > 0 || a.grace > 0 {
				o.fault = "a time-out came early, or of a clock that did not run"
			}
			a.out = true
		case engine.TimeGiven:
			a := o.accounts[ev.To]
			o.credit(a, ev.Time)
			if a.mark += ev.Time; o.pace.Kind == clock.Days {
				a.mark = min(a.mark, o.pace.Bank)
			}
		case engine.Paused:
			if o.pause = (span{e.Time, ev.Until}); ev.Until == 0 {
				o.pause = span{}
			}
		case engine.Vacation:
			last := o.away[ev.Seat]
			o.rested[ev.Seat] += max(0, min(last.to, e.Time)-last.from)
			if o.away[ev.Seat] = (span{e.Time, ev.Until}); o.rested[ev.Seat]+max(0, ev.Until-e.Time) > 30*aDay*aSecond {
				o.fault = "more than thirty days of vacation"
			}
		case engine.HandedOver:
			last := o.away[ev.Seat]
			o.rested[ev.Seat], o.away[ev.Seat] = o.rested[ev.Seat]+max(0, min(last.to, e.Time)-last.from), span{}
		}
	}
	o.turn(f, e, takesBack)
}

func (o *clockOracle) credit(a *account, ms int64) {
	before := a.credit
	if a.credit += ms; o.pace.Kind == clock.Days {
		a.credit = min(a.credit, o.pace.Bank+a.used)
	}
	a.first += a.credit - before
}

// turn starts and stops the clocks after an entry.
func (o *clockOracle) turn(f *engine.Fold, e engine.Entry, takesBack bool) {
	ended := f.Endings()
	for s, a := range o.accounts {
		seat := engine.Seat(s)
		owed := o.owing[s]
		o.owing[s], o.standIns[s] = slices.Contains(f.OwingSeats(), seat), f.StandIn(seat) != ""
		if e.Kind == engine.KindMove && o.owing[s] && !owed {
			a.renewed = true
		}
		if a.out && !o.standIns[s] {
			a.out = false
			if least := max(o.pace.Extra(), o.pace.Increment); a.left() < least {
				o.credit(a, least-a.left())
			}
		}
		runs := o.owing[s] && !o.standIns[s] && !ended.HasConceded(seat) && f.Outcome() == nil
		switch {
		case runs && !a.runs:
			a.mark, a.grace, a.first, a.passed, a.free, a.stood, a.beyond = a.left(), o.pace.Grace(), a.left(), 0, 0, 0, 0
		case runs && e.Kind == engine.KindMove && e.Seat == seat:
			a.grace = o.pace.Grace()
		case a.runs && !runs && takesBack:
			a.used -= a.mark - a.left()
		case a.runs && !o.owing[s] && e.Kind == engine.KindMove && a.renewed:
			o.credit(a, o.pace.Increment)
			a.renewed = false
		}
		if a.runs = runs; !runs {
			a.grace = 0
		}
	}
}
