package enginetest

import (
	"math/rand/v2"

	"nemeton/engine"
)

// Bare states played by chance, without a fold around them: for a title's own tests and benchmarks.

// Setup is a table of n seats in the order of default colours, with no options.
func Setup(title engine.Title, n int) engine.Setup {
	return engine.Setup{Colors: title.Info().ColorsFor(n)[:n], Options: engine.Options{}}
}

// Loose is chance that is the same for the same seed.
func Loose(seed uint64) engine.Loose { return engine.Loose{Rand: rand.New(rand.NewPCG(seed, 1))} }

// Begin is a table of n seats after its start.
func Begin(title engine.Title, n int, chance engine.Chance) engine.State {
	setup := Setup(title, n)
	s := title.Blank(setup)
	for _, e := range title.Start(setup, chance) {
		s.Evolve(e)
	}
	return s
}

// Step answers one open decision by chance, and gives what came of it.
func Step(s engine.State, chance engine.Loose) []engine.Event {
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
