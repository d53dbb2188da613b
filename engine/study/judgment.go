package study

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"nemeton/engine"
	"nemeton/engine/bot"
)

// Each series of a decision has a seed of its own.
const (
	choiceSeed uint64 = iota + 1
	pilotSeed
	easySeed
	hardSeed
	luckSeed
)

// work is the next step of a task. It returns the step after it; nil: the task is done.
type work func() (work, error)

// judgment judges one decision. It takes the knowledge of the seat and no state, so that it cannot use hidden facts.
type judgment struct {
	title   engine.Title
	measure Measure
	effort  Effort
	know    engine.Knowledge
	own     engine.Seat
	among   []engine.Seat // the seats that can win
	asked   engine.Decision
	seed    uint64
	turn    int // decisions of one turn have the same number
	result  Judged

	search *bot.Search
	left   int // iterations of the search
	games  *series
	base   engine.State // the sampled state of the present game
}

func newJudgment(title engine.Title, o Options, k engine.Knowledge, among []engine.Seat, seq engine.Seq, played engine.Move, turn int) *judgment {
	own, _ := k.Viewer.Seat()
	d := decisionOf(k)
	return &judgment{
		title: title, measure: measureOf(title), effort: o.Effort, know: k, own: own, among: among, asked: d, seed: seedOf(uint64(o.Seed), uint64(d.No)), turn: turn,
		result: Judged{Seq: seq, Kind: d.Kind, Played: played, Untried: []engine.Move{}, Verdict: NoDifference},
	}
}

// easy is the work with easy opponents: a search picks the compared moves, a pilot series the alternative, another series compares it.
func (j *judgment) easy() (work, error) {
	j.left = j.effort.Choice
	j.search = bot.NewSearch(j.title, j.know, j.asked, rand.New(rand.NewPCG(seedOf(j.seed, choiceSeed), 0)))
	return j.choose, nil
}

func (j *judgment) choose() (work, error) {
	if j.left > 0 {
		j.left--
		return j.choose, j.search.Iterate()
	}
	j.result.Moves = []Tried{{Move: j.result.Played}}
	for _, m := range j.search.Ranking() {
		switch {
		case m == j.result.Played:
		case len(j.result.Moves) < j.effort.Compared:
			j.result.Moves = append(j.result.Moves, Tried{Move: m})
		default:
			j.result.Untried = append(j.result.Untried, m)
		}
	}
	j.search = nil
	return j.plays(model{}, pilotSeed, j.effort.Pilot, len(j.result.Moves), j.pick), nil
}

// pick puts the best alternative behind the played move, and the others in the order of their values.
func (j *judgment) pick() (work, error) {
	values := make(map[engine.Move]float64, len(j.result.Moves))
	for i := range j.result.Moves {
		tried := &j.result.Moves[i]
		values[tried.Move] = j.games.difference(j.measure, i, 0, j.own).mean()
		tried.Values = []Value{j.games.value(j.measure, i, j.own)}
	}
	slices.SortStableFunc(j.result.Moves[1:], func(a, b Tried) int {
		switch difference := values[b.Move] - values[a.Move]; {
		case difference > 0:
			return 1
		case difference < 0:
			return -1
		}
		return 0
	})
	return j.plays(model{}, easySeed, j.effort.Games, 2, j.compare), nil
}

// compare is the end of the work with easy opponents. Values of the two compared moves replace those of the pilot.
func (j *judgment) compare() (work, error) {
	for i := range 2 {
		j.result.Moves[i].Values = []Value{j.games.value(j.measure, i, j.own)}
	}
	if j.differs() {
		j.result.Verdict = Depends
	}
	return nil, nil
}

// hard is the work with hard opponents. It is done only if the difference counts against easy ones.
func (j *judgment) hard() (work, error) {
	m := model{decisions: j.effort.HardDecisions, search: j.effort.HardSearch}
	return j.plays(m, hardSeed, j.effort.HardGames, 2, j.confirm), nil
}

func (j *judgment) confirm() (work, error) {
	for i := range 2 {
		j.result.Moves[i].Values = append(j.result.Moves[i].Values, j.games.value(j.measure, i, j.own))
	}
	if j.differs() {
		j.result.Verdict = Better
	}
	return nil, nil
}

// differs records the difference of the two compared moves, and reports whether the alternative is better.
func (j *judgment) differs() bool {
	found := j.games.difference(j.measure, 1, 0, j.own).exact()
	j.result.Differences = append(j.result.Differences, found.rounded())
	j.games, j.base = nil, nil
	return found.Low > 0
}

// plays returns the work of a series that compares the first moves of the result.
func (j *judgment) plays(m model, series uint64, games, moves int, then work) work {
	j.games = newSeries(newRollout(j.title, j.know.Setup, j.own, j.among, m), games, moves, func(r *rollout, game, branch int) error {
		seed := seedOf(j.seed, series, uint64(game))
		if branch == 0 {
			var err error
			if j.base, err = j.title.Sample(j.know, rand.New(rand.NewPCG(seed, 0))); err != nil {
				return fmt.Errorf("sample a state: %w", err)
			}
		}
		r.begin(j.base.Clone(), seed)
		r.games.Answer(r.state, j.asked, j.result.Moves[branch].Move)
		return nil
	})
	return j.games.until(then)
}

// smallest is the smaller difference of those tried.
func (m Judged) smallest() float64 {
	least := m.Differences[0].Mean
	for _, d := range m.Differences {
		least = min(least, d.Mean)
	}
	return least
}
