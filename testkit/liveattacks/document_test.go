package liveattacks_test

import (
	"os"
	"strings"
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// The document's table states the catalog, so that it claims nothing that TestLiveAttacks does not show.
func TestDocument_StatesTheCatalog(t *testing.T) {
	t.Parallel()
	raw := must.Return(os.ReadFile("../../docs/fairness.md"))(t)
	_, section, found := strings.Cut(string(raw), "\n## Attacks during a game\n")
	if !found {
		t.Fatal("the document has no section about attacks during a game")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	var rows [][]string
	for line := range strings.Lines(section) {
		if cells, isRow := strings.CutPrefix(strings.TrimSpace(line), "| "); isRow {
			rows = append(rows, strings.Split(strings.TrimSuffix(cells, " |"), " | "))
		}
	}
	attacks := catalogOfLiveAttacks()
	if len(rows) != len(attacks)+1 { // the first row is the header
		t.Fatalf("%d rows, want %d", len(rows), len(attacks)+1)
	}
	for i, a := range attacks {
		expect.Slice(t, rows[i+1], []string{a.name, a.refused, a.shown, a.party, a.when, a.why}, "row", i+1)
	}
}
