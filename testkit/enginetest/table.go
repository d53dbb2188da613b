package enginetest

import (
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/testkit/must"
)

// Table is a state under test. A test arranges it by events and plays through the public API:
//
//	p := enginetest.Given(t, toy.Title{}, 2)
//	p.Draws = []int{5}
//	events := p.Do(0, "place", toy.Place{Do: "roll"})
type Table struct {
	testing.TB
	State engine.State
	Draws []int // outcomes of the next draws, all of which the test makes
	Rest  int   // outcome of the draws after them
}

// Given returns a table of n seats after its start, with the default options.
func Given(t testing.TB, title engine.Title, n int) *Table {
	t.Helper()
	setup := Setup(title, n)
	setup.Options = must.Return(setup.Options.Complete(title.Info().Options))(t)
	p := &Table{TB: t, State: title.Blank(setup)}
	t.Cleanup(func() {
		if len(p.Draws) > 0 {
			t.Errorf("the outcomes %v were not drawn", p.Draws)
		}
	})
	p.Facts(title.Start(setup, Loose(1))...)
	return p
}

// Draw implements chance.Source.
func (p *Table) Draw(what string, n int) int {
	p.Helper()
	if len(p.Draws) == 0 {
		return min(p.Rest, n-1)
	}
	is := p.Draws[0]
	if p.Draws = p.Draws[1:]; is < 0 || is >= n {
		p.Fatalf("draw %q of %d has no outcome %d", what, n, is)
	}
	return is
}

// Facts applies events.
func (p *Table) Facts(list ...engine.Event) {
	for _, e := range list {
		p.State.Evolve(e)
	}
}

// Open returns the decision of a kind that a seat owes, or ends the test.
func (p *Table) Open(seat engine.Seat, kind string) engine.Decision {
	p.Helper()
	for _, d := range p.State.Open() {
		if d.Seat == seat && d.Kind == kind {
			return d
		}
	}
	p.Fatalf("seat %d does not owe %q; open: %+v", seat, kind, p.State.Open())
	return engine.Decision{}
}

// Do answers a decision that the seat owes with a listed move, applies the events, and returns them. It ends the test if the seat does not owe such a
// decision or the move is not listed.
func (p *Table) Do(seat engine.Seat, kind string, m engine.Move) []engine.Event {
	p.Helper()
	d := p.Open(seat, kind)
	if !slices.Contains(d.Moves, m) {
		p.Fatalf("seat %d, %s: %+v is not listed in %+v", seat, kind, m, d.Moves)
	}
	events := p.State.Decide(d, m, p)
	p.Facts(events...)
	return events
}

// Lists reports whether a seat's decision lists a move.
func (p *Table) Lists(seat engine.Seat, kind string, m engine.Move) bool {
	p.Helper()
	return slices.Contains(p.Open(seat, kind).Moves, m)
}

// Received returns the data of the events that a viewer receives, redacted.
func Received(title engine.Title, events []engine.Event, v engine.Viewer) (list []any) {
	for _, e := range events {
		if redacted, ok := title.Registry().Redact(e, v); ok {
			list = append(list, redacted.Data)
		}
	}
	return list
}
