package engine_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// replays folds every prefix of the stored bytes and compares the complete fold with the live one.
func (tb *table) replays() {
	tb.Helper()
	for n := range len(tb.log) + 1 {
		f := engine.NewFold(tb.rules())
		for i, r := range tb.log[:n] {
			back := must.Return(engine.ReadRecord(r.Bytes))(tb)
			if _, err := f.Apply(back); err != nil {
				tb.Fatalf("entry %d of a prefix of %d: %v", i+1, n, err)
			}
		}
		if f.Seq() != engine.Seq(n) {
			tb.Errorf("after %d entries the fold stands at %d", n, f.Seq())
		}
		if got, want := dump(tb.TB, f), dump(tb.TB, tb.f); n == len(tb.log) && got != want {
			tb.Errorf("the replayed fold differs:\ngot  %s\nwant %s", got, want)
		}
	}
}

// dump is the text of everything a fold shows, and of its state.
func dump(t testing.TB, f *engine.Fold) string {
	t.Helper()
	if f.Seq() == 0 {
		return "before the start"
	}
	state := must.Return(f.Snapshot())(t)
	text := fmt.Sprintf("seq %d head %s state %s", f.Seq(), f.Head(), state)
	for s := engine.NoSeat; s < 3; s++ {
		v := engine.SeatViewer(s)
		view := must.Return(json.Marshal(f.View(v)))(t)
		text += fmt.Sprintf("\n%s: %s %v", v, view, f.Decisions(v))
	}
	return text
}

func TestApply_RefusesWhatDoesNotFollow(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	tb.play("0free 1draw 0left 0home")
	other := newTable(t, 2)
	other.play("1free 1draw")
	record := func(change func(*engine.Entry)) engine.Record {
		e := tb.log[2].Entry
		change(&e)
		return must.Return(engine.NewRecord(e))(t)
	}
	event := func(name string, version int, data string) []engine.Stored {
		return []engine.Stored{{Name: name, Version: version, Data: json.RawMessage(data)}}
	}
	for name, c := range map[string]struct {
		r      engine.Record
		want   error
		breaks bool // in the middle of an event, so that the state may be half changed
	}{
		"the entry before":                       {tb.log[1], engine.ErrCorrupt, false},
		"an entry too far":                       {tb.log[3], engine.ErrCorrupt, false},
		"a second start":                         {tb.log[0], engine.ErrCorrupt, false},
		"an entry of another table":              {other.log[2], engine.ErrCorrupt, false},
		"of kind start":                          {record(func(e *engine.Entry) { e.Kind = engine.KindStart }), engine.ErrCorrupt, false},
		"of an unknown kind":                     {record(func(e *engine.Entry) { e.Kind = "chat" }), engine.ErrCorrupt, false},
		"an event of a seat that does not exist": {record(func(e *engine.Entry) { e.Events = event("did", 1, `{"seat":9}`) }), engine.ErrCorrupt, true},
		"of a seat that does not exist":          {record(func(e *engine.Entry) { e.Seat = 9 }), engine.ErrCorrupt, false},
		"a title event in a system entry":        {record(func(e *engine.Entry) { e.Kind = engine.KindSystem }), engine.ErrCorrupt, false},
		"an unknown event":                       {record(func(e *engine.Entry) { e.Events = event("danced", 1, `{}`) }), engine.ErrUnknownEvent, false},
		"an unknown system event":                {record(func(e *engine.Entry) { e.Events = event("frame.danced", 1, `{}`) }), engine.ErrUnknownEvent, false},
		"an unknown version":                     {record(func(e *engine.Entry) { e.Events = event("did", 2, `{}`) }), engine.ErrUnknownEvent, false},
		"a leaver at a seat that does not exist": {record(func(e *engine.Entry) {
			e.Kind, e.Events = engine.KindSystem, event("frame.left", 1, `{"seat":9}`)
		}), engine.ErrCorrupt, false},
		"back to nowhere": {record(func(e *engine.Entry) {
			e.Kind, e.Events = engine.KindSystem, event("frame.taken_back", 1, `{"seat":0,"to":9}`)
		}), engine.ErrCorrupt, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := engine.NewFold(tally{})
			for _, r := range tb.log[:2] {
				must.Return(f.Apply(r))(t)
			}
			before := dump(t, f)
			expect.Error(t, expect.Second(f.Apply(c.r)), c.want)
			if after := dump(t, f); !c.breaks && after != before {
				t.Errorf("a refused entry changed the fold:\ngot  %s\nwant %s", after, before)
			}
		})
	}
}

// The events of the refused move are in order. The person has conceded, though.
func TestApply_RefusedMoveChangesNoState(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 3)
	tb.play("0free")
	move := tb.log[1].Entry
	tb.add(tb.f.Concede(engine.Command{ID: "concede"}, "easy", 0))
	move.Seq, move.Prev, move.Command = tb.f.Seq()+1, tb.f.Head(), "again"
	r := must.Return(engine.NewRecord(move))(t)
	before := dump(t, tb.f)
	expect.Error(t, expect.Second(tb.f.Apply(r)), engine.ErrCorrupt)
	expect.Equal(t, dump(t, tb.f), before, "a refused entry changed the fold")
}

func TestApply_RefusesABadStart(t *testing.T) {
	t.Parallel()
	start := engine.Started{Title: "chess", Setup: engine.Setup{Colors: []string{"a"}}}
	r := must.Return(engine.Begin(tally{}, start, enginetest.Sit(&start, chance.Secret{}), 0))(t)
	expect.Error(t, expect.Second(engine.NewFold(tally{}).Apply(r)), engine.ErrCorrupt, "the start of another title")
	r.Entry.Events = nil
	r = must.Return(engine.NewRecord(r.Entry))(t)
	expect.Error(t, expect.Second(engine.NewFold(tally{}).Apply(r)), engine.ErrCorrupt, "an empty start")
}

func TestReadRecord_RefusesEveryFlippedByte(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	tb.play("0draw 0free 0back")
	for _, r := range tb.log {
		for i := range r.Bytes {
			raw := bytes.Clone(r.Bytes)
			raw[i] ^= 1
			back, err := engine.ReadRecord(raw)
			if err == nil && back.Hash == r.Hash {
				t.Fatalf("entry %d, byte %d flipped: the hash is the same", r.Entry.Seq, i)
			}
			if err != nil && !errors.Is(err, engine.ErrCorrupt) {
				t.Fatalf("entry %d, byte %d flipped: got %v, want %v", r.Entry.Seq, i, err, engine.ErrCorrupt)
			}
		}
	}
	raw := tb.log[1].Bytes
	for name, bad := range map[string][]byte{
		"cut":             raw[:len(raw)-1],
		"with a line end": append(bytes.Clone(raw), '\n'),
		"with a space":    bytes.Replace(raw, []byte(`,"command"`), []byte(`, "command"`), 1),
		"another format":  bytes.Replace(raw, []byte(`"format":2`), []byte(`"format":1`), 1),
		"an upper hash":   bytes.Replace(raw, []byte(`"prev":"`+tb.log[0].Hash.String()[:4]), []byte(`"prev":"ZZZZ`), 1),
		"a member more":   bytes.Replace(raw, []byte(`{"actor"`), []byte(`{"a":1,"actor"`), 1),
		"nothing":         nil,
	} {
		expect.Error(t, expect.Second(engine.ReadRecord(bad)), engine.ErrCorrupt, name)
	}
}

func TestApply_ChainsEntries(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	tb.play("0draw 1free 1back 0left")
	prev := codec.Hash{}
	for i, r := range tb.log {
		if r.Entry.Prev != prev || r.Entry.Seq != engine.Seq(i+1) || r.Entry.Rules != 7 {
			t.Errorf("entry %d: seq %d, prev %s, rules %d; want prev %s and rules 7", i+1, r.Entry.Seq, r.Entry.Prev, r.Entry.Rules, prev)
		}
		prev = r.Hash
	}
	expect.Equal(t, tb.f.Head(), prev, "head")
}

func TestLeave_AndReturn(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	wants := func(want ...engine.Seat) {
		t.Helper()
		expect.Slice(t, tb.f.Away(), want, "away")
	}
	refused := func(_ engine.Record, err error) {
		t.Helper()
		expect.Error(t, err, engine.ErrNoChange)
	}
	wants()
	refused(tb.f.Return(1, "r", 0))
	refused(tb.f.Leave(-1, "l", 0))
	refused(tb.f.Leave(2, "l", 0))
	tb.play("1left")
	wants(1)
	refused(tb.f.Leave(1, "l", 0))
	tb.play("0free 0left")
	wants(0, 1)
	tb.play("1home")
	wants(0)
	tb.play("0free") // a player who moves is back
	wants()
	tb.play("0left")
	tb.add(tb.f.TakeOver(0, "easy", 0))
	c := tb.command(0, "free")
	c.Actor = engine.ActorBot
	tb.add(tb.f.Decide(c, tb.key, 0))
	wants(0) // a bot's move does not bring the player back
	tb.replays()
	tb.play("0end")
	expect.Error(t, expect.Second(tb.f.Leave(1, "l", 0)), engine.ErrFinished, "leaving a finished table")
}
