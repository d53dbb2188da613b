package bot

import (
	"fmt"
	"math/rand/v2"

	"nemeton/engine"
)

type search struct {
	title     engine.Title
	knowledge engine.Knowledge
	root      engine.Decision
	seat      engine.Seat
	rand      *rand.Rand
	chance    engine.Loose

	nodes []node
	edges []edge

	here    []int32           // scratch: edges of the offered moves
	weights []float64         // scratch
	open    []engine.Decision // scratch: the current decisions
	moves   []engine.Move     // scratch: their moves
	path    []step            // edges of this iteration
	payoffs []float64         // of this iteration, by seat
}

func newSearch(title engine.Title, k engine.Knowledge, d engine.Decision, r *rand.Rand) *search {
	return &search{
		title: title, knowledge: k, root: d, seat: d.Seat, rand: r, chance: engine.Loose{Rand: r},
		nodes: make([]node, 1, 256), edges: make([]edge, 0, 1024), payoffs: make([]float64, k.Setup.Seats()),
	}
}

// stopInterval is the number of iterations between two calls of Budget.Stop.
const stopInterval = 8

func (s *search) run(b Budget) (Choice, error) {
	n := 0
	for ; n < b.Iterations; n++ {
		if n%stopInterval == 0 && n > 0 && b.Stop != nil && b.Stop(n) {
			break
		}
		if err := s.iterate(); err != nil {
			return Choice{}, err
		}
	}
	return s.best(n), nil
}

// iterate runs one iteration: sample, descend, play out, back up.
func (s *search) iterate() error {
	state, err := s.title.Sample(s.knowledge, s.rand)
	if err != nil {
		return fmt.Errorf("sample a state: %w", err)
	}
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
func (s *search) descend(state engine.State, at int32) (next int32, fresh bool) {
	open := s.decisions(state)
	if len(open) == 1 {
		m, via := s.choose(at, open[0], s.weigh(state, open[0]))
		s.path = append(s.path, step{via, open[0].Seat})
		s.answer(state, open[0], m)
		return s.below(&s.edges[via].child)
	}
	// No seat sees the choices of the others, so all choose before any decision is answered.
	own := int32(-1)
	moves := make([]engine.Move, len(open))
	for i, d := range open {
		m, via := s.choose(at, d, s.weigh(state, d))
		moves[i] = m
		s.path = append(s.path, step{via, d.Seat})
		if d.Seat == s.seat {
			own = via
		}
	}
	for i, d := range open {
		s.answer(state, d, moves[i])
	}
	if own >= 0 {
		return s.below(&s.edges[own].child)
	}
	return s.below(&s.nodes[at].joint)
}

// decisions returns the open decisions. They are valid until the next call.
func (s *search) decisions(state engine.State) []engine.Decision {
	simulated, can := state.(engine.Simulator)
	if !can {
		return state.Open()
	}
	s.open, s.moves = simulated.AppendOpen(s.open[:0], s.moves[:0])
	return s.open
}

func (s *search) answer(state engine.State, d engine.Decision, m engine.Move) {
	if simulated, can := state.(engine.Simulator); can {
		simulated.Advance(d, m, s.chance)
		return
	}
	for _, e := range state.Decide(d, m, s.chance) {
		state.Evolve(e)
	}
}

// weigh returns the weights of a decision's moves. The result is valid until the next call.
func (s *search) weigh(state engine.State, d engine.Decision) []float64 {
	if cap(s.weights) < len(d.Moves) {
		s.weights = make([]float64, 2*len(d.Moves))
	}
	w := s.weights[:len(d.Moves)]
	weigh(state, d, w)
	return w
}

// best returns the move with the most visits, and the one that follows.
func (s *search) best(iterations int) Choice {
	c := Choice{Decision: s.root, Move: s.root.Moves[0], Iterations: iterations}
	most, next := int32(-1), int32(0)
	for _, m := range s.root.Moves {
		e, known := s.nodes[0].edges[choiceKey{s.root.Seat, m}]
		switch {
		case !known:
			continue
		case s.edges[e].visits <= most:
			if s.edges[e].visits > next {
				c.Second, next = m, s.edges[e].visits
			}
			continue
		}
		if most > 0 {
			c.Second, next = c.Move, most
		}
		most = s.edges[e].visits
		c.Move = m
		if most > 0 {
			c.Worth = s.edges[e].sum / float64(most)
		}
	}
	return c
}
