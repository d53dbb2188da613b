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
	"nemeton/testkit/must"
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

// notJudged lists the attacks whose records this program does not judge. It reports them as NOT CHECKED, never as valid.
var notJudged = map[string]string{
	"an unknown title in document and log":         "the program cannot know the rules of a title that it does not have",
	"another outcome of a move, as of older rules": "the program does not have older rules",
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
	if got := export.Check(o.raw, catalog.Find); got.Verdict != export.Holds && (got.Fault != nil || o.title.Info().Rules >= title.Info().Rules) {
		t.Fatalf("the unchanged record: %+v, fault %+v", got, got.Fault)
	}
	return o
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
	file := must.Return(os.Open(fmt.Sprintf("../corpus/testdata/pool-%s-2.jsonl.gz", title.Info().ID)))(t)
	defer func() { _ = file.Close() }()
	games := must.Return(corpus.Read(file))(t)
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
