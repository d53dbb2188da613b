package bot

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"nemeton/engine"
	"nemeton/engine/chance"
)

// Search is a search for a move. Choose runs it to its end; another caller can run it in slices.
type Search struct {
	title     engine.Title
	knowledge engine.Knowledge
	root      engine.Decision
	seat      engine.Seat
	games     Simulation

	iterations int
	nodes      []node
	edges      []edge

	here    []int32   // scratch: edges of the offered moves
	path    []step    // edges of this iteration
	payoffs []float64 // of this iteration, by seat
}

// NewSearch returns a search for the move of d, a decision in k of the viewer's own. It draws all its random numbers from r.
func NewSearch(title engine.Title, k engine.Knowledge, d engine.Decision, r *rand.Rand) *Search {
	return &Search{
		title: title, knowledge: k, root: d, seat: d.Seat, games: Simulation{Rand: r, Chance: chance.Loose{Rand: r}},
		nodes: make([]node, 1, 256), edges: make([]edge, 0, 1024), payoffs: make([]float64, k.Setup.Seats()),
	}
}

// stopInterval is the number of iterations between two calls of Budget.Stop.
const stopInterval = 8

// run searches until the budget is used up.
func (s *Search) run(b Budget) (Choice, error) {
	for n := range b.Iterations {
		if n%stopInterval == 0 && n > 0 && b.Stop != nil && b.Stop(n) {
			break
		}
		if err := s.Iterate(); err != nil {
			return Choice{}, err
		}
	}
	return s.best(), nil
}

// Iterate runs one iteration: sample, descend, play out, back up. The error is that of Title.Sample.
func (s *Search) Iterate() error {
	state, err := s.title.Sample(s.knowledge, s.games.Rand)
	if err != nil {
		return fmt.Errorf("sample a state: %w", err)
	}
	s.iterations++
	s.path = s.path[:0]
	for at, fresh := int32(0), false; !fresh && state.Outcome() == nil; {
		at, fresh = s.descend(state, at)
	}
	s.playOut(state)
	for _, step := range s.path {
		e := &s.edges[step.edge]
		e.visits++
		e.sum += s.payoffs[step.seat]
	}
	return nil
}

// descend answers the open decisions at a node, and returns the next node. fresh is true if the node is new.
func (s *Search) descend(state engine.State, at int32) (next int32, fresh bool) {
	open := s.games.Open(state)
	if len(open) == 1 {
		m, via := s.choose(at, open[0], s.games.weigh(state, open[0]))
		s.path = append(s.path, step{via, open[0].Seat})
		s.games.Answer(state, open[0], m)
		return s.below(&s.edges[via].child)
	}
	// No seat sees the choices of the others, so all choose before any decision is answered.
	own := int32(-1)
	moves := make([]engine.Move, len(open))
	for i, d := range open {
		m, via := s.choose(at, d, s.games.weigh(state, d))
		moves[i] = m
		s.path = append(s.path, step{via, d.Seat})
		if d.Seat == s.seat {
			own = via
		}
	}
	for i, d := range open {
		s.games.Answer(state, d, moves[i])
	}
	if own >= 0 {
		return s.below(&s.edges[own].child)
	}
	return s.below(&s.nodes[at].joint)
}

// Ranking lists the moves of the decision, those with the most visits first. Moves with equally many keep their order.
func (s *Search) Ranking() []engine.Move {
	moves := slices.Clone(s.root.Moves)
	slices.SortStableFunc(moves, func(a, b engine.Move) int { return int(s.rootEdge(b).visits - s.rootEdge(a).visits) })
	return moves
}

// rootEdge is the edge of a move of the decision; zero if the search has not met it.
func (s *Search) rootEdge(m engine.Move) edge {
	if at, known := s.nodes[0].edges[choiceKey{s.root.Seat, m}]; known {
		return s.edges[at]
	}
	return edge{}
}

// best returns the move with the most visits, and the one that follows.
func (s *Search) best() Choice {
	ranking := s.Ranking()
	c := Choice{Decision: s.root, Move: ranking[0], Iterations: s.iterations}
	if e := s.rootEdge(ranking[0]); e.visits > 0 {
		c.Worth = e.sum / float64(e.visits)
	}
	if len(ranking) > 1 && s.rootEdge(ranking[1]).visits > 0 {
		c.Second = ranking[1]
	}
	return c
}
