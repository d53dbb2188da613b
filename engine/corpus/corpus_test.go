package corpus_test

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/corpus"
	"nemeton/engine/export"
	"nemeton/testkit/testsize"
)

// record writes the files that are missing; it never writes one again.
var record = flag.Bool("record", false, "record the games of titles and seat counts that have none yet")

// games is how many games every file holds.
const games = 30

// checked is how many games of every file a test run replays. A long run replays all of them.
var checked = testsize.Pick(1, 6, games)

// TestGamesFoldForEver reads every recorded game: its chain is whole, its dice fall again, and it ends as it ended. What today's rules
// decided they decide again.
func TestGamesFoldForEver(t *testing.T) {
	t.Parallel()
	for _, title := range catalog.Titles() {
		info := title.Info()
		for seats := info.MinSeats; seats <= testsize.Pick(info.MinSeats, info.MaxSeats, info.MaxSeats); seats++ {
			t.Run(fmt.Sprintf("%s for %d", info.ID, seats), func(t *testing.T) {
				t.Parallel()
				list := read(t, title, seats)
				if len(list) < games {
					t.Fatalf("%d games, want at least %d", len(list), games)
				}
				for _, d := range list[:checked] {
					check(t, d, info.Rules)
				}
			})
		}
	}
}

func check(t *testing.T, d export.Document, rules int) {
	t.Helper()
	raw, err := d.Seal()
	if err != nil {
		t.Fatal(err)
	}
	got := export.Check(raw, catalog.Find)
	if got.Fault != nil {
		t.Errorf("%s: %+v", d.Table, *got.Fault)
	}
	if rules == 1 && got.Decided != len(d.Entries) {
		t.Errorf("%s: %d of %d entries decided again", d.Table, got.Decided, len(d.Entries))
	}
}

func read(t *testing.T, title engine.Title, seats int) []export.Document {
	t.Helper()
	path := filepath.Join("testdata", fmt.Sprintf("%s-%d.jsonl.gz", title.Info().ID, seats))
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && *record {
		write(t, path, title, seats)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatalf("%v (go test ./engine/corpus -args -record writes it)", err)
	}
	defer func() { _ = f.Close() }()
	list, err := corpus.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func write(t *testing.T, path string, title engine.Title, seats int) {
	t.Helper()
	var list []export.Document
	for seed := range uint64(games) {
		d, err := corpus.Play(title, seats, seed)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, d)
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(corpus.Write(f, list), f.Close()); err != nil {
		t.Fatal(err)
	}
}
