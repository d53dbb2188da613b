package meduris_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/meduris"
	"nemeton/testkit/expect"
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
			func(p *table) []engine.Event { return p.Do(0, KindGainOne, GainOne{Wool}) }, engine.UndoFree,
		},
		"a secret loss while others choose [M13]": {
			[][]engine.Event{asks(KindLoseOne, 0, 1)},
			func(p *table) []engine.Event { return p.Do(0, KindLoseOne, LoseOne{Wool}) }, engine.UndoFree,
		},
		"the last loss, which shows all [M13]": {
			[][]engine.Event{asks(KindLoseOne, 0)},
			func(p *table) []engine.Event { return p.Do(0, KindLoseOne, LoseOne{Wool}) }, engine.UndoNever,
		},
		"the choice of a building [M21]": {
			[][]engine.Event{rich, asks(KindTurn, 0)},
			func(p *table) []engine.Event { return p.Do(0, KindTurn, Build{DoHut, 3}) }, engine.UndoFree,
		},
		"a payment, which shows tokens [M22]": {
			[][]engine.Event{rich, huts(1, 9), field(20), asks(KindTurn, 0)},
			func(p *table) []engine.Event {
				p.Do(0, KindTurn, Build{DoHut, 3})
				return p.pay(0)
			}, engine.UndoNever,
		},
		"a free hut before an offering [M23]": {
			[][]engine.Event{chip(3, ChipFree), huts(1, 9), field(20), asks(KindTurn, 0)},
			func(p *table) []engine.Event { return p.Do(0, KindTurn, Build{DoHut, 3}) }, engine.UndoFree,
		},
		"a free hut after which the next player rolls [M23]": {
			[][]engine.Event{chip(3, ChipFree), asks(KindTurn, 0)},
			func(p *table) []engine.Event { return p.Do(0, KindTurn, Build{DoHut, 3}) }, engine.UndoNever,
		},
		"no offering, and the druid steps on [M34]": {
			[][]engine.Event{huts(0, 3), huts(1, 4), field(3), asks(KindOffer, 0)},
			func(p *table) []engine.Event { return p.Do(0, KindOffer, Offer{DoNothing}) }, engine.UndoFree,
		},
		"the last offering of a ritual, before a roll [M34]": {
			[][]engine.Event{huts(0, 3), field(3), asks(KindOffer, 0)},
			func(p *table) []engine.Event { return p.Do(0, KindOffer, Offer{DoNothing}) }, engine.UndoNever,
		},
		"the last offering of all, which ends the game [M45]": {
			[][]engine.Event{
				huts(0, 3), field(3), one(LastTurnsAnnounced{Reason: ReasonFull, Seat: engine.NoSeat}),
				one(LastLapBegan{From: Place{At: AtField, No: 3}}), asks(KindOffer, 0),
			},
			func(p *table) []engine.Event { return p.Do(0, KindOffer, Offer{DoNothing}) }, engine.UndoNever,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := given(t, 3, c.facts...)
			events := c.played(p)
			expect.Deep(t, p.State.(engine.Undoer).Undo(events), c.want, "take-back")
		})
	}
}
