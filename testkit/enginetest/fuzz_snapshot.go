package enginetest

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"testing"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/testkit/must"
)

// FuzzSnapshot feeds damaged snapshots to a title. Reading must not panic, and bytes that are read must be those that the
// result encodes to. An input is read as a snapshot, and as the content of one with a correct checksum.
func FuzzSnapshot(f *testing.F, title engine.Title) {
	for _, n := range []int{0, 5, 40, maxPath} {
		g := walk(f, title, bytes.Repeat([]byte{byte(n), 7, 2}, n/3+1))
		raw := must.Return(g.fold.Snapshot())(f)
		f.Add(raw)
		var content struct {
			Fold json.RawMessage `json:"fold"`
		}
		must.Succeed(f, json.Unmarshal(raw, &content))
		if _, err := engine.RestoreFold(title, sealed(title, content.Fold)); err != nil {
			f.Fatalf("a snapshot with its own content: %v", err)
		}
		f.Add([]byte(content.Fold))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, snapshot := range [][]byte{raw, sealed(title, raw)} {
			fold, err := engine.RestoreFold(title, snapshot)
			if err != nil {
				if fold != nil || !errors.Is(err, engine.ErrCorrupt) && !errors.Is(err, engine.ErrSnapshotVersion) {
					t.Fatalf("%q: got %v, %v", snapshot, fold, err)
				}
				continue
			}
			if again, err := fold.Snapshot(); err != nil || !bytes.Equal(again, snapshot) {
				t.Fatalf("%s\nwas read and encodes to %s, %v", snapshot, again, err)
			}
			plays(t, fold)
		}
	})
}

// sealed is a snapshot of this program with the given content.
func sealed(title engine.Title, fold []byte) []byte {
	info := title.Info()
	head := encode(struct {
		Format int        `json:"format"`
		Rules  int        `json:"rules"`
		Sum    codec.Hash `json:"sum"`
		Title  string     `json:"title"`
	}{engine.SnapshotFormat, info.Rules, sha256.Sum256(fold), info.ID})
	return append(append(append([]byte(`{"fold":`), fold...), ','), head[1:]...)
}

// plays calls everything that a server calls to show a table.
func plays(t *testing.T, fold *engine.Fold) {
	clone := fold.Clone()
	for seat := engine.NoSeat; int(seat) < fold.Start().Setup.Seats(); seat++ {
		v := engine.SeatViewer(seat)
		want, got := fold.View(v), clone.View(v)
		if diff := diffJSON(want, got); diff != "" {
			t.Fatalf("%s sees another clone (-fold +clone): %s", v, diff)
		}
		clone.Decisions(v)
	}
}
