package pangea_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"nemeton/engine"
	"nemeton/engine/pangea"
)

// setup is a table of n seats in the order of default colours.
func setup(n int) engine.Setup {
	return engine.Setup{Colors: pangea.Title{}.Info().ColorsFor(n)[:n], Options: engine.Options{}}
}

// begin is a table after its start.
func begin(n int, chance engine.Chance) engine.State {
	title := pangea.Title{}
	s := title.Blank(setup(n))
	for _, e := range title.Start(setup(n), chance) {
		s.Evolve(e)
	}
	return s
}

// step answers one open decision by chance.
func step(s engine.State, chance engine.Loose) []engine.Event {
	open := s.Open()
	d := open[chance.IntN(len(open))]
	events := s.Decide(d, d.Moves[chance.IntN(len(d.Moves))], chance)
	for _, e := range events {
		s.Evolve(e)
	}
	return events
}

func loose(seed uint64) engine.Loose { return engine.Loose{Rand: rand.New(rand.NewPCG(seed, 1))} }

// BenchmarkGame plays whole games by chance.
func BenchmarkGame(b *testing.B) {
	for n := 2; n <= 5; n++ {
		b.Run(fmt.Sprintf("%d seats", n), func(b *testing.B) {
			b.ReportAllocs()
			decisions := 0
			chance := loose(uint64(n))
			for b.Loop() {
				for s := begin(n, chance); s.Outcome() == nil; decisions++ {
					step(s, chance)
				}
			}
			b.ReportMetric(float64(decisions)/b.Elapsed().Seconds(), "decisions/s")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}

// middle is a table of four somewhere in its middle, in the longest phase.
func middle() engine.State {
	chance := loose(7)
	s := begin(4, chance)
	for range 150 {
		step(s, chance)
	}
	for s.Open()[0].Kind != pangea.KindMagic {
		step(s, chance)
	}
	return s
}

// BenchmarkDecide answers one decision and applies what comes of it.
func BenchmarkDecide(b *testing.B) {
	b.ReportAllocs()
	s, chance := middle(), loose(1)
	d := s.Open()[0]
	for b.Loop() {
		next := s.Clone()
		for _, e := range s.Decide(d, d.Moves[0], chance) {
			next.Evolve(e)
		}
	}
}

// BenchmarkOpen lists the legal moves.
func BenchmarkOpen(b *testing.B) {
	b.ReportAllocs()
	s := middle()
	for b.Loop() {
		s.Open()
	}
}

// BenchmarkView makes one view; its size in JSON is a metric.
func BenchmarkView(b *testing.B) {
	b.ReportAllocs()
	s := middle()
	raw, err := json.Marshal(s.View(engine.SeatViewer(0)))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s.View(engine.SeatViewer(0))
	}
	b.ReportMetric(float64(len(raw)), "bytes")
}
