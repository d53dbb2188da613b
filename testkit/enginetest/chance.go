package enginetest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
)

// Play of bare states, without a Fold: for a title's own tests and benchmarks.

// Setup is a table of n seats with the default colors and without options.
func Setup(title engine.Title, n int) engine.Setup {
	return engine.Setup{Colors: title.Info().ColorsFor(n)[:n], Options: engine.Options{}}
}

// Loose is chance that depends on the seed alone.
func Loose(seed uint64) chance.Loose { return chance.Loose{Rand: rand.New(rand.NewPCG(seed, 1))} }

// Begin is a table of n seats after its start.
func Begin(title engine.Title, n int, chance chance.Source) engine.State {
	setup := Setup(title, n)
	s := title.Blank(setup)
	for _, e := range title.Start(setup, chance) {
		s.Evolve(e)
	}
	return s
}

// Step answers one random open decision, and returns the events.
func Step(s engine.State, chance chance.Loose) []engine.Event {
	open := s.Open()
	d := open[0]
	if len(open) > 1 {
		d = open[chance.IntN(len(open))]
	}
	events := s.Decide(d, d.Moves[chance.IntN(len(d.Moves))], chance)
	for _, e := range events {
		s.Evolve(e)
	}
	return events
}

// Owed returns the decision of a kind that a seat owes, or ends the test.
func Owed(t testing.TB, s engine.State, seat engine.Seat, kind string) engine.Decision {
	t.Helper()
	for _, d := range s.Open() {
		if d.Seat == seat && d.Kind == kind {
			return d
		}
	}
	t.Fatalf("seat %d does not owe %q; open: %+v", seat, kind, s.Open())
	return engine.Decision{}
}

// Answer answers a decision that the seat owes with a listed move, applies the events, and returns them. It ends the test if
// the seat does not owe such a decision or the move is not listed.
func Answer(t testing.TB, s engine.State, chance chance.Source, seat engine.Seat, kind string, m engine.Move) []engine.Event {
	t.Helper()
	d := Owed(t, s, seat, kind)
	if !slices.Contains(d.Moves, m) {
		t.Fatalf("seat %d, %s: %+v is not listed in %+v", seat, kind, m, d.Moves)
	}
	events := s.Decide(d, m, chance)
	for _, e := range events {
		s.Evolve(e)
	}
	return events
}
