package engine_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestDecide_Refusals(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	answered := tb.open()[0]
	tb.do(0, "free")
	for name, c := range map[string]struct {
		change func(*engine.Command)
		want   error
	}{
		"nothing wrong":        {func(*engine.Command) {}, nil},
		"answered before":      {func(c *engine.Command) { c.Decision = answered }, engine.ErrStaleDecision},
		"no such decision":     {func(c *engine.Command) { c.Decision = "x" }, engine.ErrStaleDecision},
		"another seat's":       {func(c *engine.Command) { c.Seat = 1 }, engine.ErrNotYours},
		"nobody's":             {func(c *engine.Command) { c.Seat = engine.NoSeat }, engine.ErrNotYours},
		"not listed":           {func(c *engine.Command) { c.Move = json.RawMessage(`{"what":"fly"}`) }, engine.ErrIllegalMove},
		"no object":            {func(c *engine.Command) { c.Move = json.RawMessage(`"fly"`) }, engine.ErrMalformed},
		"unreadable":           {func(c *engine.Command) { c.Move = json.RawMessage(`{"what":`) }, engine.ErrMalformed},
		"empty":                {func(c *engine.Command) { c.Move = nil }, engine.ErrMalformed},
		"stale and unreadable": {func(c *engine.Command) { c.Decision, c.Move = "x", nil }, engine.ErrStaleDecision},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := tb.f.Clone()
			command, before := tb.command(0, "free"), dump(t, f)
			c.change(&command)
			_, err := f.Decide(command, tb.key, 0)
			if !errors.Is(err, c.want) || (c.want == nil) != (err == nil) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			expect.Equal(t, dump(t, f), before, "deciding changed the fold")
		})
	}
}

func TestDecide_WritesTheEntry(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	c := tb.command(1, "draw")
	c.ID, c.Actor, c.Move = "id", engine.ActorPlayer, json.RawMessage(" {\n\"what\":\"draw\"} ")
	r := must.Return(tb.f.Decide(c, tb.key, 77))(t)
	dice := tb.f.Ledger().Dice(tb.key, 1, nil)
	pips := 1 + dice.Draw("die", 6)
	e := r.Entry
	if e.Seq != 2 || e.Kind != engine.KindMove || e.Seat != 1 || e.Actor != engine.ActorPlayer || e.Command != "id" ||
		e.Decision != c.Decision || string(e.Move) != `{"what":"draw"}` || e.Time != 77 || !slices.Equal(e.Draws, dice.Drawn()) {
		t.Errorf("got %+v", e)
	}
	if want := (did{1, "draw", pips}); len(e.Events) != 1 || string(e.Events[0].Data) != mustEncode(t, want) {
		t.Errorf("events: got %v, want %v", e.Events, want)
	}
	again, err := tb.f.Decide(c, tb.key, 77)
	if err != nil || again.Hash != r.Hash {
		t.Errorf("decided again: got hash %s, %v, want %s", again.Hash, err, r.Hash)
	}
	other, err := tb.f.Decide(c, chance.Key{2}, 77)
	if err != nil || other.Hash == r.Hash {
		t.Errorf("decided with another key: got hash %s, %v, want another", other.Hash, err)
	}
}

func TestDecide_BeforeTheStartAndAfterTheEnd(t *testing.T) {
	t.Parallel()
	blank := engine.NewFold(tally{})
	expect.Error(t, expect.Second(blank.Decide(engine.Command{}, chance.Key{}, 0)), engine.ErrStaleDecision, "before the start")
	expect.Error(t, expect.Second(blank.Leave(0, "l", 0)), engine.ErrNoChange, "leaving before the start")
	tb := newTable(t, 2)
	c := tb.command(1, "free")
	tb.play("0end")
	expect.Error(t, expect.Second(tb.f.Decide(c, tb.key, 0)), engine.ErrFinished, "after the end")
	expect.Equal(t, len(tb.f.OwingSeats()), 0, "after the end seats owe")
}

func TestWithState_KeepsIDs(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	tb.play("0free 1draw")
	before := dump(t, tb.f)
	other := tb.f.State().Clone().(*tallyState)
	other.done[1].Pips = 0
	f := tb.f.WithState(other)
	if got, want := f.Decisions(engine.SeatViewer(0)), tb.f.Decisions(engine.SeatViewer(0)); mustEncode(t, got) != mustEncode(t, want) {
		t.Errorf("decisions: got %v, want %v", got, want)
	}
	r := must.Return(f.Decide(tb.command(0, "free"), tb.key, 0))(t)
	must.Return(f.Apply(r))(t)
	expect.Equal(t, dump(t, tb.f), before, "playing on in a sampled state changed the original")
}

func mustEncode(t *testing.T, v any) string {
	t.Helper()
	raw := must.Return(codec.Canonical(v))(t)
	return string(raw)
}
