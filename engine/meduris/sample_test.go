package meduris_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/meduris"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func knows(s engine.State, n int, v engine.Viewer) engine.Knowledge {
	k := engine.Knowledge{Viewer: v, Setup: setup(n), View: s.View(v), Decisions: s.Open()}
	for i := range k.Decisions {
		if !v.Is(k.Decisions[i].Seat) {
			k.Decisions[i].Moves = nil
		}
	}
	return k
}

// TestSample: hands that only one value fits. The law of noninterference samples all other states.
func TestSample(t *testing.T) {
	t.Parallel()
	t.Run("two players: the other hand follows from the stock", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, hand(0, Counts{Wood: 3}), hand(1, Counts{Wool: 2, Stone: 5}), asks(KindTurn, 0))
		world := must.Return(Title{}.Sample(knows(p.State, 2, engine.SeatViewer(0)), enginetest.Loose(1).Rand))(t)
		expect.Deep(t, *world.View(engine.SeatViewer(1)).(View).Hand, Counts{Wool: 2, Stone: 5}, "other hand")
	})

	t.Run("an empty hand that has settled to lose nothing [M13]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, hand(1, Counts{}), hand(2, Counts{}), asks(KindLoseOne, 0, 1, 2))
		p.Do(1, KindLoseOne, LoseOne{NoMaterial})
		p.Do(2, KindLoseOne, LoseOne{NoMaterial})
		world := must.Return(Title{}.Sample(knows(p.State, 3, engine.SeatViewer(0)), enginetest.Loose(1).Rand))(t)
		d := world.Open()[0]
		expect.Deep(t, world.Decide(d, d.Moves[0], p)[1].(LossesReturned).Losses[1:], []Loss{{1, NoMaterial}, {2, NoMaterial}}, "returned")
	})
}
