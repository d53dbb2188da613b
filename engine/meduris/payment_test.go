package meduris_test

import (
	"fmt"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	. "nemeton/engine/meduris"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/eventtest"
	"nemeton/testkit/expect"
)

// replaces is the first step of a payment, gives a later one.
func replaces(g Goal, due, units Counts) Replace {
	return Replace{Do: DoReplace, Goal: g, Due: due, Units: units}
}

func TestPay(t *testing.T) {
	t.Parallel()

	t.Run("kind by kind; each step repeats what is bound; nothing moves before the last [M22]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, hand(0, Counts{Wood: 2, Wool: 2, Copper: 3, Stone: 4}), asks(KindTurn, 0))
		before := p.view(0).Stock
		p.Do(0, KindTurn, Build{DoHut, 13}) // WB
		g, due, both := Goal{DoHut, 13, NoMaterial}, Counts{Wood: 1, Wool: 1}, Counts{Wood: 1, Wool: 1}
		p.Do(0, KindPay, replaces(g, due, both))
		first := Give{DoGive, g, due, both, Wood, Counts{Wool: 1, Stone: 2}, Counts{}}
		p.Do(0, KindPay, first)
		expect.Deep(t, p.view(0).Stock, before, "stock before the last step")
		expect.Deep(t, *p.view(1).Payment, PaymentView{Seat: 0, Steps: 2}, "others see")
		second := Give{DoGive, g, due, both, Wool, Counts{Wood: 1, Copper: 2}, first.With}
		got := p.Do(0, KindPay, second)
		expect.Deep(t, eventtest.Find[Paid](p, got).Tokens, Counts{Wood: 1, Wool: 1, Copper: 2, Stone: 2}, "paid")
		expect.Deep(t, p.hand(0), Counts{Wood: 1, Wool: 1, Copper: 1, Stone: 2}, "hand")
		expect.Deep(t, p.view(0).Stock, before.Plus(Counts{1, 1, 2, 2}), "stock")
		expect.Deep(t, p.view(1).Payment, nil, "payment")
	})

	t.Run("a step is asked even where one way is left [M22]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, hand(0, Counts{Wood: 1, Stone: 3}), asks(KindTurn, 0))
		p.Do(0, KindTurn, Build{DoTemple, 13})
		expect.Deep(t, len(p.Open(0, KindPay).Moves), 1, "ways")
		g, due := Goal{DoTemple, 13, NoMaterial}, Counts{Wood: 1, Wool: 1}
		p.Do(0, KindPay, replaces(g, due, Counts{Wool: 1}))
		expect.Deep(t, p.Open(0, KindPay).Moves, []engine.Move{
			Give{DoGive, g, due, Counts{Wool: 1}, Wool, Counts{Stone: 3}, Counts{Wood: 1}},
		}, "ways")
	})

	t.Run("a unit at hand may be replaced too [M22]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, hand(0, Counts{Wood: 1, Wool: 1, Copper: 3}), asks(KindTurn, 0))
		p.Do(0, KindTurn, Build{DoTemple, 13})
		g, due := Goal{DoTemple, 13, NoMaterial}, Counts{Wood: 1, Wool: 1}
		expect.Deep(t, p.Open(0, KindPay).Moves, []engine.Move{
			replaces(g, due, Counts{}), replaces(g, due, Counts{Wool: 1}), replaces(g, due, Counts{Wood: 1}),
		}, "ways")
	})

	t.Run("others learn the seat alone [M22]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, asks(KindTurn, 0))
		got := p.Do(0, KindTurn, Build{DoHut, 13})
		for _, v := range []engine.Viewer{engine.SeatViewer(1), spectator} {
			told, ok := Title{}.Registry().Redact(got[0], v)
			expect.Deep(t, ok, true, "told")
			expect.Deep(t, told.Data, any(SeatOnly{0}), "to others")
		}
		if p.view(0).Payment.Own == nil || p.view(1).Payment.Own != nil {
			t.Error("the payer alone sees what is paid for")
		}
	})

	t.Run("one unit of one material for an offering of one [M32, M22]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, huts(1, 2, 3), field(2), hand(1, Counts{Stone: 3}), asks(KindOffer, 1))
		expect.Deep(t, p.Open(1, KindOffer).Moves, []engine.Move{Offer{DoNothing}, OfferOne{DoOne, Wool}, OfferOne{DoOne, Copper}}, "offers")
		p.Do(1, KindOffer, OfferOne{DoOne, Copper})
		g, due := Goal{DoOne, 2, Copper}, Counts{Copper: 1}
		p.Do(1, KindPay, replaces(g, due, due))
		expect.Deep(t, *p.view(0).Payment, PaymentView{Seat: 1, Offering: true, Steps: 1}, "others see an offering")
		got := p.Do(1, KindPay, Give{DoGive, g, due, due, Copper, Counts{Stone: 3}, Counts{}})
		expect.Deep(t, eventtest.Find[Offered](p, got), Offered{1, 2, DoOne, Copper, 1}, "offered")
	})
}

// ways pays in every possible way, and collects the tokens that are paid in the end.
func ways(s engine.State, chance chance.Source, total map[Counts]bool, longest *int) {
	d := s.Open()[0]
	*longest = max(*longest, len(d.Moves))
	for _, m := range d.Moves {
		events := s.Decide(d, m, chance)
		if paid, done := events[0].(Paid); done {
			total[paid.Tokens] = true
			continue
		}
		next := s.Clone()
		for _, e := range events {
			next.Evolve(e)
		}
		ways(next, chance, total, longest)
	}
}

// TestPay_Ways compares the payments with an independent search over all counts that a hand holds [M22].
func TestPay_Ways(t *testing.T) {
	t.Parallel()
	r := enginetest.Loose(9)
	for n := range 60 {
		var c Counts
		for k := range c {
			c[k] = int8(r.IntN(7))
		}
		joined := 1 + r.IntN(3)
		t.Run(fmt.Sprintf("%d: %v, %d huts", n, c, joined), func(t *testing.T) {
			t.Parallel()
			// Field 13 costs wood and wool; the huts beside it set the amount.
			p := given(t, 2, huts(1, []int8{12, 14}[:joined-1]...), hand(0, c), workers(Wood, 0), asks(KindTurn, 0))
			all := search(c, int8(joined))
			if able := p.Lists(0, KindTurn, Build{DoHut, 13}); able != (len(all) > 0) {
				t.Fatalf("listed %v, but there are %d ways", able, len(all))
			}
			if len(all) == 0 {
				return
			}
			p.Do(0, KindTurn, Build{DoHut, 13})
			d := p.Open(0, KindPay)
			fewest := d.Moves[0].(Replace).Units.Total()
			effects := Title{}.Effects(engine.Knowledge{Viewer: engine.SeatViewer(0), Setup: setup(2), View: p.view(0)}, d)
			for i, m := range d.Moves {
				if m.(Replace).Units.Total() < fewest {
					t.Errorf("%v is listed after a payment that replaces more", m)
				}
				for _, e := range effects[i] {
					if e.Kind == "paid" && !all[Counts{int8(e.Values[0].Min), int8(e.Values[1].Min), int8(e.Values[2].Min), int8(e.Values[3].Min)}] {
						t.Errorf("the example %v of %v is no payment", e, m)
					}
				}
			}
			got, longest := map[Counts]bool{}, 0
			ways(p.State, p, got, &longest)
			expect.Deep(t, got, all, "ways")
		})
	}
}

// search finds all payments of n wood and n wool by trying every number of replaced units and every mix of tokens.
func search(hand Counts, n int8) map[Counts]bool {
	all := map[Counts]bool{}
	for x := range n + 1 {
		for y := range n + 1 {
			for _, a := range mixes(3*x, Wood) {
				for _, b := range mixes(3*y, Wool) {
					if paid := a.Plus(b).Plus(Counts{Wood: n - x, Wool: n - y}); hand.Holds(paid) {
						all[paid] = true
					}
				}
			}
		}
	}
	return all
}

// mixes lists all ways to take n tokens of kinds other than not.
func mixes(n int8, not Material) []Counts {
	var list []Counts
	for a := range n + 1 {
		for b := range n + 1 - a {
			c := Counts{Copper: b, Stone: n - a - b}
			c[Wool-not] = a // the other one of wood and wool
			list = append(list, c)
		}
	}
	return list
}

// TestPay_Lists tries the most expensive huts with the richest hands: no list is longer than 300 moves [M22].
func TestPay_Lists(t *testing.T) {
	t.Parallel()
	longest := 0
	for n := int8(1); n <= 30; n++ {
		for _, c := range []Counts{{17, 17, 17, 17}, {17, 0, 17, 17}, {17, 4, 17, 17}, {8, 8, 17, 17}, {17, 17, 17, 0}, {12, 14, 16, 17}} {
			// Field 13 joins the huts on the n-1 fields after it.
			var row []int8
			for i := range n - 1 {
				row = append(row, (14+i)%32)
			}
			p := given(t, 2, huts(1, row...), hand(0, c), workers(Wood, 0), asks(KindTurn, 0))
			if !p.Lists(0, KindTurn, Build{DoHut, 13}) {
				continue
			}
			p.Do(0, KindTurn, Build{DoHut, 13})
			first := p.Open(0, KindPay)
			longest = max(longest, len(first.Moves))
			for _, m := range first.Moves {
				if m.(Replace).Units == (Counts{}) {
					continue
				}
				next := p.State.Clone()
				for _, e := range p.State.Decide(first, m, p) {
					next.Evolve(e)
				}
				second := next.Open()[0]
				longest = max(longest, len(second.Moves))
				for _, i := range []int{0, len(second.Moves) / 2, len(second.Moves) - 1} {
					last := next.Clone()
					events := next.Decide(second, second.Moves[i], p)
					for _, e := range events {
						last.Evolve(e)
					}
					if !eventtest.Has[Paid](events) {
						longest = max(longest, len(last.Open()[0].Moves))
					}
				}
			}
		}
	}
	t.Logf("longest list: %d moves", longest)
	if longest > 300 {
		t.Errorf("a list has %d moves", longest)
	}
}
