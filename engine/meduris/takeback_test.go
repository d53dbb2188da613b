package meduris_test

import (
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	. "nemeton/engine/meduris"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/expect"
)

// TestUndo checks the entries of positions that are hard to reach.
func TestUndo(t *testing.T) {
	t.Parallel()
	rich := hand(0, Counts{6, 6, 6, 6})
	for name, c := range map[string]struct {
		facts  [][]engine.Event
		played func(p *table) []engine.Event
		want   engine.Undo
	}{
		"a material that is taken [M12]": {
			[][]engine.Event{asks(KindGainOne, 0)},
			func(p *table) []engine.Event { return p.do(0, KindGainOne, GainOne{Wool}) }, engine.UndoFree,
		},
		"a secret loss while others choose [M13]": {
			[][]engine.Event{asks(KindLoseOne, 0, 1)},
			func(p *table) []engine.Event { return p.do(0, KindLoseOne, LoseOne{Wool}) }, engine.UndoFree,
		},
		"the last loss, which shows all [M13]": {
			[][]engine.Event{asks(KindLoseOne, 0)},
			func(p *table) []engine.Event { return p.do(0, KindLoseOne, LoseOne{Wool}) }, engine.UndoNever,
		},
		"the choice of a building [M21]": {
			[][]engine.Event{rich, asks(KindTurn, 0)},
			func(p *table) []engine.Event { return p.do(0, KindTurn, Build{DoHut, 3}) }, engine.UndoFree,
		},
		"a payment, which shows tokens [M22]": {
			[][]engine.Event{rich, huts(1, 9), field(20), asks(KindTurn, 0)},
			func(p *table) []engine.Event {
				p.do(0, KindTurn, Build{DoHut, 3})
				return p.pay(0)
			}, engine.UndoNever,
		},
		"a free hut before an offering [M23]": {
			[][]engine.Event{chip(3, ChipFree), huts(1, 9), field(20), asks(KindTurn, 0)},
			func(p *table) []engine.Event { return p.do(0, KindTurn, Build{DoHut, 3}) }, engine.UndoFree,
		},
		"a free hut after which the next player rolls [M23]": {
			[][]engine.Event{chip(3, ChipFree), asks(KindTurn, 0)},
			func(p *table) []engine.Event { return p.do(0, KindTurn, Build{DoHut, 3}) }, engine.UndoNever,
		},
		"no offering, and the druid steps on [M34]": {
			[][]engine.Event{huts(0, 3), huts(1, 4), field(3), asks(KindOffer, 0)},
			func(p *table) []engine.Event { return p.do(0, KindOffer, Offer{DoNothing}) }, engine.UndoFree,
		},
		"the last offering of a ritual, before a roll [M34]": {
			[][]engine.Event{huts(0, 3), field(3), asks(KindOffer, 0)},
			func(p *table) []engine.Event { return p.do(0, KindOffer, Offer{DoNothing}) }, engine.UndoNever,
		},
		"the last offering of all, which ends the game [M45]": {
			[][]engine.Event{
				huts(0, 3), field(3), one(LastTurnsAnnounced{Reason: ReasonFull, Seat: engine.NoSeat}),
				one(LastLapBegan{From: Place{At: AtField, No: 3}}), asks(KindOffer, 0),
			},
			func(p *table) []engine.Event { return p.do(0, KindOffer, Offer{DoNothing}) }, engine.UndoNever,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := given(t, 3, c.facts...)
			events := c.played(p)
			expect.Equal(t, "take-back", p.s.(engine.Undoer).Undo(events), c.want)
		})
	}
}

// TestTakeBack plays a table from its start: the choice of a place and a begun payment are taken back.
func TestTakeBack(t *testing.T) {
	t.Parallel()
	f := engine.NewFold(Title{})
	start := engine.Started{Table: "t", Title: "meduris", Setup: setup(2)}
	key := enginetest.Sit(&start, chance.Secret{})
	add := func(r engine.Record, err error) {
		t.Helper()
		if err == nil {
			_, err = f.Apply(r)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	owed := func() (engine.Seat, engine.Decision) {
		seat := f.OwingSeats()[0]
		for _, d := range f.Decisions(engine.SeatViewer(seat)) {
			if d.Seat == seat {
				return seat, d
			}
		}
		t.Fatal("no decision")
		return seat, engine.Decision{}
	}
	answer := func(which func(engine.Move) bool) engine.Seat {
		t.Helper()
		seat, d := owed()
		for _, m := range d.Moves {
			if !which(m) {
				continue
			}
			raw, err := codec.Canonical(m)
			if err != nil {
				t.Fatal(err)
			}
			add(f.Decide(engine.Command{ID: "c", Seat: seat, Actor: engine.ActorPlayer, Decision: d.ID, Move: raw}, key, 0))
			return seat
		}
		t.Fatalf("no such move: %+v", d.Moves)
		return seat
	}
	first := func(engine.Move) bool { return true }
	can := func(seat engine.Seat) bool { return f.View(engine.SeatViewer(seat)).CanTakeBack }
	back := func(seat engine.Seat) {
		t.Helper()
		add(f.TakeBack(engine.Command{ID: "b", Seat: seat}, 0))
	}

	add(engine.Begin(Title{}, start, key, 0))
	one := answer(first)
	expect.Equal(t, "the seat that placed", can(one), true)
	expect.Equal(t, "the other seat", can(1-one), false)
	back(one)
	seat, d := owed()
	expect.Equal(t, "asked again", seat, one)
	expect.Equal(t, "kind", d.Kind, KindPlaceWorker)
	answer(first)
	other := answer(first)
	expect.Equal(t, "after the other seat placed", can(one), false)
	expect.Equal(t, "the other seat after its place", can(other), true)

	builds := func(m engine.Move) bool { _, ok := m.(Build); return ok }
	for {
		if _, d := owed(); d.Kind == KindTurn {
			break
		}
		answer(first)
	}
	hand := func(seat engine.Seat) Counts { return *f.View(engine.SeatViewer(seat)).Title.(View).Hand }
	seat, _ = owed()
	before := hand(seat)
	expect.Equal(t, "after a roll", can(seat), false)
	answer(builds)
	if _, d := owed(); d.Kind != KindPay {
		t.Fatalf("got %s, want a payment", d.Kind)
	}
	expect.Equal(t, "at a payment", can(seat), true)
	back(seat)
	again, d := owed()
	expect.Equal(t, "asked again", again, seat)
	expect.Equal(t, "kind", d.Kind, KindTurn)
	expect.Equal(t, "hand", hand(seat), before)
	answer(builds)
	answer(first)
	expect.Equal(t, "after the payment", can(seat), false)
}
