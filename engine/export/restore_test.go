package export_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/codec"
	"nemeton/engine/export"
	"nemeton/testkit/packed"
)

var writeRestored = flag.Bool("restored", false, "write the missing sample of a restored table's export")

// entriesOf decodes the entries of a document.
func entriesOf(t *testing.T, d export.Document) (list []engine.Entry) {
	t.Helper()
	for _, raw := range d.Entries {
		var e engine.Entry
		if err := json.Unmarshal(raw.Entry, &e); err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

// chained returns the document with other entries, numbered and chained anew, as a forger with the operator's rights would.
func chained(t *testing.T, d export.Document, entries []engine.Entry) export.Document {
	t.Helper()
	d.Entries, d.Head = nil, codec.Hash{}
	secret := (&forgery{doc: d, original: &original{doc: d}}).secret()
	for i, e := range entries {
		e.Seq, e.Prev = engine.Seq(i+1), d.Head
		e.Salt = secret.Salt(d.Table, uint64(e.Seq))
		r, err := engine.NewRecord(e)
		if err != nil {
			t.Fatal(err)
		}
		d.Entries, d.Head = append(d.Entries, export.Entry{Entry: r.Bytes, Hash: r.Hash}), r.Hash
	}
	return d
}

func isRestored(e engine.Entry) bool {
	return len(e.Events) == 1 && e.Events[0].Name == "frame.restored"
}

// restoredAt is the index of the restored entry that forgeries change, with a draw somewhere after it.
func restoredAt(t *testing.T, entries []engine.Entry) int {
	t.Helper()
	at := slices.IndexFunc(entries, isRestored)
	if at < 0 || !slices.ContainsFunc(entries[at:], func(e engine.Entry) bool { return len(e.Draws) > 0 }) {
		t.Fatal("the game has no draw after a restore")
	}
	return at
}

func TestCheck_FindsForgedRestores(t *testing.T) {
	t.Parallel()
	doc := finished(t, catalog.Titles()[0], 3, 4)
	for name, c := range map[string]struct {
		forge   func(entries []engine.Entry, at int) []engine.Entry
		blindly bool // a program without the title's rules finds it too
	}{
		"removed": {func(list []engine.Entry, at int) []engine.Entry { return slices.Delete(list, at, at+1) }, true},
		"moved to the start": {func(list []engine.Entry, at int) []engine.Entry {
			e := list[at]
			return slices.Insert(slices.Delete(list, at, at+1), 1, e)
		}, true},
		"moved past the next draw": {func(list []engine.Entry, at int) []engine.Entry {
			draw := at + slices.IndexFunc(list[at:], func(e engine.Entry) bool { return len(e.Draws) > 0 })
			e := list[at]
			return slices.Insert(slices.Delete(list, at, at+1), draw, e)
		}, true},
		"added": {func(list []engine.Entry, at int) []engine.Entry { return slices.Insert(list, at/2, list[at]) }, true},
		"twice": {func(list []engine.Entry, at int) []engine.Entry { return slices.Insert(list, at, list[at]) }, true},
		"another entropy": {func(list []engine.Entry, at int) []engine.Entry {
			list[at].Events = slices.Clone(list[at].Events)
			data := bytes.Replace(list[at].Events[0].Data, []byte(`"entropy":"`), []byte(`"entropy":"ffff`), 1)
			list[at].Events[0].Data = slices.Delete(data, len(`{"entropy":"`)+64, len(`{"entropy":"`)+68)
			return list
		}, true},
		"entropy that cannot be read": {func(list []engine.Entry, at int) []engine.Entry {
			list[at].Events = []engine.Stored{{Name: "frame.restored", Version: 1, Data: json.RawMessage(`{"entropy":"","source":"server"}`)}}
			return list
		}, true},
		"an unknown version": {func(list []engine.Entry, at int) []engine.Entry {
			list[at].Events = slices.Clone(list[at].Events)
			list[at].Events[0].Version = 2
			return list
		}, true},
		"another source": {func(list []engine.Entry, at int) []engine.Entry {
			list[at].Events = slices.Clone(list[at].Events)
			list[at].Events[0].Data = bytes.Replace(list[at].Events[0].Data, []byte("server"), []byte("player"), 1)
			return list
		}, false},
		"by a player": {func(list []engine.Entry, at int) []engine.Entry {
			list[at].Seat, list[at].Actor = 0, engine.ActorPlayer
			return list
		}, false},
		"in a player's move": {func(list []engine.Entry, at int) []engine.Entry {
			move := slices.IndexFunc(list, func(e engine.Entry) bool { return e.Kind == engine.KindMove })
			list[move].Events = append(slices.Clone(list[move].Events), list[at].Events...)
			return list
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			entries := entriesOf(t, doc)
			raw := sealed(t, chained(t, doc, c.forge(entries, restoredAt(t, entries))))
			if got := export.Check(raw, catalog.Find); got.Fault == nil {
				t.Errorf("passes: %+v", got)
			}
			if got := export.Check(raw, unknownTitle); c.blindly && (got.Fault == nil || got.Fault.Check != export.CheckForm && got.Fault.Check != export.CheckDraws) {
				t.Errorf("without the rules: got %+v, want a fault of the form or the draws", got.Fault)
			}
		})
	}
}

func unknownTitle(string) (engine.Title, bool) { return nil, false }

// TestCheck_RestoredSample checks the frozen export of a restored table, which the web client's checker reads too.
func TestCheck_RestoredSample(t *testing.T) {
	t.Parallel()
	const path = "testdata/restored.json.gz"
	if _, err := os.Stat(path); err != nil && *writeRestored {
		packed.Write(t, path, sealed(t, finished(t, catalog.Titles()[0], 2, 9)))
	}
	got := export.Check(packed.Read(t, path), catalog.Find)
	if got.Fault != nil || got.Restores < 2 || got.Decided+got.Older != got.Entries {
		t.Errorf("got %+v, fault %+v", got, got.Fault)
	}
}
