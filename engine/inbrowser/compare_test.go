package inbrowser_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nemeton/engine"
	"nemeton/engine/inbrowser"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// shown lists the moments of an open game as different viewers were shown them. Every fifth came without its events.
func shown(t *testing.T, d *desk, opened inbrowser.Opened) (list []inbrowser.ShownMoment) {
	t.Helper()
	digest := func(content json.RawMessage) string {
		text := must.Return(inbrowser.MomentDigest(content))(t)
		return text
	}
	for i := range opened.Entries {
		viewer := engine.Seat(i%(len(opened.Seats)+1) - 1)
		s := accepted[inbrowser.Shown](d, "entry", inbrowser.MomentCommand{Game: opened.Game, Seq: engine.Seq(i + 1), Viewer: viewer})
		m := inbrowser.ShownMoment{Seq: s.Seq, Viewer: viewer, View: digest(s.View), Events: digest(s.Events)}
		if i%5 == 0 {
			m.Events = ""
		}
		list = append(list, m)
	}
	return list
}

// TestCompare: moments that were shown are those of the record. One that was not is found, whether its view or its events are others.
func TestCompare(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	for name, record := range someRecords(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			opened := accepted[inbrowser.Opened](d, "open", inbrowser.OpenCommand{Record: record})
			moments := shown(t, d, opened)
			all := make([]engine.Seq, len(moments))
			for i := range all {
				all[i] = engine.Seq(i + 1)
			}
			none := []engine.Seq{}
			compare := func(what string, moments []inbrowser.ShownMoment, want inbrowser.Compared) {
				t.Helper()
				got := accepted[inbrowser.Compared](d, "compare", inbrowser.CompareCommand{Record: record, Moments: moments})
				expect.Equal(t, cmp.Diff(want, got), "", what)
			}
			last := engine.Seq(len(all))
			reversed := slices.Clone(moments)
			slices.Reverse(reversed)
			compare("all moments, in another order", reversed, inbrowser.Compared{Same: all, Different: none, Lost: none})
			if d.slices < 2 {
				t.Error("the comparison has one slice")
			}
			other := strings.Repeat("ab", 16)
			view, events, beyond := moments[1], moments[2], moments[3]
			view.View, events.Events, beyond.Seq = other, other, last+1
			compare("forged moments", []inbrowser.ShownMoment{moments[0], view, events}, inbrowser.Compared{Same: []engine.Seq{1}, Different: []engine.Seq{2, 3}, Lost: none})
			cut := inbrowser.Compared{Same: none, Different: []engine.Seq{last + 1}, Lost: none}
			if strings.Contains(record, `"frame.restored"`) {
				cut = inbrowser.Compared{Same: none, Different: none, Lost: []engine.Seq{last + 1}}
			}
			compare("a moment that the record cut off", []inbrowser.ShownMoment{beyond}, cut)
			foreign := moments[1]
			foreign.Viewer = engine.Seat(len(opened.Seats))
			compare("a seat that does not exist", []inbrowser.ShownMoment{foreign}, inbrowser.Compared{Same: none, Different: []engine.Seq{2}, Lost: none})
		})
	}
}

// TestCompare_Restored: moments after a restore are lost, not forged.
func TestCompare_Restored(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	from := accepted[inbrowser.Opened](d, "open", inbrowser.OpenCommand{Record: records(t)["pool-meduris-2"]})
	half := engine.Seq(len(from.Entries) / 2)
	person := slices.IndexFunc(from.Entries[half].Owing, func(seat engine.Seat) bool { return from.Seats[seat].Bot == "" })
	if person < 0 {
		t.Fatal("no person is on turn")
	}
	branch := accepted[inbrowser.Begun](d, "branch", inbrowser.BranchCommand{
		Game: from.Game, Seq: half, Seat: from.Entries[half].Owing[person], Level: "easy", Entropy: strings.Repeat("7b", 32), Time: from.Entries[half-1].Time,
	})
	record := accepted[inbrowser.RecordText](d, "record", inbrowser.RecordCommand{Game: branch.Game}).Record
	got := accepted[inbrowser.Compared](d, "compare", inbrowser.CompareCommand{Record: record, Moments: shown(t, d, from)})
	if len(got.Same) != int(half) || len(got.Different) > 0 || len(got.Lost) != len(from.Entries)-int(half) {
		t.Errorf("of %d moments, %d before a restore: %d are the same, %d lost and %d others",
			len(from.Entries), half, len(got.Same), len(got.Lost), len(got.Different))
	}
}

// TestMomentDigest: the client makes the same digest (shown-moments.test.ts).
func TestMomentDigest(t *testing.T) {
	t.Parallel()
	got, err := inbrowser.MomentDigest(json.RawMessage(`{"b":[1,-2,true,null],"a":"\u00e9 <\u2028>","canTakeBack":false}`))
	if want := "901b988d9d168873cfe29585d48184d4"; err != nil || got != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
}
