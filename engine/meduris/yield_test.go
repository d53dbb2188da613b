package meduris_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/meduris"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/eventtest"
	"nemeton/testkit/expect"
)

func TestSmallYield(t *testing.T) {
	t.Parallel()

	// roll ends seat 0's turn; then seat 1 rolls the face.
	roll := func(p *table, face Face) []engine.Event {
		p.Helper()
		p.Draws = []int{int(face)}
		return p.idle(0)
	}

	t.Run("the die is rolled as the turn begins [M10]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, workers(Wood, 0), asks(KindTurn, 0))
		got := roll(p, FaceCopper)
		expect.Deep(t, eventtest.Find[DieRolled](p, got), DieRolled{1, FaceCopper}, "rolled")
		expect.Deep(t, p.view(0).Turn, TurnView{Seat: 1, Number: 2, Phase: PhaseActing, Die: FaceCopper, Quiet: 1}, "view")
	})

	t.Run("all six faces come [M10]", func(t *testing.T) {
		t.Parallel()
		seen, chance := map[Face]int{}, enginetest.Loose(2)
		for s := begin(2, chance); s.Outcome() == nil; {
			for _, e := range enginetest.Step(s, chance) {
				if r, ok := e.(DieRolled); ok {
					seen[r.Face]++
				}
			}
		}
		expect.Deep(t, len(seen), 6, "faces")
	})

	t.Run("a short stock serves the top worker first [M11]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, hand(2, Counts{Stone: 14}), workers(Stone, 0, 0, 1), workers(Wood, 0), asks(KindTurn, 0))
		p.Draws = []int{int(FaceStone)}
		expect.Deep(t, p.view(0).Stock[Stone], 2, "stock")
		got := p.Do(0, KindTurn, Yield{DoYield, Wood, 1, Wool})
		expect.Deep(t, eventtest.Find[Yielded](p, got[3:]).Workers, []WorkerYield{{1, 3, 1}, {0, 2, 1}, {0, 1, 0}}, "small yield")
	})

	t.Run("everyone gains one, the roller first, clockwise, of what is in stock [M12]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, workers(Wood, 0), hand(2, Counts{Wool: 16}), asks(KindTurn, 0))
		roll(p, FaceGain)
		expect.Deep(t, p.Lists(1, KindGainOne, GainOne{Wool}), false, "out of stock")
		for _, seat := range []engine.Seat{1, 2, 0} {
			expect.Deep(t, len(p.State.Open()), 1, "open")
			before := p.hand(seat)[Stone]
			p.Do(seat, KindGainOne, GainOne{Stone})
			expect.Deep(t, p.hand(seat)[Stone], before+1, "gained")
		}
		p.Open(1, KindTurn)
	})

	t.Run("nobody is asked once the stock is empty [M12]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, workers(Wood, 0), hand(0, Counts{17, 17, 16, 16}), hand(1, Counts{Copper: 1, Stone: 2}),
			asks(KindTurn, 0))
		expect.Deep(t, p.view(0).Stock, Counts{Wood: 1, Wool: 1, Copper: 1}, "stock")
		p.Do(0, KindTurn, Yield{DoYield, Wood, 1, Wool}) // takes the wool
		p.Do(1, KindGainOne, GainOne{Wood})
		p.Do(0, KindGainOne, GainOne{Copper})
		p.Open(1, KindTurn)
		p.Facts(workers(Stone, 1)...)
		p.Facts(one(Asked{Kind: KindTurn, Seats: []engine.Seat{1}})...)
		got := p.idle(1)
		expect.Deep(t, eventtest.Find[Asked](p, got), Asked{KindTurn, []engine.Seat{0}}, "next asked")
	})

	t.Run("everyone loses one, at the same time and in secret [M13]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, workers(Wood, 0), hand(2, Counts{}), asks(KindTurn, 0))
		roll(p, FaceLose)
		expect.Deep(t, p.view(0).Waiting, []engine.Seat{0, 1, 2}, "asked")
		expect.Deep(t, p.Open(2, KindLoseOne).Moves, []engine.Move{LoseOne{NoMaterial}}, "empty hand")
		expect.Deep(t, p.Lists(0, KindLoseOne, LoseOne{NoMaterial}), false, "full hand may refuse")
		stock := p.view(0).Stock
		got := p.Do(0, KindLoseOne, LoseOne{Copper})
		expect.Deep(t, p.view(0).Stock, stock, "stock while others choose")
		told, _ := Title{}.Registry().Redact(got[0], engine.SeatViewer(1))
		expect.Deep(t, told.Data, any(SeatOnly{0}), "told to others")
		told, _ = Title{}.Registry().Redact(got[0], engine.SeatViewer(0))
		expect.Deep(t, told.Data, any(LossChosen{0, Copper}), "told to the owner")
		expect.Deep(t, *p.view(0).Loss, Copper, "own view")
		expect.Deep(t, p.view(1).Loss, nil, "other view")
		p.Do(2, KindLoseOne, LoseOne{NoMaterial})
		got = p.Do(1, KindLoseOne, LoseOne{Wood})
		expect.Deep(t, eventtest.Find[LossesReturned](p, got).Losses, []Loss{{0, Copper}, {1, Wood}, {2, NoMaterial}}, "returned")
		expect.Deep(t, p.view(0).Stock, stock.Plus(Counts{Wood: 1, Copper: 1}), "stock")
		p.Open(1, KindTurn)
	})
}

func TestLargeYield(t *testing.T) {
	t.Parallel()

	t.Run("from any height; the stack closes up, the worker goes on top [M20]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, workers(Wood, 0, 1, 2), workers(Wool, 1), asks(KindTurn, 0))
		p.Do(0, KindTurn, Yield{DoYield, Wood, 1, Wool})
		expect.Deep(t, p.view(0).Plateaus.Wood, []engine.Seat{1, 2}, "left")
		expect.Deep(t, p.view(0).Plateaus.Wool, []engine.Seat{1, 0}, "right")
		expect.Deep(t, p.view(0).Turn.Seat, 1, "next turn")
	})

	t.Run("own workers only, to another plateau with fewer than three [M20]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, workers(Wood, 0, 1), workers(Wool, 1, 2, 2), hand(0, Counts{}), asks(KindTurn, 0))
		expect.Deep(t, p.Open(0, KindTurn).Moves, []engine.Move{
			Yield{DoYield, Wood, 1, Copper}, Yield{DoYield, Wood, 1, Stone},
		}, "moves")
	})
}
