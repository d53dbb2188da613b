package bot

import (
	"fmt"
	"math/rand/v2"

	"nemeton/engine"
)

// search is one search for a move.
type search struct {
	title engine.Title
	know  engine.Knowledge
	root  engine.Decision
	seat  engine.Seat
	rand  *rand.Rand
	luck  engine.Loose

	nodes []node
	edges []edge

	here    []int32   // scratch: edges of the moves offered
	weights []float64 // scratch
	way     []step    // of this iteration
	payoffs []float64 // of this iteration, by seat
}

func newSearch(title engine.Title, k engine.Knowledge, d engine.Decision, r *rand.Rand) *search {
	return &search{
		title: title, know: k, root: d, seat: d.Seat, rand: r, luck: engine.Loose{Rand: r},
		nodes: make([]node, 1, 256), edges: make([]edge, 0, 1024), payoffs: make([]float64, k.Setup.Seats()),
	}
}

// patience is how many iterations go by between two questions whether to stop.
const patience = 8

// run searches until the budget is used up.
func (s *search) run(b Budget) (Choice, error) {
	n := 0
	for ; n < b.Iterations; n++ {
		if n%patience == 0 && n > 0 && b.Stop != nil && b.Stop() {
			break
		}
		if err := s.iterate(); err != nil {
			return Choice{}, err
		}
	}
	return s.best(n), nil
}

// iterate plays one sampled world: down the tree, out of it, and back up.
func (s *search) iterate() error {
	world, err := s.title.Sample(s.know, s.rand)
	if err != nil {
		return fmt.Errorf("imagine a world: %w", err)
	}
	s.way = s.way[:0]
	for at, fresh := int32(0), false; !fresh && world.Outcome() == nil; {
		at, fresh = s.descend(world, at)
	}
	s.playOut(world)
	for _, step := range s.way {
		e := &s.edges[step.edge]
		e.visits++
		e.sum += s.payoffs[step.seat]
	}
	return nil
}

// descend answers what is owed at a node and moves the world on.
func (s *search) descend(world engine.State, at int32) (next int32, fresh bool) {
	open := world.Open()
	if len(open) == 1 {
		m, via := s.choose(at, open[0], s.weigh(world, open[0]))
		s.way = append(s.way, step{via, open[0].Seat})
		s.answer(world, open[0], m)
		return s.below(&s.edges[via].child)
	}
	// Several owe at once: nobody sees what the others choose, so all choose before anything is answered.
	own := int32(-1)
	moves := make([]engine.Move, len(open))
	for i, d := range open {
		m, via := s.choose(at, d, s.weigh(world, d))
		moves[i] = m
		s.way = append(s.way, step{via, d.Seat})
		if d.Seat == s.seat {
			own = via
		}
	}
	for i, d := range open {
		s.answer(world, d, moves[i])
	}
	if own >= 0 {
		return s.below(&s.edges[own].child)
	}
	return s.below(&s.nodes[at].joint)
}

func (s *search) answer(world engine.State, d engine.Decision, m engine.Move) {
	for _, e := range world.Decide(d, m, s.luck) {
		world.Evolve(e)
	}
}

// weigh is the weights of a decision's moves, in scratch space.
func (s *search) weigh(world engine.State, d engine.Decision) []float64 {
	if cap(s.weights) < len(d.Moves) {
		s.weights = make([]float64, 2*len(d.Moves))
	}
	w := s.weights[:len(d.Moves)]
	weigh(world, d, w)
	return w
}

// best is the move tried most often.
func (s *search) best(iterations int) Choice {
	c := Choice{Decision: s.root, Move: s.root.Moves[0], Iterations: iterations}
	most := int32(-1)
	for _, m := range s.root.Moves {
		e, known := s.nodes[0].edges[choiceKey{s.root.Seat, m}]
		if !known || s.edges[e].visits <= most {
			continue
		}
		most = s.edges[e].visits
		c.Move = m
		if most > 0 {
			c.Worth = s.edges[e].sum / float64(most)
		}
	}
	return c
}
