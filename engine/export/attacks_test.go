package export_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/corpus"
	"nemeton/engine/export"
	"nemeton/testkit/testsize"
)

// attack is one manipulation of a finished record. The forger computes all hashes and the digest anew.
type attack struct {
	name string
	// forge changes the record. It returns false if the record has nothing that it could change.
	forge func(t *testing.T, f *forgery) bool
	// found is the name of the check that finds it; several names, separated by |, if that depends on the game. It is empty for the
	// attacks that this format does not find.
	found string
	// pool is the same for records of chance version 2. Empty: found, or CheckProofs because devices signed a later head. Such a record is not
	// attacked if both are empty and no list of TestAttacks_Pool has the name.
	pool string
	// rules is the version of the rules that the checking program has; 0: the real one.
	rules int
}

// notFound lists the attacks that a record of version 1 does not reveal, with the reasons. docs/fairness.md names them in plain words.
var notFound = map[string]string{
	"a player's name changed":                         "nothing but the digest covers names, and the digest has no signature",
	"the names of two seats swapped":                  "the same",
	"the date of creation changed":                    "nothing but the digest covers it",
	"the table's id changed in document and log":      "the first entry states the id, and the commitment does not cover it",
	"options changed in document and log":             "the first entry states the options, and the commitment does not cover them",
	"an option added in document and log":             "the same",
	"one entry's time changed":                        "no clock but the server's knows the time",
	"all times shifted":                               "the same",
	"a bot's move as a player's":                      "no player signs moves",
	"all bots' moves as players'":                     "the same",
	"a command's id changed":                          "the id has no meaning beside the server's own table of ids",
	"another last choice, played on":                  "no player signs moves",
	"all moves after the middle replaced":             "the same",
	"leave and return inserted, played on":            "draws depend on the number of the entry, which such pairs shift",
	"a handover inserted, played on":                  "no player signs it, and it shifts the draws",
	"a stand-in inserted, played on":                  "only the server judges whether a player was away",
	"a restore inserted, played on":                   "only the server judges whether entries were lost",
	"a restore removed, played on":                    "the same",
	"another secret with its commitment, played anew": "nothing in the record proves which commitment the players saw",
	"other contributions, played anew":                "no player signs contributions",
	"colors swapped, played anew":                     "no player signs the setup",
	"a whole game made up":                            "the operator has no key of the players",
}

// notJudged lists the attacks whose records this program does not judge. It reports them as NOT CHECKED, never as valid.
var notJudged = map[string]string{
	"an unknown title in document and log":         "the program cannot know the rules of a title that it does not have",
	"another outcome of a move, as of older rules": "the program does not have older rules",
}

// TestAttacks runs the catalog of manipulations for each title. Each must be found by its check, or be listed above. In a normal run
// each attack is tried on two of three titles, and in a quick run on the short game of one, so that the test stays fast.
//
//nolint:tparallel // the subtests of a group end before the counts
func TestAttacks(t *testing.T) {
	t.Parallel()
	const parts = 3
	share := testsize.Pick(1, 2, parts)
	tried := make([]map[string]bool, len(catalog.Titles()))
	t.Run("titles", func(t *testing.T) {
		for n, title := range catalog.Titles() {
			tried[n] = map[string]bool{}
			t.Run(title.Info().ID, func(t *testing.T) {
				t.Parallel()
				games := []*original{newOriginal(t, shortest(t, title), title)}
				if share > 1 {
					games = append(games, newOriginal(t, finished(t, title, 2, 3), title))
				}
				for i, a := range catalogOfAttacks() {
					if (i+n)%parts >= share {
						continue
					}
					tried[n][a.name] = slices.ContainsFunc(games, func(g *original) bool { return a.tryOn(t, g) })
				}
			})
		}
	})
	applied := map[string]bool{}
	for n, title := range catalog.Titles() {
		kinds := 0
		for name, done := range tried[n] {
			if done {
				kinds++
				applied[name] = true
			}
		}
		t.Logf("%s: %d kinds of attacks", title.Info().ID, kinds)
		if share > 1 && kinds < 60 {
			t.Errorf("%s: %d kinds of attacks, want 60 at least", title.Info().ID, kinds)
		}
	}
	for _, a := range catalogOfAttacks() {
		if share > 1 && !applied[a.name] { // in a quick run, the one title may have nothing that an attack could change
			t.Errorf("no record has what %q changes", a.name)
		}
		if listed := notFound[a.name] != "" || notJudged[a.name] != ""; listed == (a.found != "") {
			t.Errorf("%q: it must either name its check or be listed", a.name)
		}
	}
}

// original is a real record before an attack.
type original struct {
	doc     export.Document
	entries []engine.Entry
	raw     []byte
	title   engine.Title // with the rules version of the record
}

func newOriginal(t *testing.T, doc export.Document, title engine.Title) *original {
	t.Helper()
	o := &original{doc: doc, entries: entriesOf(t, doc), raw: sealed(t, doc)}
	o.title = versioned{title, o.entries[0].Rules}
	if got := export.Check(o.raw, catalog.Find); !passes(got) && (got.Fault != nil || o.title.Info().Rules >= title.Info().Rules) {
		t.Fatalf("the unchanged record: %+v, fault %+v", got, got.Fault)
	}
	return o
}

// passes reports whether a record has no fault, and is judged as strictly as its version of chance allows.
func passes(r export.Report) bool {
	return r.Verdict == export.Holds || r.Fault == nil && r.Known && r.Older == 0 && r.Chance == int(engine.ChanceKey)
}

// tryOn attacks a copy of a record and judges the check. It returns false if the record has nothing that the attack could change.
func (a attack) tryOn(t *testing.T, o *original) bool {
	t.Helper()
	raw := a.forged(t, o)
	if raw == nil {
		return false
	}
	a.judge(t, o.title, raw)
	return true
}

// forged returns the attacked copy of a record; nil if the record has nothing that the attack could change.
func (a attack) forged(t *testing.T, o *original) []byte {
	t.Helper()
	f := &forgery{title: o.title, doc: o.doc, entries: slices.Clone(o.entries), original: o}
	for i := range f.entries {
		e := &f.entries[i]
		e.Draws, e.Events, e.Voids = slices.Clone(e.Draws), slices.Clone(e.Events), slices.Clone(e.Voids)
		if e.Proof != nil {
			proof := *e.Proof
			e.Proof = &proof
		}
	}
	f.doc.Seats, f.doc.Options, f.doc.Contributions = slices.Clone(o.doc.Seats), maps.Clone(o.doc.Options), slices.Clone(o.doc.Contributions)
	if f.doc.Options == nil {
		f.doc.Options = engine.Options{}
	}
	if !a.forge(t, f) {
		return nil
	}
	raw := f.sealed(t)
	if a.rules == 0 && bytes.Equal(raw, o.raw) {
		t.Errorf("%q changes nothing", a.name)
	}
	return raw
}

// judge checks the forged record and compares the result with the expectation.
func (a attack) judge(t *testing.T, title engine.Title, raw []byte) {
	t.Helper()
	got, id := a.check(title, raw), title.Info().ID
	switch _, unjudged := notJudged[a.name]; {
	case unjudged:
		if got.Verdict != export.NotJudged {
			t.Errorf("%s, %s: got %s, %+v; want it not judged", id, a.name, got.Verdict, got.Fault)
		}
	case notFound[a.name] != "":
		if !passes(got) {
			t.Errorf("%s, %s: it is listed as not found, but got %s, %+v", id, a.name, got.Verdict, got.Fault)
		}
	case got.Fault == nil || !slices.Contains(strings.Split(a.found+"|"+export.CheckForm, "|"), got.Fault.Check):
		t.Errorf("%s, %s: got %s, %+v; want the check %s", id, a.name, got.Verdict, got.Fault, a.found)
	case got.Verdict != export.Wrong:
		t.Errorf("%s, %s: got %s, want wrong", id, a.name, got.Verdict)
	}
}

// check checks the forged record with the rules version of the original, or with the one that the attack assumes.
func (a attack) check(original engine.Title, raw []byte) export.Report {
	return export.Check(raw, func(id string) (engine.Title, bool) {
		title, ok := catalog.Find(id)
		if ok && id == original.Info().ID {
			title = original
		}
		if ok && a.rules > 0 {
			title = versioned{title, a.rules}
		}
		return title, ok
	})
}

// versioned is a title whose rules have another version.
type versioned struct {
	engine.Title
	rules int
}

func (v versioned) Info() engine.Info {
	info := v.Title.Info()
	info.Rules = v.rules
	return info
}

// shortest returns the shortest game of the corpus for two seats whose first contribution has a letter.
func shortest(t *testing.T, title engine.Title) (best export.Document) {
	t.Helper()
	file, err := os.Open(fmt.Sprintf("../corpus/testdata/%s-2.jsonl.gz", title.Info().ID))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	games, err := corpus.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range games {
		hasLetter := len(d.Contributions) > 0 && strings.ContainsAny(d.Contributions[0], "abcdef")
		if hasLetter && (best.Entries == nil || len(d.Entries) < len(best.Entries)) {
			best = d
		}
	}
	if best.Entries == nil {
		t.Fatalf("%s: no game has such a contribution", title.Info().ID)
	}
	return best
}
