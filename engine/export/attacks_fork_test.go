package export_test

import (
	"encoding/json"
	"errors"
	"flag"
	"slices"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/engine/export"
	"nemeton/testkit/must"
	"nemeton/testkit/packed"
	"nemeton/testkit/poolgame"
	"nemeton/testkit/testsize"
)

var writeForks = flag.Bool("forks", false, "write testdata/forks.json.gz again")

const (
	forksPath = "testdata/forks.json.gz"
	forkedAt  = 16 // entries of the origin
)

// forkForgery is a manipulation of the start of a fork. The forger computes all salts, hashes and the digest anew, and the commitment unless kept is true.
type forkForgery struct {
	name  string
	kept  bool
	found string // the check that refuses the record; empty: it holds
	forge func(t *testing.T, s *forkStart)
}

// forkStart is the start of a fork in the hands of a forger.
type forkStart struct {
	*forgery
	begun  engine.Started
	forked engine.Forked
	other  engine.Forked // the log of another table of the same title
}

// storedFork is a record in the file. Check is the check that refuses it; several ones, separated by |, if the two
// readers differ. Empty: it holds.
type storedFork struct {
	Name   string          `json:"name"`
	Check  string          `json:"check"`
	Record json.RawMessage `json:"record"`
}

// named is a forgery of the origin's name.
func named(name, found string, kept bool, change func(o *engine.Origin)) forkForgery {
	return forkForgery{name, kept, found, func(_ *testing.T, s *forkStart) { change(s.begun.Origin) }}
}

// relogged is a forgery of the log of the origin, whose entries are chained anew. The fork names the new head.
func relogged(name, found string, change func(s *forkStart, log []engine.Entry) []engine.Entry) forkForgery {
	return forkForgery{name, false, found, func(t *testing.T, s *forkStart) {
		var log []engine.Entry
		for _, raw := range s.forked.Log {
			var e engine.Entry
			must.Succeed(t, json.Unmarshal(raw, &e))
			log = append(log, e)
		}
		s.forked.Log = nil
		var head codec.Hash
		for i, e := range change(s, log) {
			e.Seq, e.Prev = engine.Seq(i+1), head
			e.Salt = chance.Secret(s.forked.Secret).Salt(s.begun.Origin.Table, uint64(e.Seq))
			r := must.Return(engine.NewRecord(e))(t)
			s.forked.Log, head = append(s.forked.Log, r.Bytes), r.Hash
		}
		s.begun.Origin.Seq, s.begun.Origin.Head = engine.Seq(len(s.forked.Log)), head
	}}
}

func forkForgeries() []forkForgery {
	entry := func(change func(e *engine.Entry), fits func(engine.Entry) bool) func(*forkStart, []engine.Entry) []engine.Entry {
		return func(_ *forkStart, log []engine.Entry) []engine.Entry {
			change(&log[slices.IndexFunc(log, fits)])
			return log
		}
	}
	return []forkForgery{
		{"the record as it is", true, "", func(*testing.T, *forkStart) {}},
		named("another moment, with the old commitment", export.CheckCommitment, true, func(o *engine.Origin) { o.Seq-- }),
		named("another chance, with the old commitment", export.CheckCommitment, true, func(o *engine.Origin) { o.Chance = engine.ForkSame }),
		named("another moment", export.CheckOrigin, false, func(o *engine.Origin) { o.Seq-- }),
		named("another table", export.CheckOrigin, false, func(o *engine.Origin) { o.Table += "0" }),
		named("another head", export.CheckOrigin, false, func(o *engine.Origin) { o.Head[0]++ }),
		named("a third chance", export.CheckOrigin+"|"+export.CheckStart, false, func(o *engine.Origin) { o.Chance = "old" }),
		{"the last entry of the origin dropped", false, export.CheckOrigin, func(_ *testing.T, s *forkStart) { s.forked.Log = s.forked.Log[:forkedAt-1] }},
		{"the log of another table", false, export.CheckOrigin, func(_ *testing.T, s *forkStart) { s.forked = s.other }},
		{"an empty log", false, export.CheckOrigin, func(_ *testing.T, s *forkStart) { s.forked.Log = nil }},
		{"another secret of the origin", false, export.CheckOrigin, func(_ *testing.T, s *forkStart) { s.forked.Secret[0]++ }},
		relogged("a draw of the origin changed", export.CheckOrigin, entry(func(e *engine.Entry) { e.Draws[0].Is = (e.Draws[0].Is + 1) % e.Draws[0].Of }, isDraw)),
		relogged("a drawing entry of the origin removed", export.CheckOrigin, func(_ *forkStart, log []engine.Entry) []engine.Entry {
			at := slices.IndexFunc(log, isDraw)
			return slices.Delete(log, at, at+1)
		}),
		relogged("an event of the origin changed", export.CheckOrigin+"|"+export.CheckDraws, func(s *forkStart, log []engine.Entry) []engine.Entry {
			e := &log[slices.IndexFunc(log, isMove)]
			e.Events[0].Name = "turn_began"
			return log
		}),
		relogged("a seat of the origin handed over in the log", export.CheckOrigin, entry(func(e *engine.Entry) { e.Seat = 7 }, isMove)),
		{"no log of the origin", false, export.CheckOrigin, func(_ *testing.T, s *forkStart) { s.entries[0].Events = slices.Delete(s.entries[0].Events, 1, 2) }},
		{"no name of the origin", false, export.CheckForm, func(_ *testing.T, s *forkStart) { s.begun.Origin = nil }},
		{"an event of the title at the start", false, export.CheckRules, func(_ *testing.T, s *forkStart) {
			s.entries[0].Events = append(s.entries[0].Events, s.entries[1].Events[0])
		}},
		{"a draw at the start", false, export.CheckDraws + "|" + export.CheckRules, func(_ *testing.T, s *forkStart) { s.entries[0].Draws = []chance.Draw{{What: "deck", Of: 1}} }},
		{"other colors", false, export.CheckRules, func(_ *testing.T, s *forkStart) {
			slices.Reverse(s.begun.Setup.Colors)
			for i := range s.doc.Seats {
				s.doc.Seats[i].Color = s.begun.Setup.Colors[i]
			}
		}},
	}
}

func (f forkForgery) forged(t *testing.T, o *original, other engine.Forked) []byte {
	t.Helper()
	s := &forkStart{forgery: &forgery{title: o.title, doc: o.doc, entries: slices.Clone(o.entries), original: o}, other: other}
	first := &s.entries[0]
	first.Events, s.doc.Seats = slices.Clone(first.Events), slices.Clone(o.doc.Seats)
	s.begun = s.forgery.begun(t)
	must.Succeed(t, json.Unmarshal(first.Events[1].Data, &s.forked))
	f.forge(t, s)
	if !f.kept {
		commitment := must.Return(s.begun.Terms().CommitTo(s.secret()))(t)
		s.begun.Commitment, s.doc.Commitment = commitment, commitment
	}
	first.Events[0].Data = stored(s.begun).Data
	if len(first.Events) > 1 {
		first.Events[1].Data = stored(s.forked).Data
	}
	return s.sealed(t)
}

// game plays a short game in which no device signs.
func game(t *testing.T, title engine.Title, o poolgame.Options) *poolgame.Game {
	t.Helper()
	o.Choose, o.Seats, o.Plain = poolgame.Easy(title), 2, true
	if title.Info().ID == "druids" {
		o.Choose = poolgame.Brief
	}
	return must.Return(poolgame.Play(title, o))(t)
}

// logOf is the log of a game up to the moment of the forks.
func logOf(g *poolgame.Game) engine.Forked {
	f := engine.Forked{Secret: chance.Entropy(g.Secret)}
	for _, r := range g.Records[:forkedAt] {
		f.Log = append(f.Log, r.Bytes)
	}
	return f
}

// Forks can begin at each other. The last generation still has a record that every reader reads.
func TestCheck_GenerationsOfForks(t *testing.T) {
	t.Parallel()
	title, _ := catalog.Find("druids")
	g := game(t, title, poolgame.Options{Seed: 4})
	for n := uint64(1); ; n++ {
		if _, err := engine.OriginAt(title, g.Records, 2, engine.ForkSame); errors.Is(err, engine.ErrNoFork) && n == 5 {
			return
		} else if err != nil || n == 5 {
			t.Fatalf("fork %d: got error %v, want none before the fifth", n, err)
		}
		g = game(t, title, poolgame.Options{Seed: 4 + n, Fork: &poolgame.Fork{Of: g, Seq: 2, Chance: engine.ForkSame}})
		if got := export.Check(sealed(t, g.Document), catalog.Find); got.Verdict != export.Holds {
			t.Fatalf("fork %d: %+v, fault %+v", n, got, got.Fault)
		}
	}
}

// TestAttacks_Fork refuses forged starts of forks. The file holds the records of one title, which the browser's check judges as well.
func TestAttacks_Fork(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	for _, title := range catalog.Titles() {
		t.Run(title.Info().ID, func(t *testing.T) {
			t.Parallel()
			of := game(t, title, poolgame.Options{Seed: 4})
			fork := game(t, title, poolgame.Options{Seed: 5, Fork: &poolgame.Fork{Of: of, Seq: forkedAt, Chance: engine.ForkNew}})
			again := game(t, title, poolgame.Options{Seed: 6, Fork: &poolgame.Fork{Of: fork, Seq: forkedAt, Chance: engine.ForkSame}})
			if got := export.Check(sealed(t, again.Document), catalog.Find); got.Verdict != export.Holds || got.Origin.Table != fork.Start.Table {
				t.Errorf("a fork of a fork: %+v, fault %+v", got, got.Fault)
			}
			o, other := newOriginal(t, fork.Document, title), logOf(game(t, title, poolgame.Options{Seed: 7}))
			var list []storedFork
			for _, f := range forkForgeries() {
				raw := f.forged(t, o, other)
				got, found := export.Check(raw, catalog.Find), ""
				if got.Fault != nil {
					found = got.Fault.Check
				}
				if checks := strings.Split(f.found, "|"); !slices.Contains(checks, found) {
					t.Errorf("%s: got %q (%+v), want %q", f.name, found, got.Fault, f.found)
				}
				list = append(list, storedFork{f.name, f.found, raw})
			}
			if title.Info().ID != "druids" {
				return
			}
			want := must.Return(json.Marshal(append(list, storedFork{"a fork of a fork", "", sealed(t, again.Document)})))(t)
			packed.Compare(t, forksPath, want, *writeForks, "go test ./engine/export -run Attacks_Fork -args -forks")
		})
	}
}
