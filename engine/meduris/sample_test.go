package meduris_test

import (
	"fmt"
	"reflect"
	"testing"

	"nemeton/engine"
	. "nemeton/engine/meduris"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/expect"
)

// knows is a viewer's knowledge of a state.
func knows(s engine.State, n int, v engine.Viewer) engine.Knowledge {
	k := engine.Knowledge{Viewer: v, Setup: setup(n), View: s.View(v), Decisions: s.Open()}
	for i := range k.Decisions {
		if !v.Is(k.Decisions[i].Seat) {
			k.Decisions[i].Moves = nil
		}
	}
	return k
}

// TestSample samples at every move of games with many payments in several steps. The view stays the same, every seat
// that owes a decision can move, and the sampled game can be played to its end.
func TestSample(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 4; n++ {
		t.Run(fmt.Sprintf("%d players", n), func(t *testing.T) {
			t.Parallel()
			chance := enginetest.Loose(uint64(n))
			s := begin(n, chance)
			steps := map[int8]int{}
			for moves := 0; s.Outcome() == nil; moves++ {
				v := engine.SeatViewer(engine.Seat(chance.IntN(n+1) - 1))
				k := knows(s, n, v)
				world, err := Title{}.Sample(k, chance.Rand)
				if err != nil {
					t.Fatal(err)
				}
				if p := k.View.(View).Payment; p != nil && p.Own == nil {
					steps[p.Steps]++
				}
				if got := knows(world, n, v); !reflect.DeepEqual(got, k) {
					t.Fatalf("%v sees\n%+v\nin the sampled world, not\n%+v", v, got, k)
				}
				if err := complete(world, n); err != nil {
					t.Fatalf("after %d moves: %v", moves, err)
				}
				if moves%40 == 0 {
					for world.Outcome() == nil {
						enginetest.Step(world, chance)
					}
				}
				d, m := eager(s, chance)
				for _, e := range s.Decide(d, m, chance) {
					s.Evolve(e)
				}
			}
			for i := range int8(3) {
				if steps[i] == 0 {
					t.Errorf("no payment was sampled after %d steps", i)
				}
			}
		})
	}

	t.Run("two players: the other hand follows from the stock", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, hand(0, Counts{Wood: 3}), hand(1, Counts{Wool: 2, Stone: 5}), asks(KindTurn, 0))
		world, err := Title{}.Sample(knows(p.s, 2, engine.SeatViewer(0)), enginetest.Loose(1).Rand)
		if err != nil {
			t.Fatal(err)
		}
		expect.Equal(t, "other hand", *world.View(engine.SeatViewer(1)).(View).Hand, Counts{Wool: 2, Stone: 5})
	})

	t.Run("an empty hand that has settled to lose nothing [M13]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, hand(1, Counts{}), hand(2, Counts{}), asks(KindLoseOne, 0, 1, 2))
		p.do(1, KindLoseOne, LoseOne{NoMaterial})
		p.do(2, KindLoseOne, LoseOne{NoMaterial})
		world, err := Title{}.Sample(knows(p.s, 3, engine.SeatViewer(0)), enginetest.Loose(1).Rand)
		if err != nil {
			t.Fatal(err)
		}
		d := world.Open()[0]
		expect.Equal(t, "returned", world.Decide(d, d.Moves[0], p)[1].(LossesReturned).Losses[1:], []Loss{{1, NoMaterial}, {2, NoMaterial}})
	})
}

// complete checks that all tokens exist and every decision can be answered.
func complete(s engine.State, n int) error {
	total := s.View(spectator).(View).Stock
	for i := range n {
		c := *s.View(engine.SeatViewer(engine.Seat(i))).(View).Hand
		if !c.Holds(Counts{}) {
			return fmt.Errorf("seat %d holds %v", i, c)
		}
		total = total.Plus(c)
	}
	if total != (Counts{18, 18, 18, 18}) {
		return fmt.Errorf("the tokens are %v", total)
	}
	for _, d := range s.Open() {
		if len(d.Moves) == 0 {
			return fmt.Errorf("seat %d cannot answer %q", d.Seat, d.Kind)
		}
	}
	return nil
}
