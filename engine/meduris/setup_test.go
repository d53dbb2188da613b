package meduris_test

import (
	"fmt"
	"testing"

	"nemeton/engine"
	. "nemeton/engine/meduris"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/expect"
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
			expect.Equal(t, "stock", v.Stock, Counts{c.stock, c.stock, c.stock, c.stock})
			for i, p := range v.Players {
				expect.Equal(t, "player", p, PlayerView{Seat: engine.Seat(i), Points: 5, Huts: int8(c.huts), Temples: 2, Workers: int8(c.workers)})
				expect.Equal(t, "hand", *s.View(engine.SeatViewer(p.Seat)).(View).Hand, Counts{1, 1, 1, 1})
			}
			expect.Equal(t, "druid", v.Druid, Place{AtTemple, 0})
			for _, holder := range v.Runes {
				expect.Equal(t, "rune", holder, engine.NoSeat)
			}
		})
	}

	t.Run("colors [M1]", func(t *testing.T) {
		t.Parallel()
		info := Title{}.Info()
		expect.Equal(t, "two", info.ColorsFor(2), []string{"purple", "blue"})
		expect.Equal(t, "three", info.ColorsFor(3), []string{"purple", "blue", "green", "red"})
		expect.Equal(t, "four", info.ColorsFor(4), []string{"purple", "blue", "green", "red"})
	})

	t.Run("the start player is drawn and places first [M7]", func(t *testing.T) {
		t.Parallel()
		seen := map[engine.Seat]bool{}
		for seed := range uint64(60) {
			s := begin(4, enginetest.Loose(seed))
			start := s.View(spectator).(View).Start
			expect.Equal(t, "asked", s.Open()[0].Seat, start)
			seen[start] = true
		}
		expect.Equal(t, "start players seen", len(seen), 4)
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
				expect.Equal(t, "asked", d.Seat, at)
				expect.Equal(t, "kind", d.Kind, KindPlaceWorker)
				enginetest.Step(s, chance)
				at = (at + 1) % engine.Seat(n)
			}
			expect.Equal(t, "first turn", s.View(spectator).(View).Turn.Seat, v.Start)
			expect.Equal(t, "turn", s.View(spectator).(View).Turn.Number, 1)
		})
	}

	t.Run("at most three on a plateau, the newest on top [M7]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, workers(Wool, 0, 1), asks(KindPlaceWorker, 0))
		got := p.do(0, KindPlaceWorker, PlaceWorker{Wool})
		expect.Equal(t, "height", expect.Find[WorkerPlaced](p, got).Height, 3)
		expect.Equal(t, "stack", p.view(0).Plateaus.Wool, []engine.Seat{0, 1, 0})
		expect.Equal(t, "full plateau listed", p.lists(1, KindPlaceWorker, PlaceWorker{Wool}), false)
		expect.Equal(t, "moves", len(p.open(1, KindPlaceWorker).Moves), 3)
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
			expect.Equal(t, "placements", len(seen), c.placements)
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
			expect.Equal(t, "chips", count, map[Chip]int{ChipPoints: 2, ChipFree: 2, ChipDruid: 2})
			first[chips[0].Chip]++
		}
		for c, n := range first {
			if n < 150 || n > 250 {
				t.Errorf("%v lies first %d times of 600", c, n)
			}
		}
	})
}
