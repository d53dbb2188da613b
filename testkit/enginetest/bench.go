package enginetest

import (
	"encoding/json"
	"fmt"
	"testing"

	"nemeton/engine"
	"nemeton/testkit/must"
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
	raw := must.Return(json.Marshal(s.View(engine.SeatViewer(0))))(b)
	for b.Loop() {
		s.View(engine.SeatViewer(0))
	}
	b.ReportMetric(float64(len(raw)), "bytes")
}

// midGame is a table of four in the middle of a lively random game.
func midGame(b *testing.B, title engine.Title) *game {
	b.Helper()
	x := suite{title: title, Options: Options{}.filled()}
	seats := min(4, title.Info().MaxSeats)
	whole := x.newGame(seats, 0, lively)
	for !whole.over() && len(whole.log) < whole.MaxMoves {
		if _, _, err := whole.next(); err != nil {
			b.Fatal(err)
		}
	}
	half := x.newGame(seats, 0, lively)
	for len(half.log) < len(whole.log)/2 {
		if _, _, err := half.next(); err != nil {
			b.Fatal(err)
		}
	}
	return half
}

// BenchSnapshot measures a snapshot in the middle of a game. The metric "bytes" is its size.
func BenchSnapshot(b *testing.B, title engine.Title) {
	b.Helper()
	b.ReportAllocs()
	g, size := midGame(b, title), 0
	for b.Loop() {
		raw := must.Return(g.fold.Snapshot())(b)
		size = len(raw)
	}
	b.ReportMetric(float64(size), "bytes")
}

// BenchRestore measures the restoration of a snapshot from the middle of a game, and the fold of the log up to there. The metric "entries" is
// the length of that log.
func BenchRestore(b *testing.B, title engine.Title) {
	b.Helper()
	g := midGame(b, title)
	raw := must.Return(g.fold.Snapshot())(b)
	b.Run("snapshot", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			must.Return(engine.RestoreFold(title, raw))(b)
		}
	})
	b.Run("log", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			must.Return(g.replayed(len(g.log)))(b)
		}
		b.ReportMetric(float64(len(g.log)), "entries")
	})
}
