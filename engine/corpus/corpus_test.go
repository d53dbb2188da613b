package corpus_test

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/corpus"
	"nemeton/engine/export"
	"nemeton/testkit/testsize"
)

// record writes missing files. It never overwrites one.
var record = flag.Bool("record", false, "record games for titles and numbers of seats that have none yet")

// games is the number of games in each file.
const games = 30

// checked is the number of games that a test run replays of each file. A long run replays all of them.
var checked = testsize.Pick(1, 3, games)

// TestGamesFold replays every recorded game: the hash chain is complete, the draws are reproduced, and the outcome is the same.
// Today's rules decide every entry in the same way, also entries of older rules versions. A title without any recorded game is skipped.
func TestGamesFold(t *testing.T) {
	t.Parallel()
	for _, title := range catalog.Titles() {
		info := title.Info()
		for seats := info.MinSeats; seats <= testsize.Pick(info.MinSeats, info.MaxSeats, info.MaxSeats); seats++ {
			t.Run(fmt.Sprintf("%s for %d", info.ID, seats), func(t *testing.T) {
				t.Parallel()
				if !*record && !recorded(t, info.ID) {
					t.Skipf("%s has no recorded games yet (this writes them: go test ./engine/corpus -args -record)", info.ID)
				}
				list := read(t, title, seats)
				if len(list) < games {
					t.Fatalf("%d games, want at least %d", len(list), games)
				}
				for _, d := range list[:checked] {
					check(t, d)
				}
			})
		}
	}
}

func check(t *testing.T, d export.Document) {
	t.Helper()
	raw, err := d.Seal()
	if err != nil {
		t.Fatal(err)
	}
	got := export.Check(raw, catalog.Find)
	if got.Fault != nil {
		t.Errorf("%s: %+v", d.Table, *got.Fault)
	}
	if got.Decided != len(d.Entries) {
		t.Errorf("%s: %d of %d entries decided again", d.Table, got.Decided, len(d.Entries))
	}
}

// TestFiles checks that every file belongs to a title of the catalog.
func TestFiles(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.jsonl.gz")
	if err != nil || len(files) == 0 {
		t.Fatalf("no recorded games: %v", err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		id := strings.TrimPrefix(strings.TrimPrefix(name[:strings.LastIndex(name, "-")], "pool-"), "clocks-")
		if _, ok := catalog.Find(id); !ok {
			t.Errorf("%s: the catalog has no title %q", file, id)
		}
	}
}

// recorded reports whether a title has games for any number of seats. Then it must have them for all numbers.
func recorded(t *testing.T, id string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", id+"-*.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	return len(files) > 0
}

func read(t *testing.T, title engine.Title, seats int) []export.Document {
	t.Helper()
	path := filepath.Join("testdata", fmt.Sprintf("%s-%d.jsonl.gz", title.Info().ID, seats))
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && *record {
		write(t, path, title, seats)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatalf("%v (this writes it: go test ./engine/corpus -args -record)", err)
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
