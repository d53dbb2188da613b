package meduris_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/meduris"
	"nemeton/testkit/enginetest/eventtest"
	"nemeton/testkit/expect"
)

// ending is a table in its very last turn before the last lap, seat 0 to move.
func ending(t *testing.T, n int, facts ...[]engine.Event) *table {
	t.Helper()
	facts = append(facts, workers(Wood, 0),
		one(LastTurnsAnnounced{Reason: ReasonBuilt, Seat: 1, Turns: 0}), asks(KindTurn, 0))
	return given(t, n, facts...)
}

// last plays a large yield as the last turn.
func (p *table) last() []engine.Event {
	p.Helper()
	return p.Do(0, KindTurn, Yield{Do: DoYield, From: Wood, Height: 1, To: Wool})
}

// idle is a large yield between two plateaus.
func (p *table) idle(seat engine.Seat) []engine.Event {
	p.Helper()
	for _, m := range p.Open(seat, KindTurn).Moves {
		if y, ok := m.(Yield); ok {
			return p.Do(seat, KindTurn, y)
		}
	}
	p.Fatalf("seat %d has no worker to move", seat)
	return nil
}

// gain lets n seats take one material, starting with the seat.
func (p *table) gain(seat engine.Seat, n int) {
	p.Helper()
	for i := range n {
		s := (int(seat) + i) % n
		p.Do(engine.Seat(s), KindGainOne, p.Open(engine.Seat(s), KindGainOne).Moves[0])
	}
}

func TestEnd_LastTurns(t *testing.T) {
	t.Parallel()

	t.Run("every other player has one more turn [M40]", func(t *testing.T) {
		t.Parallel()
		p := position(t, "one-temple-left")
		p.Do(0, KindTurn, Build{DoTemple, 18})
		p.pay(0)
		p.Open(0, KindOffer)
		expect.Equal(t, p.view(0).Finish, nil, "the end was announced before the ritual was over")
		got := p.Do(0, KindOffer, Offer{DoNothing})
		expect.Deep(t, eventtest.Find[LastTurnsAnnounced](p, got), LastTurnsAnnounced{ReasonBuilt, 0, 2}, "announced")
		for seat := engine.Seat(1); seat <= 2; seat++ {
			p.gain(seat, 3)
			if got = p.idle(seat); seat == 1 {
				expect.Deep(t, eventtest.Has[LastLapBegan](got), false, "lap after the second turn")
			}
		}
		expect.Deep(t, eventtest.Has[LastLapBegan](got), true, "lap after the third turn")
	})

	t.Run("a second finisher changes nothing [M40]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 3, workers(Wood, 0), workers(Wool, 1), workers(Copper, 2), field(0),
			huts(1, 0, 2, 4, 6, 8, 10, 12, 14), temples(1, 16),
			one(LastTurnsAnnounced{Reason: ReasonBuilt, Seat: 0, Turns: 2}), one(TurnBegan{Seat: 1, Turn: 60}), asks(KindTurn, 1))
		p.build(1, DoTemple, 18)
		got := p.Do(1, KindOffer, Offer{DoNothing})
		expect.Deep(t, eventtest.Has[LastTurnsAnnounced](got), false, "announced again")
		p.gain(2, 3)
		expect.Deep(t, eventtest.Has[LastLapBegan](p.idle(2)), true, "lap")
	})

	t.Run("forty turns in a row without a build [M40a]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, workers(Wood, 0), workers(Wool, 1), asks(KindTurn, 0))
		p.Draws = make([]int, 0, 40)
		for range 40 {
			p.Draws = append(p.Draws, int(FaceStone))
		}
		for turn := range 39 {
			if got := p.idle(engine.Seat(turn % 2)); eventtest.Has[LastTurnsAnnounced](got) {
				t.Fatalf("announced after %d turns", turn+1)
			}
		}
		got := p.idle(1)
		expect.Deep(t, eventtest.Find[LastTurnsAnnounced](p, got), LastTurnsAnnounced{ReasonQuiet, engine.NoSeat, 0}, "announced")
		expect.Deep(t, eventtest.Has[GameEnded](got), true, "ended")
	})

	t.Run("a build begins the count anew [M40a]", func(t *testing.T) {
		t.Parallel()
		p := given(t, 2, workers(Wood, 0), asks(KindTurn, 0))
		p.idle(0)
		expect.Deep(t, p.view(0).Turn.Quiet, 1, "quiet")
		p.gain(1, 2)
		p.build(1, DoTemple, 3)
		expect.Deep(t, p.view(0).Turn.Quiet, 0, "quiet")
	})

	t.Run("quiet turns end nothing once M40 has begun [M40a]", func(t *testing.T) {
		t.Parallel()
		var quiet []engine.Event
		for range 50 {
			quiet = append(quiet, WorkerMoved{Seat: 0, From: Wood, Height: 1, To: Wood})
		}
		p := given(t, 3, workers(Wood, 0), quiet, one(LastTurnsAnnounced{Reason: ReasonBuilt, Seat: 2, Turns: 1}), asks(KindTurn, 0))
		got := p.idle(0)
		expect.Deep(t, eventtest.Has[LastTurnsAnnounced](got), false, "announced again")
		expect.Deep(t, eventtest.Find[TurnBegan](p, got).Seat, engine.Seat(1), "turn")
	})

	t.Run("nobody can ever build again [M40a]", func(t *testing.T) {
		t.Parallel()
		// Four players, every field built on but one, where a chip lies and only temples are left.
		var all [4][]int8
		for f := range int8(32) {
			all[f%4] = append(all[f%4], f)
		}
		facts := [][]engine.Event{chip(39, ChipPoints), workers(Wood, 0), field(0)}
		for seat, list := range all {
			facts = append(facts, huts(engine.Seat(seat), list...))
		}
		facts = append(facts, temples(0, 32), temples(1, 33), temples(2, 34), temples(3, 35, 36), temples(1, 37))
		room := given(t, 4, append(facts, asks(KindTurn, 0))...)
		expect.Deep(t, eventtest.Has[LastTurnsAnnounced](room.idle(0)), false, "with room for a temple")
		full := given(t, 4, append(facts, temples(2, 38), asks(KindTurn, 0))...)
		got := full.idle(0)
		expect.Deep(t, eventtest.Find[LastTurnsAnnounced](full, got), LastTurnsAnnounced{ReasonFull, engine.NoSeat, 0}, "announced")
		expect.Deep(t, eventtest.Has[LastLapBegan](got), true, "lap")
	})
}

func TestEnd_LastLap(t *testing.T) {
	t.Parallel()

	// walk answers every offering with nothing, and returns the druid's stops.
	walk := func(p *table, events []engine.Event) (stops []int8, all []engine.Event) {
		for {
			all = append(all, events...)
			if p.State.Outcome() != nil {
				return stops, all
			}
			d := p.State.Open()[0]
			stops = append(stops, p.view(0).Druid.No)
			events = p.Do(d.Seat, KindOffer, Offer{DoNothing})
		}
	}

	t.Run("every hut once, in ring order, the start last, no rune count [M41]", func(t *testing.T) {
		t.Parallel()
		p := ending(t, 2, huts(0, 1, 9, 10), huts(1, 5, 8, 31), runes(1, 0, 1), field(10))
		stops, all := walk(p, p.last())
		expect.Deep(t, stops, []int8{31, 1, 5, 8, 9, 10}, "stops")
		expect.Deep(t, eventtest.Has[RiverCrossed](all), false, "runes counted")
	})

	t.Run("the only hut is visited once [M41]", func(t *testing.T) {
		t.Parallel()
		p := ending(t, 2, huts(1, 7), field(7))
		stops, _ := walk(p, p.last())
		expect.Deep(t, stops, []int8{7}, "stops")
	})

	t.Run("from the stones he begins at field 0 [M41]", func(t *testing.T) {
		t.Parallel()
		for _, from := range [][]engine.Event{nil, stone(2)} {
			p := ending(t, 2, huts(0, 31, 4), huts(1, 0), from)
			stops, _ := walk(p, p.last())
			expect.Deep(t, stops, []int8{0, 4, 31}, "stops")
		}
	})

	t.Run("without huts the lap is empty [M41]", func(t *testing.T) {
		t.Parallel()
		p := ending(t, 2, temples(0, 3))
		stops, all := walk(p, p.last())
		expect.Deep(t, len(stops), 0, "stops")
		expect.Deep(t, eventtest.Has[GameEnded](all), true, "ended")
	})

	t.Run("chips and payments as ever [M41, M33, M22]", func(t *testing.T) {
		t.Parallel()
		p := ending(t, 2, chip(5, ChipDruid), huts(1, 5, 6, 7))
		p.last()
		p.Do(1, KindOffer, Offer{DoChip})
		p.Do(1, KindOffer, OfferOne{DoOne, Copper})
		p.pay(1)
		p.Do(1, KindOffer, Offer{DoBoth})
		p.pay(1)
		expect.Deep(t, p.points(), []int16{5, 5 + 3 + 1 + 3}, "points")
	})
}

func TestEnd_Scores(t *testing.T) {
	t.Parallel()

	t.Run("temples score the settlements beside them [M42]", func(t *testing.T) {
		t.Parallel()
		// 30, 31, 0 is one settlement over the river with a temple at each end; 2 and 3 are temples; 4 stands alone.
		p := ending(t, 3, temples(0, 29, 2), temples(1, 1, 3), huts(2, 30, 31, 0, 4), field(4))
		events := p.last()
		for p.State.Outcome() == nil {
			events = p.Do(2, KindOffer, Offer{DoNothing})
		}
		expect.Deep(t, eventtest.Find[TemplesScored](p, events).Temples, []TempleScore{
			{1, 1, 3, 0}, {0, 2, 0, 0}, {1, 3, 0, 1}, {0, 29, 0, 3},
		}, "temples")
		expect.Deep(t, p.points(), []int16{8, 9, 1}, "points")
		expect.Deep(t, p.view(0).Scoring[1], ScoreView{Seat: 1, Before: 5, Temples: 4, Total: 9, Built: 2, Materials: 4}, "scoring")
	})

	t.Run("most points, then builds, then materials, else shared [M44]", func(t *testing.T) {
		t.Parallel()
		for name, c := range map[string]struct {
			facts   [][]engine.Event
			winners []engine.Seat
		}{
			"points":    {[][]engine.Event{runes(1, 0), temples(0, 1, 20)}, []engine.Seat{1}},
			"builds":    {[][]engine.Event{temples(0, 1), hand(1, Counts{Wood: 9})}, []engine.Seat{0}},
			"materials": {[][]engine.Event{hand(2, Counts{Wood: 9})}, []engine.Seat{2}},
			// The last turn brings seat 0 its fourth token.
			"shared": {[][]engine.Event{hand(1, Counts{Wool: 4}), hand(0, Counts{Stone: 3})}, []engine.Seat{0, 1, 2}},
		} {
			p := ending(t, 3, c.facts...)
			p.last()
			expect.Deep(t, p.State.Outcome().Winners, c.winners, name)
		}
	})

	t.Run("all hands are shown once it is over [M45]", func(t *testing.T) {
		t.Parallel()
		p := ending(t, 2, hand(1, Counts{Wood: 3}))
		before := p.State.View(engine.Spectator()).(View)
		expect.Deep(t, before.Hands == nil && before.Hand == nil, true, "hands before")
		got := p.last()
		expect.Deep(t, eventtest.Find[HandsShown](p, got).Hands[1], Counts{Wood: 3}, "event")
		expect.Deep(t, p.State.View(engine.Spectator()).(View).Hands[1], Counts{Wood: 3}, "view")
	})
}
