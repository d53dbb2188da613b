package export_test

import (
	"encoding/json"
	"flag"
	"os"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/codec"
	"nemeton/engine/export"
	"nemeton/testkit/must"
	"nemeton/testkit/packed"
)

var writeRestored = flag.Bool("restored", false, "write the missing sample of a restored table's export")

func entriesOf(t *testing.T, d export.Document) (list []engine.Entry) {
	t.Helper()
	for _, raw := range d.Entries {
		var e engine.Entry
		must.Succeed(t, json.Unmarshal(raw.Entry, &e))
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
		r := must.Return(engine.NewRecord(e))(t)
		d.Entries, d.Head = append(d.Entries, export.Entry{Entry: r.Bytes, Hash: r.Hash}), r.Hash
	}
	return d
}

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
