package enginetest

import (
	"encoding/json"
	"fmt"
	"testing"

	"nemeton/engine"
)

// BenchGame plays whole random games of a title, for each number of seats.
func BenchGame(b *testing.B, title engine.Title) {
	b.Helper()
	info := title.Info()
	for n := info.MinSeats; n <= info.MaxSeats; n++ {
		b.Run(fmt.Sprintf("%d seats", n), func(b *testing.B) {
			b.ReportAllocs()
			decisions := 0
			chance := Loose(uint64(n))
			for b.Loop() {
				for s := Begin(title, n, chance); s.Outcome() == nil; decisions++ {
					Step(s, chance)
				}
			}
			b.ReportMetric(float64(decisions)/b.Elapsed().Seconds(), "decisions/s")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}

// Middle is a table of four in mid-game: after the given number of decisions, at the first decision of a kind (of any
// kind, if it is empty).
func Middle(title engine.Title, decisions int, kind string) engine.State {
	chance := Loose(7)
	s := Begin(title, 4, chance)
	for n := 0; n < decisions || kind != "" && s.Open()[0].Kind != kind; n++ {
		Step(s, chance)
	}
	return s
}

// BenchDecide measures one decision and its events.
func BenchDecide(b *testing.B, s engine.State) {
	b.Helper()
	b.ReportAllocs()
	chance := Loose(1)
	d := s.Open()[0]
	for b.Loop() {
		next := s.Clone()
		for _, e := range s.Decide(d, d.Moves[0], chance) {
			next.Evolve(e)
		}
	}
}

// BenchOpen measures the list of legal moves.
func BenchOpen(b *testing.B, s engine.State) {
	b.Helper()
	b.ReportAllocs()
	for b.Loop() {
		s.Open()
	}
}

// BenchView measures one view. The metric "bytes" is its size as JSON.
func BenchView(b *testing.B, s engine.State) {
	b.Helper()
	b.ReportAllocs()
	raw, err := json.Marshal(s.View(engine.SeatViewer(0)))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s.View(engine.SeatViewer(0))
	}
	b.ReportMetric(float64(len(raw)), "bytes")
}
