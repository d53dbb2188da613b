package storetest

import (
	"bytes"
	"fmt"
	"testing"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// snapshots checks the cache of states.
var snapshots = []contractCase{
	{"the newest one up to a seq is found, byte for byte", func(t *testing.T, f Fixture) {
		row, other := createTableWith(t, f.Store, 9), createTableWith(t, f.Store, 9)
		wantShot(t, f.Store, row.ID, 9, nil)
		at3, at6 := newShot(row.ID, 3), newShot(row.ID, 6)
		at6.Bytes = nil
		must.Succeed(t, f.Store.SaveSnapshot(t.Context(), at3))
		must.Succeed(t, f.Store.SaveSnapshot(t.Context(), at6))
		for atMost, want := range map[engine.Seq]*store.Snapshot{0: nil, 2: nil, 3: &at3, 5: &at3, 6: &at6, 9: &at6, 1 << 63: &at6} {
			wantShot(t, f.Store, row.ID, atMost, want)
		}
		wantShot(t, f.Store, other.ID, 9, nil)
		reopened := f.Reopen(t)
		wantShot(t, reopened, row.ID, 9, &at6)
		must.Succeed(t, reopened.DropSnapshots(t.Context(), row.ID))
		must.Succeed(t, reopened.DropSnapshots(t.Context(), row.ID))
		wantShot(t, reopened, row.ID, 9, nil)
	}},
	{"two are kept, and one of the same seq is replaced", func(t *testing.T, f Fixture) {
		row := createTableWith(t, f.Store, 9)
		shots := map[engine.Seq]store.Snapshot{}
		for _, seq := range []engine.Seq{4, 6, 8, 2} {
			shots[seq] = newShot(row.ID, seq)
			must.Succeed(t, f.Store.SaveSnapshot(t.Context(), shots[seq]))
		}
		at6, at8 := shots[6], shots[8]
		wantShot(t, f.Store, row.ID, 9, &at8)
		wantShot(t, f.Store, row.ID, 7, &at6)
		wantShot(t, f.Store, row.ID, 5, nil)
		at8.Head, at8.Bytes = codec.Hash{8}, []byte("another")
		must.Succeed(t, f.Store.SaveSnapshot(t.Context(), at8))
		wantShot(t, f.Store, row.ID, 9, &at8)
		wantShot(t, f.Store, row.ID, 7, &at6)
	}},
	{"those beyond the end of the log make room", func(t *testing.T, f Fixture) {
		row := createTableWith(t, f.Store, 9)
		for _, seq := range []engine.Seq{7, 8} {
			must.Succeed(t, f.Store.SaveSnapshot(t.Context(), newShot(row.ID, seq)))
		}
		f.Cut(t, row.ID, 5)
		at4, at6 := newShot(row.ID, 4), newShot(row.ID, 6)
		must.Succeed(t, f.Store.SaveSnapshot(t.Context(), at4))
		must.Succeed(t, f.Store.SaveSnapshot(t.Context(), at6))
		wantShot(t, f.Store, row.ID, 9, &at4)
	}},
	{"changed bytes count as missing", func(t *testing.T, f Fixture) {
		row, other := createTableWith(t, f.Store, 9), createTableWith(t, f.Store, 9)
		at3, kept := newShot(row.ID, 3), newShot(other.ID, 3)
		for _, shot := range []store.Snapshot{at3, newShot(row.ID, 6), kept} {
			must.Succeed(t, f.Store.SaveSnapshot(t.Context(), shot))
		}
		f.DamageSnapshot(t, row.ID, 6)
		wantShot(t, f.Store, row.ID, 9, &at3)
		f.DamageSnapshot(t, row.ID, 3)
		wantShot(t, f.Store, row.ID, 9, nil)
		wantShot(t, f.Store, other.ID, 9, &kept)
		again := newShot(row.ID, 6)
		must.Succeed(t, f.Store.SaveSnapshot(t.Context(), again))
		wantShot(t, f.Store, row.ID, 9, &again)
	}},
	{"have a maximum size, and need a table", func(t *testing.T, f Fixture) {
		row := createTableWith(t, f.Store, 1)
		shot := newShot(row.ID, 1)
		shot.Bytes = bytes.Repeat([]byte{0, 0xff}, store.MaxSnapshot/2)
		must.Succeed(t, f.Store.SaveSnapshot(t.Context(), shot))
		wantShot(t, f.Store, row.ID, 1, &shot)
		large := shot
		large.Bytes = make([]byte, store.MaxSnapshot+1)
		expect.Failure(t, f.Store.SaveSnapshot(t.Context(), large), "a snapshot above the maximum size was stored")
		wantShot(t, f.Store, row.ID, 1, &shot)
		for _, id := range []store.TableID{"", "none", "\x00", "\xff"} {
			expect.Error(t, f.Store.SaveSnapshot(t.Context(), newShot(id, 1)), store.ErrNotFound, fmt.Sprintf("table %q", id))
			wantShot(t, f.Store, id, 1, nil)
			must.Succeed(t, f.Store.DropSnapshots(t.Context(), id))
		}
	}},
	{"are saved concurrently", func(t *testing.T, f Fixture) {
		row := createTableWith(t, f.Store, contenders)
		concurrently(t, contenders, func(i int) error { return f.Store.SaveSnapshot(t.Context(), newShot(row.ID, engine.Seq(i+1))) }, nil)
		newest := newShot(row.ID, contenders)
		wantShot(t, f.Store, row.ID, contenders, &newest)
	}},
}

func newShot(id store.TableID, seq engine.Seq) store.Snapshot {
	return store.Snapshot{Table: id, Seq: seq, Head: codec.Hash{byte(seq), 31: 1}, Bytes: fmt.Appendf(nil, "state %d \x00\xff", seq)}
}

// wantShot checks the newest snapshot up to atMost. A nil snapshot means that there is none.
func wantShot(t *testing.T, s store.Store, id store.TableID, atMost engine.Seq, want *store.Snapshot) {
	t.Helper()
	got, err := s.LatestSnapshot(t.Context(), id, atMost)
	if want == nil {
		expect.Error(t, err, store.ErrNotFound, fmt.Sprintf("snapshot up to %d", atMost))
		return
	}
	must.Succeed(t, err)
	if !bytes.Equal(got.Bytes, want.Bytes) { // cmp takes seconds for a large one
		t.Errorf("snapshot up to %d: got %d bytes that begin %.20q, want %d that begin %.20q", atMost, len(got.Bytes), got.Bytes, len(want.Bytes), want.Bytes)
	}
	expected := *want
	got.Bytes, expected.Bytes = nil, nil
	wantEqual(t, fmt.Sprintf("snapshot up to %d", atMost), got, expected)
}
