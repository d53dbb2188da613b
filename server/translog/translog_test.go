package translog_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"nemeton/engine"
	"nemeton/server/notary"
	"nemeton/server/store"
	"nemeton/server/translog"
	"nemeton/testkit/memstore"
)

// server is a store with its log and its key.
type server struct {
	t     *testing.T
	store *memstore.Store
	log   *translog.Log
	key   notary.Key
	made  int
}

func newServer(t *testing.T) *server {
	t.Helper()
	s := memstore.New()
	n := notary.New(s, time.Now, rand.Reader)
	key, err := n.Key(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return &server{t: t, store: s, log: translog.New(s), key: key}
}

// create creates n tables and returns the fact of the last one.
func (s *server) create(n int) (f store.LogFact) {
	s.t.Helper()
	for range n {
		s.made++
		row := store.Table{ID: store.TableID(fmt.Sprintf("table %d", s.made)), State: store.Open, Secret: engine.Secret{byte(s.made), byte(s.made >> 8)}}
		if err := s.store.CreateTable(s.t.Context(), row, ""); err != nil {
			s.t.Fatal(err)
		}
		commitment, err := row.Commitment()
		if err != nil {
			s.t.Fatal(err)
		}
		f = store.LogFact{Kind: store.LogCreated, Table: row.ID, Value: commitment}
	}
	return f
}

// fetch serves the log as the transport does.
func (s *server) fetch(path string) ([]byte, error) {
	if path == "checkpoint" {
		signed, _, err := s.log.Checkpoint(s.t.Context(), s.key)
		return []byte(signed), err
	}
	return s.log.Tile(s.t.Context(), strings.TrimPrefix(path, "tile/"))
}

func (s *server) check(seen []byte) (translog.Checked, []byte, error) {
	return translog.Check(s.fetch, []string{s.key.Verifier}, seen)
}

// A whole log passes its check, at sizes around those of whole tiles, and each one contains the one before.
func TestCheck_Grows(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	var seen []byte
	for _, size := range []int{0, 1, 2, 3, 255, 256, 257, 511, 512, 700} {
		f := s.create(size - s.made)
		c, checkpoint, err := s.check(seen)
		if err != nil || c.Size != int64(size) || c.Created != int64(size) || c.Finished != 0 {
			t.Fatalf("at size %d: got %+v, %v", size, c, err)
		}
		if at, ok := c.Find(translog.Entry(f)); size > 0 && (!ok || at != int64(size-1)) {
			t.Errorf("at size %d: got index %d (%v) of the last table", size, at, ok)
		}
		seen = checkpoint
	}
}

// Any client of tlog-tiles can verify the tiles: package tlog checks each hash against the root of the checkpoint.
func TestTile_Hashes(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.create(600)
	signed, err := s.fetch("checkpoint")
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := note.NewVerifier(s.key.Verifier)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := note.Open(signed, note.VerifierList(verifier))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(opened.Text, "\n")
	root, err := tlog.ParseHash(lines[2])
	if err != nil || lines[0] != verifier.Name() || lines[1] != "600" {
		t.Fatalf("got the checkpoint %q, %v", opened.Text, err)
	}
	tree := tlog.Tree{N: 600, Hash: root}
	reader := tlog.TileHashReader(tree, tiles{s})
	entries, err := s.store.LogEntries(t.Context(), 0, 600)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int64{0, 255, 256, 511, 599} {
		hashes, err := reader.ReadHashes([]int64{tlog.StoredHashIndex(0, n)})
		if err != nil || hashes[0] != tlog.RecordHash(entries[n]) {
			t.Errorf("entry %d: got another hash, %v", n, err)
		}
		proof, err := tlog.ProveRecord(600, n, reader)
		if err != nil || tlog.CheckRecord(proof, 600, root, n, tlog.RecordHash(entries[n])) != nil {
			t.Errorf("entry %d: got no valid proof, %v", n, err)
		}
	}
}

// tiles reads the tiles of a server.
type tiles struct{ s *server }

func (tiles) Height() int                     { return 8 }
func (tiles) SaveTiles([]tlog.Tile, [][]byte) {}
func (r tiles) ReadTiles(list []tlog.Tile) (all [][]byte, err error) {
	for _, tile := range list {
		raw, err := r.s.fetch(strings.Replace(tile.Path(), "tile/8/", "tile/", 1))
		if err != nil {
			return nil, err
		}
		all = append(all, raw)
	}
	return all, nil
}

func TestTile_Missing(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.create(300)
	if _, err := s.fetch("checkpoint"); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		"", "0", "0/0", "0/000/", "0/001", "0/001.p/45", "0/000.p/256", "0/000.p/0", "1/000", "1/000.p/2", "6/000.p/1", "63/000", "-1/000", "data/000", "entries/001",
		"entries/002.p/1", "entries/001.p/45", "0/x999/x999/x999/x999/x999/x999/999", "../checkpoint", "entries/000.p/1x",
	} {
		if raw, err := s.log.Tile(t.Context(), path); !errors.Is(err, translog.ErrNoTile) {
			t.Errorf("%s: got %d bytes, %v, want %v", path, len(raw), err, translog.ErrNoTile)
		}
	}
	for path, size := range map[string]int{"0/000": 256 * 32, "0/001.p/44": 44 * 32, "1/000.p/1": 32, "entries/001.p/44": 44 * (2 + 8 + 64), "entries/000": 256 * (2 + 8 + 64)} {
		if raw, err := s.log.Tile(t.Context(), path); err != nil || len(raw) != size {
			t.Errorf("%s: got %d bytes, %v, want %d", path, len(raw), err, size)
		}
	}
}

// A witness with an earlier checkpoint notices a log that lost its end, and one that was written anew.
func TestCheck_Fork(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.create(10)
	if _, err := s.fetch("checkpoint"); err != nil {
		t.Fatal(err)
	}
	backup := s.store.Copy()
	s.create(5)
	_, seen, err := s.check(nil)
	if err != nil {
		t.Fatal(err)
	}
	s.store, s.log = backup, translog.New(backup)
	if _, _, err := s.check(seen); !errors.Is(err, translog.ErrFork) {
		t.Errorf("a log without its end: got error %v, want %v", err, translog.ErrFork)
	}
	s.made = 100
	s.create(20)
	if _, _, err := s.check(seen); !errors.Is(err, translog.ErrFork) {
		t.Errorf("a log with another end: got error %v, want %v", err, translog.ErrFork)
	}
	if _, _, err := s.check(nil); err != nil {
		t.Errorf("without the earlier checkpoint: got error %v", err)
	}
}

func TestCheck_Faults(t *testing.T) {
	t.Parallel()
	s, other := newServer(t), newServer(t)
	s.create(300)
	other.create(1)
	_, seen, err := s.check(nil)
	if err != nil {
		t.Fatal(err)
	}
	_, foreign, err := other.check(nil)
	if err != nil {
		t.Fatal(err)
	}
	flip := func(raw []byte, at int) []byte {
		raw = bytes.Clone(raw)
		raw[at] ^= 1
		return raw
	}
	both := []string{s.key.Verifier, other.key.Verifier}
	for name, c := range map[string]struct {
		change func(path string, raw []byte) []byte
		keys   []string
		seen   []byte
		want   error
	}{
		"a changed entry":        {func(path string, raw []byte) []byte { return edit(path == "tile/entries/000", flip(raw, 30), raw) }, both, nil, translog.ErrRoot},
		"a changed partial tile": {func(path string, raw []byte) []byte { return edit(path == "tile/entries/001.p/44", flip(raw, 30), raw) }, both, nil, translog.ErrRoot},
		"a missing entry":        {func(path string, raw []byte) []byte { return edit(path == "tile/entries/000", raw[74:], raw) }, both, nil, translog.ErrRoot},
		"a changed checkpoint": {func(path string, raw []byte) []byte {
			return edit(path == "checkpoint", bytes.Replace(raw, []byte("\n300\n"), []byte("\n299\n"), 1), raw)
		}, both, nil, translog.ErrCheckpoint},
		"a key of another server":          {nil, both[1:], nil, translog.ErrCheckpoint},
		"a changed earlier checkpoint":     {nil, both, flip(seen, 3), translog.ErrCheckpoint},
		"the checkpoint of another server": {nil, both, foreign, translog.ErrFork},
		"nothing changed":                  {nil, both, seen, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fetch := func(path string) ([]byte, error) {
				raw, err := s.fetch(path)
				if err == nil && c.change != nil {
					raw = c.change(path, raw)
				}
				return raw, err
			}
			if _, _, err := translog.Check(fetch, c.keys, c.seen); !errors.Is(err, c.want) {
				t.Errorf("got error %v, want %v", err, c.want)
			}
		})
	}
}

// edit returns changed if the condition holds, otherwise raw.
func edit(is bool, changed, raw []byte) []byte {
	if is {
		return changed
	}
	return raw
}

// An entry hides its table from people who do not know its id and its value.
func TestEntry(t *testing.T) {
	t.Parallel()
	f := store.LogFact{Kind: store.LogCreated, Table: "00000000-0000-7000-8000-000000000001", Value: [32]byte{1, 2, 3}}
	// printf 'nemeton log 1\0created\0%s\0\1\2\3...' | sha256sum
	if got, want := string(translog.Entry(f)), "created "; !strings.HasPrefix(got, want) || len(got) != len(want)+64 || strings.Contains(got, "010203") {
		t.Errorf("got %s", got)
	}
	finished, moved, swapped := f, f, f
	finished.Kind, moved.Table, swapped.Value = store.LogFinished, f.Table+"x", [32]byte{1, 2, 4}
	for _, other := range []store.LogFact{finished, moved, swapped} {
		if bytes.Equal(translog.Entry(f)[9:], translog.Entry(other)[9:]) {
			t.Errorf("%+v and %+v have one hash", f, other)
		}
	}
}

func TestCheckpoint_Fails(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := s.log.Checkpoint(ctx, s.key); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("got error %v, want %v", err, store.ErrUnavailable)
	}
	if _, err := s.log.Tile(ctx, "0/000"); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("got error %v, want %v", err, store.ErrUnavailable)
	}
}
