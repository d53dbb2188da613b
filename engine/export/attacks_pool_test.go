package export_test

import (
	"cmp"
	"os"
	"slices"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/export"
	"nemeton/testkit/must"
	"nemeton/testkit/poolgame"
	"nemeton/testkit/testsize"
)

// hole is an attack that a record of version 2 does not reveal.
type hole struct {
	party string // that notices it
	when  string
	why   string // no check refuses it
	limit string // words of docs/fairness.md that state it
}

// The holes of a record in which devices signed commands. All of them concern entries after the last signed head, or commands without a
// signature.
var (
	clocks   = hole{"nobody", "-", "only the server's clock measures time", "the times of entries after the last signed command"}
	unsigned = hole{"the player whose memory has other heads", "at the end", "verify counts it as unsigned: plain REST clients sign nothing", "replaced by unsigned ones"}
	restores = hole{"all viewers, and verify counts it", "at once", "a real restore looks the same", "a restore that is recorded"}
	erasing  = hole{"the person, and verify counts it", "at the end", "names are erased on request", "a name may be called erased"}
	last     = hole{"the sender's memory", "at the end", "no later signed head covers it", "the entries after the last signed command"}
	standing = hole{"the player of the seat, and all viewers", "at once", "only the server judges absence and silence", "leaves, returns, handovers and stand-ins"}
	madeUp   = hole{"every player, whose memory has another commitment and other heads", "at the end", "a game without signatures is the operator's word", "a game in which no device signed"}
)

// notFoundPool lists the attacks that a record of version 2 with signed commands does not reveal.
var notFoundPool = map[string]hole{
	"all bots' moves as players'":                         unsigned,
	"a restore removed, played on":                        unsigned,
	"colors swapped, played anew":                         unsigned,
	"another last choice, played on":                      unsigned,
	"all moves after the middle replaced":                 unsigned,
	"leave and return inserted, played on":                standing,
	"a handover inserted, played on":                      standing,
	"a stand-in inserted, played on":                      standing,
	"a restore inserted, played on":                       restores,
	"a whole game made up":                                madeUp,
	"a signed move replaced by another one, played on":    unsigned,
	"the last signature dropped":                          last,
	"a device in words inserted after the last signature": last,
	"the name of a person called erased":                  erasing,
}

// notFoundPlain lists the attacks that a record of version 2 does not reveal if no device signed anything.
var notFoundPlain = map[string]hole{
	"one entry's time changed":                        clocks,
	"all times shifted":                               clocks,
	"a command's id changed":                          madeUp,
	"another secret with its commitment, played anew": madeUp,
	"other contributions, played anew":                madeUp,
	"a bot's move as a player's":                      unsigned,
	"a handover removed with its heir":                standing,
	"a name changed with its digest":                  madeUp,
	"names swapped with their digests":                madeUp,
	"the time of creation changed with the log":       madeUp,
	"a handover with another heir":                    madeUp,
}

// foundPool names the checks that find an attack in records of version 2, if they differ from those of version 1.
var foundPool = map[string]string{
	"another secret with its commitment, in document and log": export.CheckNames,
	"the date of creation changed":                            export.CheckStart,
	"a player's name changed":                                 export.CheckNames,
	"the names of two seats swapped":                          export.CheckNames,
	"the table's id changed in document and log":              export.CheckCommitment,
	"options changed in document and log":                     export.CheckCommitment,
	"an option added in document and log":                     export.CheckCommitment,
	"another title in document and log":                       export.CheckCommitment + "|" + export.CheckVersion,
	"a contribution removed in document and log":              export.CheckStart,
	"contributions swapped in document and log":               export.CheckStart,
	"an empty contribution dropped in document and log":       export.CheckStart,
	"a seat more in document and log":                         export.CheckStart,
	"everything after the start cut off":                      export.CheckNames,
	"a handover after the end":                                export.CheckNames,
	"a handover removed":                                      export.CheckNames,
	"no entropy":                                              export.CheckNames,
	"a restore of an unknown version":                         export.CheckNames,
	"all draws of an entry dropped":                           export.CheckDraws + "|" + export.CheckRules + "|" + export.CheckProofs, // draws have numbers
	"a draw of one outcome added":                             export.CheckDraws + "|" + export.CheckRules + "|" + export.CheckProofs,
	"a bot's move as a player's":                              export.CheckProofs + "|" + export.CheckRules,
}

// brief plays a short game of chance version 2, and returns its document.
func brief(t testing.TB, title engine.Title, o poolgame.Options) export.Document {
	t.Helper()
	o.Choose = poolgame.Easy(title)
	if title.Info().ID == "druids" {
		o.Choose = poolgame.Brief
	}
	g := must.Return(poolgame.Play(title, o))(t)
	return g.Document
}

// poolCatalog lists the attacks on records of version 2.
func poolCatalog() []attack {
	return slices.Concat(catalogOfAttacks(), attacksOnPoolStart(), attacksOnPoolEntries(), attacksOnProofs())
}

// TestAttacks_Pool runs the catalog on records of version 2: on one with devices, and on one without. A normal run tries every attack on
// the short game of one title, and a twelfth of them on each other title.
//
//nolint:tparallel // the subtests of a group end before the counts
func TestAttacks_Pool(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	list, titles := poolCatalog(), catalog.Titles()
	tried := make([][2]map[string]bool, len(titles))
	t.Run("titles", func(t *testing.T) {
		for n, title := range titles {
			tried[n] = [2]map[string]bool{{}, {}}
			whole := title.Info().ID == "druids"
			if !whole && testsize.Get() == testsize.Quick {
				continue
			}
			t.Run(title.Info().ID, func(t *testing.T) {
				t.Parallel()
				games := []*original{
					newOriginal(t, brief(t, title, poolgame.Options{Seats: 2, Seed: 4}), title),
					newOriginal(t, brief(t, title, poolgame.Options{Seats: 2, Seed: 6, Plain: true}), title),
				}
				for i, a := range list {
					if testsize.Pick(i%2 > 0, !whole && i%12 != n, false) {
						continue
					}
					for plain, o := range games {
						if raw := a.forged(t, o); raw != nil {
							tried[n][plain][a.name] = true
							a.judgePool(t, o.title, raw, plain > 0)
						}
					}
				}
			})
		}
	})
	count := 0
	for _, a := range list {
		if slices.ContainsFunc(tried, func(kinds [2]map[string]bool) bool { return kinds[0][a.name] || kinds[1][a.name] }) {
			count++
		} else if testsize.Get() != testsize.Quick && a.name != "an agreement removed" { // the games have none
			t.Errorf("no record has what %q changes", a.name)
		}
	}
	t.Logf("%d of %d attacks, %d of them new", count, len(list), len(list)-len(catalogOfAttacks()))
	for _, a := range list {
		_, never := notFoundPool[a.name]
		checks := cmp.Or(foundPool[a.name], a.pool, a.found)
		if listed := never || notJudged[a.name] != "" || checks == "" && notFoundPlain[a.name] != (hole{}); listed == (checks != "") {
			t.Errorf("%q: it must either name its check or be listed", a.name)
		}
	}
}

// TestLimits: docs/fairness.md states every hole of a record of version 2 in plain words.
func TestLimits(t *testing.T) {
	t.Parallel()
	raw := must.Return(os.ReadFile("../../docs/fairness.md"))(t)
	_, limits, found := strings.Cut(string(raw), "\n## Limits of a record\n")
	if limits, _, _ = strings.Cut(limits, "\n## "); !found {
		t.Fatal("the section is missing")
	}
	limits = strings.Join(strings.Fields(limits), " ")
	for _, list := range []map[string]hole{notFoundPool, notFoundPlain} {
		for name, h := range list {
			if h.party == "" || h.when == "" || h.why == "" || h.limit == "" || !strings.Contains(limits, h.limit) {
				t.Errorf("%q: the document does not state %q, or a reason is missing", name, h.limit)
			}
		}
	}
}

// judgePool checks the forged record of version 2 and compares the result with the expectation.
func (a attack) judgePool(t *testing.T, title engine.Title, raw []byte, plain bool) {
	t.Helper()
	got, id := a.check(title, raw), title.Info().ID
	want := cmp.Or(foundPool[a.name], a.pool, a.found+"|"+export.CheckProofs)
	_, listed := notFoundPool[a.name]
	_, listedPlain := notFoundPlain[a.name]
	switch _, unjudged := notJudged[a.name]; {
	case unjudged:
		if got.Verdict != export.NotJudged && got.Verdict != export.Wrong {
			t.Errorf("%s, %s, plain %v: got %s, %+v; want it not judged", id, a.name, plain, got.Verdict, got.Fault)
		}
	case listed || listedPlain && plain:
		// The rules and the form find some of them in some games.
		if got.Verdict != export.Holds && (got.Fault == nil || got.Fault.Check != export.CheckForm && (got.Fault.Check != export.CheckRules || !strings.Contains(want, export.CheckRules))) {
			t.Errorf("%s, %s, plain %v: it is listed as not found, but got %s, %+v", id, a.name, plain, got.Verdict, got.Fault)
		}
	case got.Fault == nil || !slices.Contains(strings.Split(want+"|"+export.CheckForm, "|"), got.Fault.Check) || got.Verdict != export.Wrong:
		t.Errorf("%s, %s, plain %v: got %s, %+v; want the check %s", id, a.name, plain, got.Verdict, got.Fault, want)
	}
}
