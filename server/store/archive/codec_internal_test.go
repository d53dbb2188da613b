package archive

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/engine/corpus"
	"nemeton/engine/export"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// maxEntry is the promised size of an archived entry, in bytes.
const maxEntry = 250

func recorded(t testing.TB, file string) []export.Document {
	t.Helper()
	f := must.Return(os.Open(file))(t)
	defer func() { _ = f.Close() }()
	return must.Return(corpus.Read(f))(t)
}

// withRandomIDs returns the log of a recorded game, whose commands have random ids as those of clients do. Those of recorded games count upwards.
func withRandomIDs(t testing.TB, d export.Document) (log []engine.Record) {
	t.Helper()
	var prev codec.Hash
	for _, e := range d.Entries {
		r := must.Return(engine.ReadRecord(e.Entry))(t)
		if r.Entry.Prev = prev; r.Entry.Command != "" {
			r.Entry.Command = uuid.NewString()
		}
		r = must.Return(engine.NewRecord(r.Entry))(t)
		log, prev = append(log, r), r.Hash
	}
	return log
}

// Every recorded game comes back byte by byte, and takes at most 250 bytes an entry.
func TestEncode_RecordedGames(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../engine/corpus/testdata/*.jsonl.gz")
	if err != nil || len(files) == 0 {
		t.Fatalf("no recorded games: %v", err)
	}
	for _, file := range files {
		for _, d := range recorded(t, file) {
			log := withRandomIDs(t, d)
			stored := must.Return(encode(log))(t)
			got := must.Return(decode(stored))(t)
			raw := 0
			for n, r := range log {
				raw += len(r.Bytes)
				if n >= len(got) || !bytes.Equal(got[n].Bytes, r.Bytes) || got[n].Hash != r.Hash {
					t.Fatalf("%s: entry %d came back changed", file, n+1)
				}
			}
			size := len(stored) / len(log)
			t.Logf("%s: %d entries of %d bytes, archived %d", filepath.Base(file), len(log), raw/len(log), size)
			if len(got) != len(log) || size > maxEntry {
				t.Errorf("%s: got %d entries of %d bytes, want %d of at most %d", file, len(got), size, len(log), maxEntry)
			}
		}
	}
}

// Bytes that encode did not write are a damaged log, and never more entries or other ones.
func TestDecode_Damaged(t *testing.T) {
	t.Parallel()
	log := withRandomIDs(t, recorded(t, "../../../engine/corpus/testdata/pool-druids-2.jsonl.gz")[0])[:40]
	stored := must.Return(encode(log))(t)
	for n := range stored {
		cut := stored[:n]
		if _, err := decode(cut); !errors.Is(err, engine.ErrCorrupt) {
			t.Fatalf("the first %d of %d bytes: got error %v, want damage", n, len(stored), err)
		}
		changed := bytes.Clone(stored)
		changed[n] ^= 0x10
		if got, err := decode(changed); err == nil {
			if last := len(got) - 1; len(got) != len(log) || got[last].Hash != log[last].Hash { // a bit of the frame's head may mean nothing
				t.Fatalf("byte %d changed: got %d other entries", n, len(got))
			}
		} else if !errors.Is(err, engine.ErrCorrupt) {
			t.Fatalf("byte %d changed: got error %v, want damage", n, err)
		}
	}
	for name, content := range map[string]string{"nothing": "", "no entries": "\x00\x00x", "a mark without bytes": "\x01\x02\x02\n", "a size without a mark": "\x01\x02\x03\n", "too many entries": "\xff\xff\x03\x00"} {
		z := must.Return(zipper())(t)
		expect.Error(t, expect.Second(decode(z.EncodeAll([]byte(content), nil))), engine.ErrCorrupt, name)
	}
}
