package bot

import (
	"math"

	"nemeton/engine"
)

// node is a point of the tree: the moves made since the root. No 0 is the root.
type node struct {
	edges map[choiceKey]int32 // into search.edges; nil until the node is visited for the second time
	joint int32               // below choices of others at once; 0: none yet
}

// choiceKey is a seat's move at a node.
type choiceKey struct {
	seat engine.Seat
	move engine.Move
}

// edge is a move at a node, with what came of it.
type edge struct {
	child  int32 // 0: none yet
	visits int32
	offers int32   // iterations in which the move was there to choose
	sum    float64 // payoffs of the seat that chooses
}

// exploration is how much the tree trusts the share of a move (half its weight, half one alike for all) against payoffs seen.
const exploration = 1.5

// caution is taken off what is expected of moves never tried.
const caution = 0.1

// step is an edge on the way of one iteration.
type step struct {
	edge int32
	seat engine.Seat
}

// choose selects a move of a decision at a node: the one of the best upper bound among those that this world offers. The
// weights are as long as the moves and are used up.
func (s *search) choose(at int32, d engine.Decision, w []float64) (move engine.Move, via int32) {
	n := &s.nodes[at]
	if n.edges == nil {
		n.edges = make(map[choiceKey]int32, len(d.Moves))
	}
	total, visits, sum := 0.0, int32(0), 0.0
	s.here = s.here[:0]
	for i, m := range d.Moves {
		key := choiceKey{d.Seat, m}
		e, known := n.edges[key]
		if !known {
			e = int32(len(s.edges))
			s.edges = append(s.edges, edge{})
			n.edges[key] = e
		}
		s.edges[e].offers++
		s.here = append(s.here, e)
		total += w[i]
		visits += s.edges[e].visits
		sum += s.edges[e].sum
	}
	unknown := 0.5
	if visits > 0 {
		unknown = sum/float64(visits) - caution
	}
	best, most := 0, math.Inf(-1)
	for i, e := range s.here {
		x := &s.edges[e]
		worth := unknown
		if x.visits > 0 {
			worth = x.sum / float64(x.visits)
		}
		share := (w[i]/total + 1/float64(len(s.here))) / 2
		bound := worth + exploration*share*math.Sqrt(float64(x.offers))/float64(1+x.visits)
		if bound > most {
			best, most = i, bound
		}
	}
	return d.Moves[best], s.here[best]
}

// below is the node that an edge leads to; fresh tells that it was made now.
func (s *search) below(child *int32) (at int32, fresh bool) {
	if *child != 0 {
		return *child, false
	}
	at = int32(len(s.nodes))
	*child = at
	s.nodes = append(s.nodes, node{})
	return at, true
}
