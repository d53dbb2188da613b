package corpus_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/corpus"
	"nemeton/engine/export"
	"nemeton/testkit/poolgame"
	"nemeton/testkit/testsize"
)

// writeRecord writes the record that docs/fairness.md offers to checkers in other languages.
var writeRecord = flag.Bool("fairness-record", false, "write docs/fairness-record.json again")

// poolGames is the number of games of chance version 2 in each file.
const poolGames = 2

// checkedPools is the number of games that a test run replays of each file.
var checkedPools = testsize.Pick(1, 1, poolGames)

// poolPath is the file with the games of chance version 2.
func poolPath(title engine.Title, seats int) string {
	return fmt.Sprintf("testdata/pool-%s-%d.jsonl.gz", title.Info().ID, seats)
}

// TestPoolGamesFold replays the recorded games of chance version 2. Their reveals, signatures, salts and names are checked too.
func TestPoolGamesFold(t *testing.T) {
	t.Parallel()
	for _, title := range catalog.Titles() {
		info := title.Info()
		for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
			t.Run(fmt.Sprintf("%s for %d", info.ID, seats), func(t *testing.T) {
				t.Parallel()
				if _, err := os.Stat(poolPath(title, seats)); errors.Is(err, fs.ErrNotExist) && *record {
					writePool(t, title, seats)
				}
				f, err := os.Open(poolPath(title, seats))
				if err != nil {
					t.Fatalf("%v (this writes it: go test ./engine/corpus -args -record)", err)
				}
				defer func() { _ = f.Close() }()
				list, err := corpus.Read(f)
				if err != nil {
					t.Fatal(err)
				}
				if len(list) < poolGames {
					t.Fatalf("%d games, want at least %d", len(list), poolGames)
				}
				for _, d := range list[:checkedPools] {
					checkPool(t, d)
				}
			})
		}
	}
}

// checkPool checks a game of chance version 2, which has everything that such a game can have.
func checkPool(t *testing.T, d export.Document) {
	t.Helper()
	check(t, d)
	raw, err := d.Seal()
	if err != nil {
		t.Fatal(err)
	}
	got := export.Check(raw, catalog.Find)
	if d.Format != export.FormatPool || got.Restores == 0 || got.Seats[0].Reveals == 0 || got.Seats[0].Voided == 0 || got.Seats[0].Confirmed == 0 || got.Seats[1].InWords == 0 {
		t.Errorf("%s: the game is too plain: %+v", d.Table, got)
	}
}

func writePool(t *testing.T, title engine.Title, seats int) {
	t.Helper()
	var list []poolgame.Options
	for seed := range uint64(poolGames) {
		list = append(list, poolgame.Options{Seats: seats, Seed: seed})
	}
	writeGames(t, poolPath(title, seats), title, list)
}

// writeGames plays games with easy bots and writes them to a file.
func writeGames(t *testing.T, path string, title engine.Title, options []poolgame.Options) {
	t.Helper()
	var list []export.Document
	for _, o := range options {
		o.Choose = poolgame.Easy(title)
		g, err := poolgame.Play(title, o)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, g.Document)
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(corpus.Write(f, list), f.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestFairnessRecord: the record for checkers in other languages holds, has one of everything, and today's program makes the same bytes.
func TestFairnessRecord(t *testing.T) {
	t.Parallel()
	const path, longest = "../../docs/fairness-record.json", 120_000
	title, _ := catalog.Find("druids")
	g, err := poolgame.Play(title, poolgame.Options{Seats: 3, Seed: 2, Choose: poolgame.Brief})
	if err != nil {
		t.Fatal(err)
	}
	want, err := g.Document.Seal()
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if *writeRecord {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(raw, want) {
		t.Error("another record than today's program makes (this writes it: go test ./engine/corpus -run FairnessRecord -args -fairness-record)")
	}
	got := export.Check(raw, catalog.Find)
	if got.Verdict != export.Holds || len(raw) > longest {
		t.Errorf("%d bytes: %+v, fault %+v", len(raw), got, got.Fault)
	}
	// The web client's test compares the same counts with those of its own check.
	counts := []export.SeatReport{
		{Contributed: true, Reveals: 17, Voided: 3, Protected: 12, Signed: 17, Unsigned: 2, Confirmed: 1},
		{Declined: true, Reveals: 23, Voided: 2, Protected: 20, Signed: 20, Unsigned: 8, InWords: 1, Handovers: 1},
		{},
	}
	if got.Entries != 74 || got.Draws != 35 || got.Restores != 1 || got.Unprotected != 3 || !slices.Equal(got.Seats, counts) || g.Start.Bots[2] == "" {
		t.Errorf("got %+v", got)
	}
}
