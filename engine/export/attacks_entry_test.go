package export_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/engine/export"
	"nemeton/testkit/must"
)

// entry is an attack on the first entry after the start that fits.
func entry(name, found string, fits func(engine.Entry) bool, change func(e *engine.Entry)) attack {
	return attack{name: name, found: found, forge: func(_ *testing.T, f *forgery) bool { return f.change(fits, change) }}
}

func attacksOnEntries() []attack {
	hasEvents := func(n int) func(engine.Entry) bool {
		return func(e engine.Entry) bool { return isMove(e) && len(e.Events) >= n }
	}
	twoEvents := func(e engine.Entry) bool {
		return hasEvents(2)(e) && (e.Events[0].Name != e.Events[1].Name || !bytes.Equal(e.Events[0].Data, e.Events[1].Data))
	}
	byBot := func(e engine.Entry) bool { return e.Actor == engine.ActorBot }
	restored := isSystem("restored")
	return []attack{
		entry("another result of a draw", export.CheckDraws, isDraw, func(e *engine.Entry) { e.Draws[0].Is = (e.Draws[0].Is + 1) % e.Draws[0].Of }),
		entry("another range of a draw", export.CheckDraws+"|"+export.CheckRules, isDraw, func(e *engine.Entry) { e.Draws[0].Of++ }),
		entry("a draw without outcomes", export.CheckDraws, isDraw, func(e *engine.Entry) { e.Draws[0].Of = 0 }),
		entry("a draw for another purpose", export.CheckRules, isDraw, func(e *engine.Entry) { e.Draws[0].What = "forged" }),
		entry("all draws of an entry dropped", export.CheckRules, isDraw, func(e *engine.Entry) { e.Draws = nil }),
		entry("a draw added", export.CheckDraws, isDraw, func(e *engine.Entry) { e.Draws = append(e.Draws, chance.Draw{What: "forged", Of: 1 << 40, Is: 5}) }),
		entry("a draw of one outcome added", export.CheckRules, isDraw, func(e *engine.Entry) { e.Draws = append(e.Draws, chance.Draw{What: "forged", Of: 1}) }),
		entry("an event dropped", export.CheckRules, hasEvents(1), func(e *engine.Entry) { e.Events = e.Events[1:] }),
		entry("an event repeated", export.CheckRules, hasEvents(1), func(e *engine.Entry) { e.Events = append(e.Events, e.Events[0]) }),
		entry("two events swapped", export.CheckRules, twoEvents, func(e *engine.Entry) { e.Events[0], e.Events[1] = e.Events[1], e.Events[0] }),
		entry("an unknown event", export.CheckRules, hasEvents(1), func(e *engine.Entry) { e.Events[0].Name = "forged" }),
		entry("an unknown version of an event", export.CheckRules, hasEvents(1), func(e *engine.Entry) { e.Events[0].Version = 2 }),
		entry("an event with an unknown member", export.CheckRules, hasEvents(1), func(e *engine.Entry) {
			e.Events[0].Data = append([]byte(`{"forged":1,`), e.Events[0].Data[1:]...)
		}),
		entry("an event of another kind of data", export.CheckRules, hasEvents(1), func(e *engine.Entry) { e.Events[0].Data = []byte(`[]`) }),
		{name: "an event with another number", found: export.CheckRules, forge: func(t *testing.T, f *forgery) bool {
			return f.change(func(e engine.Entry) bool {
				return isMove(e) && len(e.Events) > 0 && wholeNumber.Match(e.Events[0].Data)
			},
				func(e *engine.Entry) { e.Events[0].Data = bumped(t, e.Events[0].Data) })
		}},
		entry("no move", export.CheckRules, isMove, func(e *engine.Entry) { e.Move = nil }),
		entry("a move that no rule lists", export.CheckRules, isMove, func(e *engine.Entry) { e.Move = json.RawMessage(`{"do":"cheat"}`) }),
		{name: "another legal move with the old events", found: export.CheckRules, forge: func(t *testing.T, f *forgery) bool {
			at, other := f.choice(t, false)
			f.entries[at].Move = other
			return true
		}},
		entry("another seat", export.CheckRules, isMove, func(e *engine.Entry) { e.Seat = 1 - e.Seat }),
		entry("a seat that does not exist", export.CheckRules, isMove, func(e *engine.Entry) { e.Seat = 7 }),
		entry("no seat", export.CheckRules, isMove, func(e *engine.Entry) { e.Seat = engine.NoSeat }),
		entry("another decision", export.CheckRules, isMove, func(e *engine.Entry) { e.Decision = "9-9" }),
		entry("a move as a system entry", export.CheckRules, isMove, func(e *engine.Entry) { e.Kind = engine.KindSystem }),
		entry("a move as a start", export.CheckRules, isMove, func(e *engine.Entry) { e.Kind = engine.KindStart }),
		entry("an entry of an unknown kind", export.CheckRules, isMove, func(e *engine.Entry) { e.Kind = "forged" }),
		entry("an entry of an unknown format", export.CheckChain, isMove, func(e *engine.Entry) { e.Format = 3 }),
		entry("a move by the host", export.CheckRules, isMove, func(e *engine.Entry) { e.Actor = engine.ActorHost }),
		entry("a move by an unknown actor", export.CheckRules, isMove, func(e *engine.Entry) { e.Actor = "forged" }),
		entry("a leave by a bot", export.CheckRules, isSystem("left"), func(e *engine.Entry) { e.Actor = engine.ActorBot }),
		entry("a leave of another seat", export.CheckRules, isSystem("left"), func(e *engine.Entry) { e.Seat = 1 - e.Seat }),
		entry("a take-back to another entry", export.CheckRules, isSystem("taken_back"), func(e *engine.Entry) {
			e.Events[0].Data = bytes.Replace(e.Events[0].Data, []byte(`"to":`), []byte(`"to":1`), 1)
		}),
		entry("other entropy of a restore", export.CheckDraws, restored, func(e *engine.Entry) {
			e.Events[0].Data = bytes.Replace(e.Events[0].Data, []byte(`"entropy":"`), []byte(`"entropy":"ff`), 1)
			e.Events[0].Data = slices.Delete(e.Events[0].Data, len(`{"entropy":"`)+64, len(`{"entropy":"`)+66)
		}),
		entry("no entropy", export.CheckDraws, restored, func(e *engine.Entry) { e.Events[0].Data = []byte(`{"entropy":"","source":"server"}`) }),
		entry("entropy of another source", export.CheckRules, restored, func(e *engine.Entry) {
			e.Events[0].Data = bytes.Replace(e.Events[0].Data, []byte(`"server"`), []byte(`"player"`), 1)
		}),
		entry("a restore by a player", export.CheckRules, restored, func(e *engine.Entry) { e.Seat, e.Actor = 0, engine.ActorPlayer }),
		entry("a restore in a move", export.CheckDraws, restored, func(e *engine.Entry) { e.Kind = engine.KindMove }),
		entry("a restore of an unknown version", export.CheckDraws, restored, func(e *engine.Entry) { e.Events[0].Version = 2 }),
		{name: "a start by a player", found: export.CheckRules, forge: func(_ *testing.T, f *forgery) bool {
			f.entries[0].Actor = engine.ActorPlayer
			return true
		}},
		{name: "an event of the opening dropped", found: export.CheckRules, forge: func(_ *testing.T, f *forgery) bool {
			f.entries[0].Events = f.entries[0].Events[:len(f.entries[0].Events)-1]
			return true
		}},
		{name: "a draw of the opening changed", found: export.CheckDraws, forge: func(_ *testing.T, f *forgery) bool {
			d := &f.entries[0].Draws[0]
			d.Is = (d.Is + 1) % d.Of
			return true
		}},
		entry("one entry's time changed", "", isMove, func(e *engine.Entry) { e.Time++ }),
		{name: "all times shifted", forge: func(_ *testing.T, f *forgery) bool {
			for i := range f.entries {
				f.entries[i].Time += 1e9
			}
			return true
		}},
		{name: "the time running backwards", found: export.CheckForm, forge: func(_ *testing.T, f *forgery) bool {
			for i := range f.entries {
				f.entries[i].Time = int64(1e9 - i)
			}
			return true
		}},
		entry("a bot's move as a player's", "", func(e engine.Entry) bool { return isMove(e) && byBot(e) }, func(e *engine.Entry) { e.Actor = engine.ActorPlayer }),
		entry("a command's id changed", "", isMove, func(e *engine.Entry) { e.Command = "forged" }),
	}
}

// choice returns the index of the first or last move for which there was another legal one, and that other move.
func (f *forgery) choice(t *testing.T, last bool) (at int, other json.RawMessage) {
	t.Helper()
	fold := engine.NewFold(f.title)
	for i, e := range f.entries {
		if move := otherMove(t, fold, e); move != nil {
			at, other = i, move
			if !last {
				break
			}
		}
		r, err := engine.NewRecord(e)
		if err == nil {
			_, err = fold.Apply(r)
		}
		must.Succeed(t, err)
	}
	if other == nil {
		t.Fatal("no move had an alternative")
	}
	return at, other
}

// otherMove is another legal move for an entry that follows the fold; nil if there is none.
func otherMove(t *testing.T, fold *engine.Fold, e engine.Entry) json.RawMessage {
	t.Helper()
	if !isMove(e) {
		return nil
	}
	for _, d := range fold.Decisions(engine.SeatViewer(e.Seat)) {
		if d.ID != e.Decision {
			continue
		}
		for _, m := range d.Moves {
			raw := must.Return(codec.Canonical(m))(t)
			if !bytes.Equal(raw, e.Move) {
				return raw
			}
		}
	}
	return nil
}
