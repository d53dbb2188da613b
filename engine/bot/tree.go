package bot

import (
	"math"

	"nemeton/engine"
)

// node is a node of the tree: the moves since the root, which is node 0.
type node struct {
	edges map[choiceKey]int32 // indexes of Search.edges; nil until the second visit
	joint int32               // child after simultaneous choices of other seats; 0: none yet
}

// choiceKey is a seat's move at a node.
type choiceKey struct {
	seat engine.Seat
	move engine.Move
}

// edge is a move at a node, with its statistics.
type edge struct {
	child  int32 // 0: none yet
	visits int32
	offers int32   // iterations that offered the move
	sum    float64 // payoffs of the choosing seat
}

// exploration is the weight of a move's prior against its payoffs. The prior is half its weight and half uniform.
const exploration = 1.5

// caution is subtracted from the expected payoff of moves without a visit.
const caution = 0.1

// step is an edge of the path of one iteration.
type step struct {
	edge int32
	seat engine.Seat
}

// choose selects the offered move with the best upper bound. w has the weights of d.Moves.
func (s *Search) choose(at int32, d engine.Decision, w []float64) (move engine.Move, via int32) {
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

// below returns the node that child refers to; fresh is true if it had to be created.
func (s *Search) below(child *int32) (at int32, fresh bool) {
	if *child != 0 {
		return *child, false
	}
	at = int32(len(s.nodes))
	*child = at
	s.nodes = append(s.nodes, node{})
	return at, true
}
