package enginetest

import (
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"testing"

	"nemeton/engine"
	"nemeton/testkit/testsize"
)

// longGames is the factor between the games of a long run and those of any other.
const longGames = 4

// Options fit the suite to a title. The zero value suits most titles.
type Options struct {
	Games    int    // games at every number of seats; default 3
	MaxMoves int    // entries of a game without system entries; default 3000
	MaxView  int    // bytes of a view's JSON; default 6144
	Stride   int    // expensive laws check every Stride-th entry; default 7
	MaxTries int    // moves of one decision that expensive laws try; default 16
	Dir      string // folder of the title's package; default: that of the test
	Rulebook string // file with the rules of the title; default: docs/rules/ID.md

	// Secret names the kinds of decisions whose answer is hidden from the other seats until an event reveals it. Other
	// seats must not be able to distinguish any two answers.
	Secret []string
	// Setup chooses a table's setup. By default it has the first colors, and default options in the first game, random
	// ones in the others.
	Setup func(seats int, r *rand.Rand) engine.Setup
	// Check is the title's own invariant. The law ends calls it after every entry.
	Check func(f *engine.Fold, r engine.Record, events []engine.Event) error
	// Happened tells from views and events what a move did, in the effects of the title. Nil: the effects are not compared.
	Happened func(p Played) []engine.Effect
	// Rare lists kinds of effects that the games of a test may lack.
	Rare []string
	// Logf receives measurements of the laws; nil: they are dropped.
	Logf func(format string, args ...any)

	seats seatChoice
}

func (o Options) filled() Options {
	fill := func(p *int, n int) {
		if *p == 0 {
			*p = n
		}
	}
	fill(&o.Games, 3)
	fill(&o.MaxMoves, 3000)
	fill(&o.MaxView, 6144)
	fill(&o.Stride, 7)
	fill(&o.MaxTries, 16)
	if o.Dir == "" {
		o.Dir = "."
	}
	if o.Logf == nil {
		o.Logf = func(string, ...any) {}
	}
	return o
}

// Law is one promise of the contract.
type Law struct {
	Name string
	hold func(suite) error
}

// suite is a title with its options.
type suite struct {
	title engine.Title
	Options
	pool    bool // the games have devices
	devices deviceCache
}

// Laws lists all laws.
func Laws() []Law {
	return []Law{
		{"ends", ends},
		{"open", openUntilOutcome},
		{"replay", replays},
		{"codec", codecLaw},
		{"state codec", stateCodec},
		{"pool codec", poolCodec},
		{"same bytes", sameBytes},
		{"listed", listedAccepted},
		{"refusals", refusals},
		{"decisions", decisionIDs},
		{"purity", purity},
		{"advance", advance},
		{"noninterference", noninterference},
		{"effects", effects},
		{"rules", rules},
		{"redaction", redaction},
		{"view encoding", viewEncoding},
		{"encoders", encoders},
		{"progress", progress},
		{"forks", forks},
		{"source", source},
	}
}

// Break tries to break the law. It returns the first violation found, or nil. A panic of the title is a violation.
func (l Law) Break(title engine.Title, o Options) (err error) {
	defer func() {
		if bad := recover(); bad != nil {
			err = fmt.Errorf("panic: %v\n%s", bad, debug.Stack())
		}
	}()
	return l.hold(suite{title: title, Options: o.filled()})
}

// LawOf returns the law of a name, or ends the test.
func LawOf(t testing.TB, name string) Law {
	t.Helper()
	for _, law := range Laws() {
		if law.Name == name {
			return law
		}
	}
	t.Fatalf("there is no law %q", name)
	return Law{}
}

// RunLaw checks one law with all these options, apart from the others.
func RunLaw(t *testing.T, name string, title engine.Title, o Options) {
	t.Helper()
	o.Logf = t.Logf
	if err := LawOf(t, name).Break(title, o); err != nil {
		t.Error(err)
	}
}

// Run checks every law, each in a subtest of its name. The size of package testsize sets the amount of work: a quick run
// plays only at the smallest tables, a normal run at the smallest and the largest ones. A long run plays longGames times as many games, at
// all tables.
func Run(t *testing.T, title engine.Title, o Options) {
	t.Helper()
	for _, law := range Laws() {
		t.Run(law.Name, func(t *testing.T) {
			t.Parallel()
			o := o
			if o.Logf == nil {
				o.Logf = t.Logf
			}
			o = o.filled()
			o.seats = testsize.Pick(fewestSeats, extremeSeats, allSeats)
			o.Games *= testsize.Pick(1, 1, longGames)
			if err := law.Break(title, o); err != nil {
				t.Errorf("%s: %v", title.Info().ID, err)
			}
		})
	}
}
