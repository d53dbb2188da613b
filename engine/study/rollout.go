package study

import (
	"math/rand/v2"
	"slices"

	"nemeton/engine"
	"nemeton/engine/bot"
)

// model says how the other seats play on. The studied seat always plays on as an easy bot.
type model struct {
	decisions int // that the others search for; afterwards they play as easy bots
	search    int // iterations of each search
}

// rollout plays one simulated game at a time to its end.
type rollout struct {
	title   engine.Title
	setup   engine.Setup
	own     engine.Seat
	among   []engine.Seat // the seats that can win; the others have conceded
	model   model
	games   bot.Simulation
	dice    dice
	breaker *rand.PCG // of ties

	state    engine.State
	seed     uint64
	searched int             // decisions that others have searched for
	search   *bot.Search     // running; nil: none
	asked    engine.Decision // that it is for
	left     int             // iterations that it still has
}

func newRollout(title engine.Title, setup engine.Setup, own engine.Seat, among []engine.Seat, m model) *rollout {
	r := &rollout{title: title, setup: setup, own: own, among: among, model: m, breaker: rand.NewPCG(0, 0)}
	r.games = bot.Simulation{Rand: rand.New(r.breaker), Chance: &r.dice}
	return r
}

// begin begins a game from a state, which then belongs to the rollout.
func (r *rollout) begin(state engine.State, seed uint64) {
	r.state, r.seed, r.searched, r.search = state, seed, 0, nil
	r.dice.reset(seed)
	r.breaker.Seed(seed, 1)
}

// burst bounds the decisions of one step, so that a step stays below some milliseconds in any browser.
const burst = 32

// step plays a part of the game. done is true at its end.
func (r *rollout) step() (done bool, err error) {
	if r.search != nil {
		return false, r.think()
	}
	for range burst {
		open := r.games.Open(r.state)
		if len(open) == 0 {
			return true, nil
		}
		d := open[0]
		if r.searched < r.model.decisions && d.Seat != r.own && len(d.Moves) > 1 {
			r.ask(d.Seat)
			return false, nil
		}
		r.games.Answer(r.state, d, r.games.Heaviest(r.state, d))
	}
	return false, nil
}

// ask begins the search of another seat for its decision.
func (r *rollout) ask(seat engine.Seat) {
	k := knowledgeOf(r.setup, r.state, seat)
	r.asked = decisionOf(k)
	r.left = r.model.search
	r.searched++
	r.search = bot.NewSearch(r.title, k, r.asked, rand.New(rand.NewPCG(r.seed, uint64(r.asked.No))))
}

// think runs one iteration of the search, and answers the decision after the last.
func (r *rollout) think() error {
	if r.left > 0 {
		r.left--
		return r.search.Iterate()
	}
	r.games.Answer(r.state, r.asked, r.search.Ranking()[0])
	r.search = nil
	return nil
}

// knowledgeOf is the knowledge of a seat in a simulated game.
func knowledgeOf(setup engine.Setup, state engine.State, seat engine.Seat) engine.Knowledge {
	open := slices.Clone(state.Open())
	for i := range open {
		if open[i].Seat != seat {
			open[i].Moves = nil
		}
	}
	v := engine.SeatViewer(seat)
	return engine.Knowledge{Viewer: v, Setup: setup, View: state.View(v), Decisions: open}
}

// decisionOf is the decision of the viewer's own, who owes one.
func decisionOf(k engine.Knowledge) engine.Decision {
	return k.Decisions[slices.IndexFunc(k.Decisions, func(d engine.Decision) bool { return k.Viewer.Is(d.Seat) })]
}

// ending is the end of a simulated game, by seat.
type ending struct {
	scores []int
	places []int     // 1 is the first; equal seats share the better one
	shares []float64 // of the victory
}

// ending ranks the seats: winners first, seats that conceded last, the others by score.
func (r *rollout) ending() ending {
	o := r.state.Standing(r.among)
	end := ending{scores: o.Scores, places: make([]int, len(o.Scores)), shares: make([]float64, len(o.Scores))}
	for _, winner := range o.Winners {
		end.shares[winner] = 1 / float64(len(o.Winners))
	}
	group := func(seat int) int {
		switch {
		case end.shares[seat] > 0:
			return 2
		case slices.Contains(r.among, engine.Seat(seat)):
			return 1
		}
		return 0
	}
	for i := range end.places {
		end.places[i] = 1
		for j := range end.places {
			if group(j) > group(i) || group(j) == group(i) && group(i) < 2 && o.Scores[j] > o.Scores[i] {
				end.places[i]++
			}
		}
	}
	return end
}
