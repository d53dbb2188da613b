package study

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"nemeton/engine"
	"nemeton/engine/bot"
)

// Version is the version of this package: one more with every change that can change a number.
const Version = 1

// ErrRunning means that the log is that of a running table. Nobody may study a game against others before its end.
var ErrRunning = errors.New("the game is not over")

// Options choose the study.
type Options struct {
	Seat   engine.Seat
	Seed   uint32
	Effort Effort
}

// Effort is the number of simulated games for each part of a study. Games are counted for each compared move.
type Effort struct {
	Compared      int `json:"compared"`      // moves that are compared at most at a decision
	Choice        int `json:"choice"`        // iterations of the search that picks them
	Pilot         int `json:"pilot"`         // games that pick the alternative
	Games         int `json:"games"`         // games against easy bots
	HardGames     int `json:"hardGames"`     // games against hard bots
	HardDecisions int `json:"hardDecisions"` // decisions for which hard bots search; afterwards they play as easy ones
	HardSearch    int `json:"hardSearch"`    // iterations of each of these searches
	Luck          int `json:"luck"`          // games for each entry with draws, and as many with other draws
}

// Usual is the effort of a study in a browser; docs/bots.md has its time.
func Usual() Effort {
	return Effort{Compared: 5, Choice: 120, Pilot: 12, Games: 48, HardGames: 20, HardDecisions: 3, HardSearch: 50, Luck: 96}
}

// Study is a study in progress. To cancel it, drop it. It is not safe for concurrent use.
type Study struct {
	title   engine.Title
	log     []engine.Record
	options Options
	result  Result

	fold    *engine.Fold
	turn    int // entries of other seats so far, which number the turns of the seat
	moments []*judgment
	throws  []*throw

	stage stage
	done  int  // tasks of the stage
	next  work // of the present task; nil: none
}

// New returns a study of a finished game. It does nothing before Step. Error: options that fit no game.
func New(title engine.Title, log []engine.Record, o Options) (*Study, error) {
	e := o.Effort
	if o.Seat < 0 || e.Compared < 2 || e.Choice < 1 || min(e.Pilot, e.Games, e.HardGames, e.Luck) < 2 || min(e.HardDecisions, e.HardSearch) < 1 {
		return nil, fmt.Errorf("no study for seat %d with %+v", o.Seat, e)
	}
	return &Study{title: title, log: log, options: o, fold: engine.NewFold(title)}, nil
}

// stage is a part of a study.
type stage int

const (
	reading stage = iota
	easyGames
	luckGames
	hardGames
	finished
)

// starts is the progress at the start of each stage, out of progressTotal.
var starts = [...]int{reading: 0, easyGames: 20, luckGames: 500, hardGames: 700, finished: progressTotal}

const progressTotal = 1000

// Progress is the share of the work done.
func (s *Study) Progress() (done, total int) {
	if s.stage == finished {
		return progressTotal, progressTotal
	}
	from, to := starts[s.stage], starts[s.stage+1]
	return from + (to-from)*s.done/(s.tasks()+1), progressTotal
}

// tasks is the number of tasks of the stage.
func (s *Study) tasks() int {
	switch s.stage {
	case reading:
		return len(s.log)
	case luckGames:
		return len(s.throws)
	default:
		return len(s.moments)
	}
}

// Step does some steps of the study; each takes at most some milliseconds. done is true if Result is ready. The result does not depend on
// the budgets. Errors: ErrRunning; engine.ErrCorrupt and engine.ErrUnknownEvent for the log; errors of the title.
func (s *Study) Step(budget int) (done bool, err error) {
	for ; budget > 0 && s.stage != finished; budget-- {
		if err := s.step(); err != nil {
			return false, err
		}
	}
	return s.stage == finished, nil
}

func (s *Study) step() (err error) {
	switch {
	case s.next != nil:
		if s.next, err = s.next(); s.next == nil {
			s.done++
		}
		return err
	case s.done < s.tasks():
		return s.begin()
	case s.stage == reading && s.fold.Outcome() == nil:
		return ErrRunning
	}
	s.stage++
	s.done = 0
	if s.stage == finished {
		s.finish()
	}
	return nil
}

// begin begins the next task of the stage. A task that needs no work is done at once.
func (s *Study) begin() error {
	switch s.stage {
	case reading:
		s.done++
		return s.readEntry(s.log[s.done-1])
	case easyGames:
		s.next = s.moments[s.done].easy
	case luckGames:
		s.next = s.throws[s.done].work(s.title, s.options.Effort.Luck)
	default:
		if s.moments[s.done].result.Verdict == NoDifference {
			s.done++
			return nil
		}
		s.next = s.moments[s.done].hard
	}
	return nil
}

// worthwhile is the number of moments worth a look.
const worthwhile = 3

// finish composes the result.
func (s *Study) finish() {
	start := s.fold.Start()
	s.result.Versions = Versions{Study: Version, Engine: engine.ChanceVersion, Rules: s.title.Info().Rules, Bots: bot.Version}
	s.result.Title, s.result.Table, s.result.Head = start.Title, start.Table, s.fold.Head()
	s.result.Seat, s.result.Seed, s.result.Effort, s.result.Measure = s.options.Seat, s.options.Seed, s.options.Effort, measureOf(s.title)
	s.result.Moments = make([]Judged, len(s.moments))
	s.result.Draws, s.result.Luck = make([]DrawnLuck, len(s.throws)), make([]Estimate, start.Setup.Seats())
	for i, j := range s.moments {
		s.result.Moments[i] = j.result
	}
	for i, t := range s.throws {
		s.result.Draws[i] = t.result
	}
	for seat := range s.result.Luck {
		s.result.Luck[seat] = total(s.throws, engine.Seat(seat))
	}
	s.result.Worth = s.worthALook()
}

// worthALook lists the moments with the largest differences that count, at most one of a turn. Those that count in both models come first.
func (s *Study) worthALook() []engine.Seq {
	list := slices.DeleteFunc(slices.Clone(s.moments), func(j *judgment) bool { return j.result.Verdict == NoDifference })
	slices.SortStableFunc(list, func(a, b *judgment) int {
		return cmp.Or(cmp.Compare(b.result.Verdict.counts(), a.result.Verdict.counts()), cmp.Compare(b.result.smallest(), a.result.smallest()))
	})
	seqs, turns := []engine.Seq{}, []int{}
	for _, j := range list {
		if len(seqs) < worthwhile && !slices.Contains(turns, j.turn) {
			seqs, turns = append(seqs, j.result.Seq), append(turns, j.turn)
		}
	}
	return seqs
}

// Result is the study. It is complete once Step returned true.
func (s *Study) Result() Result { return s.result }

func measureOf(title engine.Title) Measure {
	if title.Info().OrdinalScores {
		return Places
	}
	return Points
}
