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

// Options fit the suite to a title. The zero value suits most.
type Options struct {
	Games    int    // at every seat count; 3 where 0
	MaxMoves int    // entries of a game that is played without frame entries; 3000 where 0
	MaxView  int    // bytes of a view's JSON; 6144 where 0
	Stride   int    // the dear laws look at every Stride-th entry; 7 where 0
	MaxTries int    // moves of one decision that the dear laws try; 16 where 0
	Dir      string // the folder of the title's package; the test's own where empty

	// Secret names the kinds of decisions whose answer is hidden from the other seats until an event reveals it. To a
	// viewer on another seat, any two answers are alike.
	Secret []string
	// Setup settles a table; nil: the first colours, default options in the first game and random ones in the others.
	Setup func(seats int, r *rand.Rand) engine.Setup
	// Check is the title's own invariant, asked after every entry of every game of the law "ends".
	Check func(f *engine.Fold, r engine.Record, events []engine.Event) error
	// Logf is told what the laws measured; nil: nobody.
	Logf func(format string, args ...any)

	few bool // only the smallest tables
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
	hold func(exam) error
}

// exam is a title with the options it is examined under.
type exam struct {
	title engine.Title
	Options
}

// Laws lists all laws.
func Laws() []Law {
	return []Law{
		{"ends", ends},
		{"open", openUntilOutcome},
		{"replay", replays},
		{"codec", codec},
		{"same bytes", sameBytes},
		{"listed", listedAccepted},
		{"refusals", refusals},
		{"decisions", decisionIDs},
		{"purity", purity},
		{"two worlds", twoWorlds},
		{"redaction", redaction},
		{"sight", sight},
		{"source", source},
	}
}

// Break tries to break the law and returns the first violation found, nil where there is none. A panic of the title is one.
func (l Law) Break(title engine.Title, o Options) (err error) {
	defer func() {
		if bad := recover(); bad != nil {
			err = fmt.Errorf("panic: %v\n%s", bad, debug.Stack())
		}
	}()
	return l.hold(exam{title, o.filled()})
}

// Run checks every law of the title, each in a subtest of its name. The size of package testsize sets the work: quick plays only at the smallest
// tables, long plays longGames times as many games.
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
			o.few = testsize.Get() == testsize.Quick
			o.Games *= testsize.Pick(1, 1, longGames)
			if err := law.Break(title, o); err != nil {
				t.Errorf("%s: %v", title.Info().ID, err)
			}
		})
	}
}
