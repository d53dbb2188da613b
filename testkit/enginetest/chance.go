package enginetest

import (
	"math/rand/v2"

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
