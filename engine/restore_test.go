package engine_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// restore appends a restored entry whose entropy is 32 times b.
func (tb *table) restore(b byte) {
	tb.Helper()
	tb.add(tb.f.Restore(entropy(b), int64(len(tb.log))))
}

func entropy(b byte) chance.Entropy { return chance.Entropy(bytes.Repeat([]byte{b}, 32)) }

// pips lists the results of all draws.
func (tb *table) pips() (list []int) {
	for _, d := range tb.f.State().(*tallyState).done {
		if d.What == "draw" {
			list = append(list, d.Pips)
		}
	}
	return list
}

func TestRestore_Entry(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	r := must.Return(tb.f.Restore(entropy(0xab), 77))(t)
	e := r.Entry
	if e.Kind != engine.KindSystem || e.Seat != engine.NoSeat || e.Actor != engine.ActorTimer || e.Command != "" || e.Time != 77 || len(e.Draws) != 0 {
		t.Errorf("got %+v", e)
	}
	want := `{"entropy":"` + strings.Repeat("ab", 32) + `","source":"server"}`
	if len(e.Events) != 1 || e.Events[0].Name != "frame.restored" || string(e.Events[0].Data) != want {
		t.Errorf("got events %+v, want one frame.restored with %s", e.Events, want)
	}
	expect.Equal(t, tb.f.Restores(), 0, "a record that was not applied counts")
}

// TestRestore_NewDraws repeats one script, as players would who know what the lost entries drew.
func TestRestore_NewDraws(t *testing.T) {
	t.Parallel()
	draws := func(restores ...byte) []int {
		tb := newTable(t, 2)
		for _, b := range restores {
			tb.restore(b)
		}
		for range 4 - len(restores) { // the same seqs everywhere
			tb.play("0free")
		}
		tb.play(strings.Repeat("0draw 1draw ", 15))
		tb.replays()
		return tb.pips()
	}
	all := [][]int{draws(), draws(1), draws(2), draws(1, 2), draws(2, 1), draws(1, 1)}
	for i := range all {
		for j := range i {
			if slices.Equal(all[i], all[j]) {
				t.Errorf("histories %d and %d draw the same: %v", j, i, all[i])
			}
		}
	}
	expect.Slice(t, draws(1, 2), all[3], "the same entropy")
}

func TestRestore_Counted(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	tb.play("0draw")
	tb.restore(1)
	tb.play("1draw")
	tb.restore(2)
	tb.play("0draw")
	for seq, want := range []int{0, 0, 0, 1, 1, 2, 2, 2} {
		expect.Equal(t, tb.f.RestoresAt(engine.Seq(seq)), want, "restores up to entry", seq)
	}
	expect.Equal(t, tb.f.Restores(), 2, "restores")
	tb.restores()
	live := must.Return(tb.f.Decide(tb.command(1, "draw"), tb.key, 9))(t)
	reloaded, err := tb.reload(tb.f).Decide(tb.command(1, "draw"), tb.key, 9)
	if err != nil || !bytes.Equal(reloaded.Bytes, live.Bytes) {
		t.Errorf("a fold from a snapshot decides %s (%v), want %s", reloaded.Bytes, err, live.Bytes)
	}
}

func TestRestore_Refused(t *testing.T) {
	t.Parallel()
	expect.Error(t, expect.Second(engine.NewFold(tally{}).Restore(entropy(1), 0)), engine.ErrNotStarted, "before the start")
	tb := newTable(t, 2)
	tb.play("0end")
	expect.Error(t, expect.Second(tb.f.Restore(entropy(1), 0)), engine.ErrFinished, "after the end")
}

// TestRestore_TakeBack: a take-back never reaches a step before a restore, and never brings the old key back.
func TestRestore_TakeBack(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	tb.play("0free 0last")
	tb.restore(1)
	if got := tb.can(); got != nil {
		t.Errorf("after a restore %v can take back, want no seat", got)
	}
	expect.Error(t, expect.Second(tb.f.TakeBack(engine.Command{ID: "b", Seat: 0}, 0)), engine.ErrNoTakeBack)
	tb.play("0free 0free 0back 0back")
	if got := tb.can(); got != nil || tb.done() != "0free 0last " {
		t.Errorf("%v can take back after %q", got, tb.done())
	}
	tb.play("0draw")
	expect.Equal(t, tb.f.Restores(), 1, "after take-backs", "restores")
	tb.replays()
}

// TestRestore_ChangesNothingElse compares what viewers see before and after.
func TestRestore_ChangesNothingElse(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 3)
	tb.play("0free 1left 2draw")
	tb.add(tb.f.Agree(0, 1, false, "", "a", 4))
	shown := func() string {
		var text strings.Builder
		for _, v := range []engine.Viewer{engine.Spectator(), engine.SeatViewer(0), engine.SeatViewer(1), engine.SeatViewer(2)} {
			raw := must.Return(json.Marshal([]any{tb.f.View(v), tb.f.Decisions(v), tb.f.Agreed(1), tb.f.Away()}))(t)
			text.Write(raw)
		}
		return text.String()
	}
	before := shown()
	since, _ := tb.f.OwesSince(0)
	tb.restore(9)
	expect.Equal(t, shown(), before)
	expect.Equal(t, expect.First(tb.f.OwesSince(0)), since, "seat 0 owes since")
}

// TestRestore_KeepsEntropySecret: every viewer learns of the restore, and nobody of the entropy.
func TestRestore_KeepsEntropySecret(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	r := must.Return(tb.f.Restore(entropy(0xcd), 0))(t)
	events := must.Return(tb.f.Apply(r))(t)
	for _, v := range []engine.Viewer{{}, engine.Spectator(), engine.SeatViewer(0), engine.SeatViewer(1)} {
		got, err := json.Marshal(tb.f.Redact(events, v))
		if want := `[{"name":"frame.restored","data":{"source":"server"}}]`; err != nil || string(got) != want {
			t.Errorf("viewer %v: got %s (%v), want %s", v, got, err, want)
		}
	}
}

func TestRestore_MalformedEntropy(t *testing.T) {
	t.Parallel()
	for name, data := range map[string]string{
		"too short":  `{"entropy":"abcd","source":"server"}`,
		"upper case": `{"entropy":"` + strings.Repeat("AB", 32) + `","source":"server"}`,
		"too long":   `{"entropy":"` + strings.Repeat("ab", 33) + `","source":"server"}`,
		"no text":    `{"entropy":5,"source":"server"}`,
	} {
		tb := newTable(t, 1)
		e := engine.Entry{
			Format: engine.EntryFormat, Seq: 2, Prev: tb.f.Head(), Rules: 7, Kind: engine.KindSystem, Seat: engine.NoSeat, Actor: engine.ActorTimer,
			Events: []engine.Stored{{Name: "frame.restored", Version: 1, Data: json.RawMessage(data)}},
		}
		r := must.Return(engine.NewRecord(e))(t)
		if _, err := tb.f.Apply(r); err == nil || tb.f.Seq() != 1 || tb.f.Restores() != 0 {
			t.Errorf("%s: applied, error %v", name, err)
		}
	}
}

// TestSystemEvents_Samples reads a frozen sample of every system event, which stored tables hold.
func TestSystemEvents_Samples(t *testing.T) {
	t.Parallel()
	for _, typ := range engine.SystemRegistry().Types() {
		for _, version := range typ.Versions() {
			path := filepath.Join("testdata", "events", fmt.Sprintf("%s.v%d.json", typ.Name, version))
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Error(err)
				continue
			}
			event, err := engine.SystemRegistry().Decode(engine.Stored{Name: typ.Name, Version: version, Data: raw})
			if err != nil {
				t.Errorf("%s: %v", path, err)
				continue
			}
			back, err := codec.Canonical(event)
			if err != nil || !bytes.Equal(back, bytes.TrimSpace(raw)) {
				t.Errorf("%s: got %s (%v), want the bytes of the file", path, back, err)
			}
		}
	}
}
