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
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/poolgame"
	"nemeton/testkit/testsize"
)

// record writes missing files. It never overwrites one.
var record = flag.Bool("record", false, "record games for titles and numbers of seats that have none yet")

// games is the number of games in each file.
const games = 2

// checked is the number of games that a test run replays of each file. A long run replays all of them.
var checked = testsize.Pick(1, 1, games)

// TestGamesFold replays the recorded games: the hash chain is complete, the draws are reproduced, and the outcome is the same. Their reveals,
// signatures, salts and names are checked too. Today's rules decide every entry in the same way, also entries of older rules versions.
func TestGamesFold(t *testing.T) {
	t.Parallel()
	for _, title := range catalog.Titles() {
		info := title.Info()
		for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
			t.Run(fmt.Sprintf("%s for %d", info.ID, seats), func(t *testing.T) {
				t.Parallel()
				list := read(t, title, seats)
				if len(list) < games {
					t.Fatalf("%d games, want at least %d", len(list), games)
				}
				for _, d := range list[:checked] {
					checkRich(t, d)
				}
			})
		}
	}
}

func check(t *testing.T, d export.Document) {
	t.Helper()
	raw := must.Return(d.Seal())(t)
	got := export.Check(raw, catalog.Find)
	if got.Fault != nil {
		t.Errorf("%s: %+v", d.Table, *got.Fault)
	}
	expect.Equal(t, got.Decided, len(d.Entries), d.Table, "of entries decided again")
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

func read(t *testing.T, title engine.Title, seats int) []export.Document {
	t.Helper()
	path := filepath.Join("testdata", fmt.Sprintf("pool-%s-%d.jsonl.gz", title.Info().ID, seats))
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && *record {
		writeGames(t, path, title, []poolgame.Options{{Seats: seats}, {Seats: seats, Seed: 1}})
	}
	f := must.Return(os.Open(path))(t, "(go test ./engine/corpus -args -record))")
	defer func() { _ = f.Close() }()
	return must.Return(corpus.Read(f))(t)
}

// checkRich checks a game that has everything that a game can have.
func checkRich(t *testing.T, d export.Document) {
	t.Helper()
	check(t, d)
	raw := must.Return(d.Seal())(t)
	got := export.Check(raw, catalog.Find)
	if d.Format != export.Format || got.Restores == 0 || got.Seats[0].Reveals == 0 || got.Seats[0].Voided == 0 || got.Seats[0].Confirmed == 0 || got.Seats[1].InWords == 0 {
		t.Errorf("%s: the game is too plain: %+v", d.Table, got)
	}
}

// writeGames plays games with easy bots and writes them to a file.
func writeGames(t *testing.T, path string, title engine.Title, options []poolgame.Options) {
	t.Helper()
	var list []export.Document
	for _, o := range options {
		o.Choose = poolgame.Easy(title)
		g := must.Return(poolgame.Play(title, o))(t)
		list = append(list, g.Document)
	}
	f := must.Return(os.Create(path))(t)
	must.Succeed(t, errors.Join(corpus.Write(f, list), f.Close()))
}
