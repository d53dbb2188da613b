package meduris_test

import (
	"fmt"
	"testing"

	"nemeton/engine"
	. "nemeton/engine/meduris"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/eventtest"
	"nemeton/testkit/expect"
)

var spectator = engine.Spectator()

func TestStart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		seats, huts, workers int
		stock                int8
	}{{2, 12, 3, 16}, {3, 8, 2, 15}, {4, 8, 2, 14}} {
		t.Run(fmt.Sprintf("pieces, hands and stock of %d players [M1, M2, M4, M6]", c.seats), func(t *testing.T) {
			t.Parallel()
			s := begin(c.seats, enginetest.Loose(3))
			v := s.View(spectator).(View)
			expect.Deep(t, v.Stock, Counts{c.stock, c.stock, c.stock, c.stock}, "stock")
			for i, p := range v.Players {
				expect.Deep(t, p, PlayerView{Seat: engine.Seat(i), Points: 5, Huts: int8(c.huts), Temples: 2, Workers: int8(c.workers)}, "player")
				expect.Deep(t, *s.View(engine.SeatViewer(p.Seat)).(View).Hand, Counts{1, 1, 1, 1}, "hand")
			}
			expect.Deep(t, v.Druid, Place{AtTemple, 0}, "druid")
			for _, holder := range v.Runes {
				expect.Deep(t, holder, engine.NoSeat, "rune")
			}
		})
	}

	t.Run("colors [M1]", func(t *testing.T) {
		t.Parallel()
		info := Title{}.Info()
		expect.Deep(t, info.ColorsFor(2), []string{"purple", "blue"}, "two")
		expect.Deep(t, info.ColorsFor(3), []string{"purple", "blue", "green", "red"}, "three")
		expect.Deep(t, info.ColorsFor(4), []string{"purple", "blue", "green", "red"}, "four")
	})

	t.Run("the start player is drawn and places first [M7]", func(t *testing.T) {
		t.Parallel()
		seen := map[engine.Seat]bool{}
		for seed := range uint64(60) {
			s := begin(4, enginetest.Loose(seed))
			start := s.View(spectator).(View).Start
			expect.Deep(t, s.Open()[0].Seat, start, "asked")
			seen[start] = true
		}
		expect.Deep(t, len(seen), 4, "start players seen")
	})
}

func TestPlaceWorker(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 4; n++ {
		t.Run(fmt.Sprintf("clockwise from the start player, who takes the first turn, %d players [M7]", n), func(t *testing.T) {
			t.Parallel()
			chance := enginetest.Loose(5)
			s := begin(n, chance)
			v := s.View(spectator).(View)
			at := v.Start
			for range n * int(v.Players[0].Workers) {
				d := s.Open()[0]
				expect.Deep(t, d.Seat, at, "asked")
				expect.Deep(t, d.Kind, KindPlaceWorker, "kind")
				enginetest.Step(s, chance)
				at = (at + 1) % engine.Seat(n)
			}
			expect.Deep(t, s.View(spectator).(View).Turn.Seat, v.Start, "first turn")
			expect.Deep(t, s.View(spectator).(View).Turn.Number, 1, "turn")
		})
	}

	t.Run("at most three on a plateau, the newest on top [M7]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, workers(Wool, 0, 1), asks(KindPlaceWorker, 0))
		got := p.Do(0, KindPlaceWorker, PlaceWorker{Wool})
		expect.Deep(t, eventtest.Find[WorkerPlaced](p, got).Height, 3, "height")
		expect.Deep(t, p.view(0).Plateaus.Wool, []engine.Seat{0, 1, 0}, "stack")
		expect.Deep(t, p.Lists(1, KindPlaceWorker, PlaceWorker{Wool}), false, "full plateau listed")
		expect.Deep(t, len(p.Open(1, KindPlaceWorker).Moves), 3, "moves")
	})
}

// script returns its draws in order.
type script struct {
	draws map[string]int
	of    map[string]int
}

func (s *script) Draw(what string, n int) int {
	s.of[what] = n
	return s.draws[what]
}

func TestStart_Chips(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ seats, fields, placements int }{{2, 32, 6864}, {4, 40, 135660}} {
		t.Run(fmt.Sprintf("every placement on %d fields is equally likely [M5]", c.fields), func(t *testing.T) {
			t.Parallel()
			chance := &script{draws: map[string]int{}, of: map[string]int{}}
			title, table := Title{}, setup(c.seats)
			title.Start(table, chance)
			seen := map[[6]int8]int{}
			for field := range chance.of["chip field"] {
				for rank := range chance.of["chip distances"] {
					chance.draws["chip field"], chance.draws["chip distances"] = field, rank
					var at [6]int8
					for i, laid := range title.Start(table, chance)[0].(SetUp).Chips {
						at[i] = laid.Field
					}
					seen[at]++
				}
			}
			expect.Deep(t, len(seen), c.placements, "placements")
			for at, n := range seen {
				for i, f := range at {
					gap := (int(at[(i+1)%6]) - int(f) + c.fields) % c.fields
					if n != 6 || gap < 4 {
						t.Fatalf("%v comes of %d draws, distance %d", at, n, gap)
					}
				}
			}
		})
	}

	t.Run("two of each chip, in any order [M5]", func(t *testing.T) {
		t.Parallel()
		first := map[Chip]int{}
		for seed := range uint64(600) {
			count := map[Chip]int{}
			chips := Title{}.Start(setup(3), enginetest.Loose(seed))[0].(SetUp).Chips
			for _, c := range chips {
				count[c.Chip]++
			}
			expect.Deep(t, count, map[Chip]int{ChipPoints: 2, ChipFree: 2, ChipDruid: 2}, "chips")
			first[chips[0].Chip]++
		}
		for c, n := range first {
			if n < 150 || n > 250 {
				t.Errorf("%v lies first %d times of 600", c, n)
			}
		}
	})
}
