package pangea_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/pangea"
	"nemeton/testkit/enginetest/eventtest"
	"nemeton/testkit/expect"
)

func TestRank(t *testing.T) {
	t.Parallel()
	all := []Amulet{Triangle, Crescent, Circle, Square, Star}
	for _, c := range []struct {
		amulets int
		goods   int16
		rank    int8
		goal    int8
	}{
		{0, 0, 0, 3},
		{2, 15, 0, 3},
		{2, 50, 0, 3},
		{3, 19, 0, 3},
		{3, 20, 3, 2},
		{4, 0, 0, 2},
		{4, 9, 0, 2},
		{4, 10, 2, 1},
		{4, 20, 2, 1},
		{5, 0, 1, 0},
	} {
		t.Run("ranks and the nearest one above [P30]", func(t *testing.T) {
			t.Parallel()
			p := given(t, 2, tower(Purple, 0), holds(0, all[:c.amulets]...), goods(0, c.goods))
			expect.Deep(t, p.player(0).Rank, c.rank, "rank")
			expect.Deep(t, p.player(0).Goal, c.goal, "goal")
		})
	}
}

// closing is a table of three in round 7, with the seat about to end its turn.
func closing(t *testing.T, seat engine.Seat, facts ...[]engine.Event) *table {
	t.Helper()
	facts = append([][]engine.Event{laid(nil), tower(Purple, 0), tower(Green, 3), tower(Orange, 6)}, facts...)
	return given(t, 3, append(facts, turn(seat, 7), asks(KindSpell, seat))...)
}

// high gives a seat the second rank, low the third.
func high(seat engine.Seat) []engine.Event {
	return append(holds(seat, Triangle, Star, Square, Circle), goods(seat, 10)...)
}

func low(seat engine.Seat, n int16) []engine.Event {
	return append(holds(seat, Triangle, Star, Square), goods(seat, n)...)
}

// buys lets a seat spend goods.
func buys(seat engine.Seat, price int16) []engine.Event {
	return one(AmuletBought{Seat: seat, Price: price, To: engine.NoSeat})
}

func TestLastRound(t *testing.T) {
	t.Parallel()

	t.Run("announced at the end of a turn, and the round is finished [P31]", func(t *testing.T) {
		t.Parallel()
		p := closing(t, 0, low(0, 20))
		got := p.end(0, KindSpell)
		expect.Deep(t, got[1].(LastRoundAnnounced), LastRoundAnnounced{ReasonRank, 7, []engine.Seat{0}}, "announced")
		expect.Deep(t, *p.view(1).LastRound, LastRoundView{ReasonRank}, "view")
		p.Facts(asks(KindSpell, 1)...)
		got = p.end(1, KindSpell)
		expect.Deep(t, eventtest.Has[LastRoundAnnounced](got), false, "announced once")
		p.Facts(asks(KindSpell, 2)...)
		got = p.end(2, KindSpell)
		expect.Deep(t, got[1].(GameEnded).Winners, []engine.Seat{0}, "over")
		expect.Deep(t, len(p.State.Open()), 0, "open")
		expect.Deep(t, p.view(0).Turn.Phase, PhaseOver, "phase")
	})

	t.Run("whoever holds a rank: one sold to in another's turn as well [P31]", func(t *testing.T) {
		t.Parallel()
		p := closing(t, 0, low(2, 19))
		p.Facts([]engine.Event{AmuletBought{Seat: 0, To: 2, Earned: 1}}...)
		p.Facts(asks(KindSpell, 0)...)
		expect.Deep(t, eventtest.Find[LastRoundAnnounced](p, p.end(0, KindSpell)).Seats, []engine.Seat{2}, "announced")
	})

	t.Run("falls if nobody holds a rank when the round ends [P31]", func(t *testing.T) {
		t.Parallel()
		p := closing(t, 1, low(1, 20))
		p.end(1, KindSpell)
		p.Facts(buys(1, 1)...)
		p.Facts(asks(KindSpell, 2)...)
		got := p.end(2, KindSpell)
		expect.Deep(t, got[1].(LastRoundFell), LastRoundFell{7}, "fell")
		expect.Deep(t, got[2].(TurnBegan), TurnBegan{0, 8, 3, 1}, "next")
		expect.Deep(t, p.view(0).LastRound, nil, "view")
		expect.Deep(t, p.State.Outcome(), nil, "over")
	})

	t.Run("the last player needs no announcement [P31]", func(t *testing.T) {
		t.Parallel()
		p := closing(t, 2, low(2, 20))
		got := p.end(2, KindSpell)
		expect.Deep(t, eventtest.Has[LastRoundAnnounced](got), false, "announced")
		expect.Deep(t, got[1].(GameEnded).Winners, []engine.Seat{2}, "over")
	})

	t.Run("round 60 is announced at its start and ends the game [P32]", func(t *testing.T) {
		t.Parallel()
		p := position(t, "end-of-round-59")
		got := p.end(2, KindSpell)
		expect.Deep(t, got[2].(LastRoundAnnounced), LastRoundAnnounced{ReasonLimit, 60, []engine.Seat{}}, "announced")
		expect.Deep(t, *p.view(1).LastRound, LastRoundView{ReasonLimit}, "view")
		p.Facts(low(0, 20)...)
		p.Facts(asks(KindSpell, 0)...)
		expect.Deep(t, eventtest.Has[LastRoundAnnounced](p.end(0, KindSpell)), false, "announced once")
		p.Facts(buys(0, 5)...)
		p.Facts(asks(KindSpell, 1)...)
		p.end(1, KindSpell)
		p.Facts(asks(KindSpell, 2)...)
		got = p.end(2, KindSpell)
		expect.Deep(t, got[1].(GameEnded).Winners, []engine.Seat{0}, "over")
	})
}

func TestWinners(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		round   int8
		facts   [][]engine.Event
		winners []engine.Seat
		scores  []int
	}{
		"the highest rank wins [P31]":               {7, [][]engine.Event{low(0, 90), high(1)}, []engine.Seat{1}, []int{13090, 24010, 0}},
		"five amulets need no goods [P30, P31]":     {7, [][]engine.Event{high(0), goods(0, 90), holds(2, Triangle, Star, Square, Circle, Crescent)}, []engine.Seat{2}, []int{24100, 0, 35000}},
		"then goods [P31]":                          {7, [][]engine.Event{low(0, 20), low(1, 22), low(2, 21)}, []engine.Seat{1}, []int{13020, 13022, 13021}},
		"then the victory is shared [P31]":          {7, [][]engine.Event{low(0, 25), low(1, 22), low(2, 25)}, []engine.Seat{0, 2}, []int{13025, 13022, 13025}},
		"a rank beats goods and amulets [P32]":      {60, [][]engine.Event{low(0, 20), holds(1, Star, Circle, Square, Triangle), goods(1, 9)}, []engine.Seat{0}, []int{13020, 4009, 0}},
		"without a rank most amulets [P32]":         {60, [][]engine.Event{goods(0, 300), holds(1, Star), holds(2, Star, Circle)}, []engine.Seat{2}, []int{300, 1000, 2000}},
		"then goods, without a rank [P32]":          {60, [][]engine.Event{holds(0, Star), holds(1, Circle), goods(1, 3)}, []engine.Seat{1}, []int{1000, 1003, 0}},
		"then shared, without a rank [P32]":         {60, [][]engine.Event{holds(0, Star), holds(1, Circle)}, []engine.Seat{0, 1}, []int{1000, 1000, 0}},
		"all share where nobody has anything [P32]": {60, nil, []engine.Seat{0, 1, 2}, []int{0, 0, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := closing(t, 2, c.facts...)
			p.Facts(turn(2, c.round)...)
			if c.round == 60 {
				p.Facts(one(LastRoundAnnounced{Reason: ReasonLimit, Round: 60})...)
			}
			p.Facts(asks(KindSpell, 2)...)
			got := eventtest.Find[GameEnded](p, p.end(2, KindSpell))
			expect.Deep(t, got.Winners, c.winners, "winners")
			expect.Deep(t, *p.State.Outcome(), engine.Outcome{Winners: c.winners, Scores: c.scores}, "outcome")
			for i, s := range got.Standings {
				v := p.player(engine.Seat(i))
				expect.Deep(t, s, Standing{v.Seat, v.Rank, int8(len(v.Amulets)), v.Goods, c.scores[i]}, "standing")
			}
		})
	}
}
