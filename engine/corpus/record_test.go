package corpus_test

import (
	"bytes"
	"flag"
	"os"
	"slices"
	"testing"

	"nemeton/engine/catalog"
	"nemeton/engine/export"
	"nemeton/testkit/must"
	"nemeton/testkit/poolgame"
)

// writeRecord writes the record that docs/fairness.md offers to checkers in other languages.
var writeRecord = flag.Bool("fairness-record", false, "write docs/fairness-record.json again")

// TestFairnessRecord: the record for checkers in other languages holds, has one of everything, and today's program makes the same bytes.
func TestFairnessRecord(t *testing.T) {
	t.Parallel()
	const path, longest = "../../docs/fairness-record.json", 120_000
	title, _ := catalog.Find("druids")
	g := must.Return(poolgame.Play(title, poolgame.Options{Seats: 3, Seed: 2, Choose: poolgame.Brief}))(t)
	want := must.Return(g.Document.Seal())(t)
	want = append(want, '\n')
	if *writeRecord {
		must.Succeed(t, os.WriteFile(path, want, 0o644))
	}
	raw := must.Return(os.ReadFile(path))(t)
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
