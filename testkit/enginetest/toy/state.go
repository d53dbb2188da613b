package toy

import (
	"slices"

	"nemeton/engine"
)

// State is a position of the toy.
type State struct {
	title engine.Title `state:"derived"`
	setup engine.Setup `state:"derived"`

	counter engine.DecisionCounter
	nos     []uint32 // by seat: number of the pick that seat owes, 0 when it picked
	no      uint32   // number of the winner's decision, 0 while seats pick

	deck    []int // the top last
	hands   [][]int
	picks   []int // 0: not yet
	played  []int // face up, in order
	slots   [slots]int
	placed  int // tokens placed in this turn
	winner  engine.Seat
	points  []int
	rounds  int  // to be played, this one included
	stalled bool // set by a fault alone
}

func (s *State) fault() Fault { return s.title.(Title).fault }

func (s *State) Open() []engine.Decision {
	if s.rounds == 0 && s.fault() != OpenPast {
		return nil
	}
	if s.no != 0 {
		return []engine.Decision{s.step()}
	}
	var open []engine.Decision
	for i, no := range s.nos {
		if no == 0 || s.fault() == DecisionLeaks && s.hands[i][0]%5 == 0 || s.fault() == Withdraws && s.isWithdrawn(i) {
			continue
		}
		d := engine.Decision{No: no, Seat: engine.Seat(i), Kind: "pick"}
		for _, c := range s.hands[i] {
			d.Moves = append(d.Moves, s.pick(c))
		}
		if s.fault() == ListsTwice {
			d.Moves = append(d.Moves, d.Moves[0])
		}
		open = append(open, d)
	}
	switch s.fault() {
	case OwesTwice:
		if len(open) > 0 {
			twin := open[len(open)-1]
			twin.No += 1_000_000
			open = append(open, twin)
		}
	case Unsorted:
		slices.Reverse(open)
	case NumberTwice:
		for i := range open {
			open[i].No = open[0].No
		}
	case Stalls:
		if s.stalled {
			return nil
		}
	}
	return open
}

// isWithdrawn reports whether some of the seats before a seat have picked, and some have not.
func (s *State) isWithdrawn(seat int) bool {
	picked := slices.Contains(s.nos[:seat], 0)
	return picked && slices.ContainsFunc(s.nos[:seat], func(no uint32) bool { return no != 0 })
}

func (s *State) pick(card int) engine.Move {
	if s.fault() == ListsBareText {
		return card
	}
	return Pick{card}
}

// step is the decision of the round's winner.
func (s *State) step() engine.Decision {
	d := engine.Decision{No: s.no, Seat: s.winner, Kind: "place"}
	if s.placed == tokens {
		d.Kind, d.Moves = "end", []engine.Move{End{"end"}}
		return d
	}
	for i := range slots {
		d.Moves = append(d.Moves, Place{"place", i})
	}
	if s.setup.Options["die"] == 1 && s.placed == 0 {
		d.Moves = append(d.Moves, Place{Do: "roll"})
	}
	return d
}

func (s *State) Outcome() *engine.Outcome {
	if s.rounds > 0 {
		return nil
	}
	out := &engine.Outcome{Scores: slices.Clone(s.points)}
	best := slices.Max(s.points)
	for i, p := range s.points {
		if p == best {
			out.Winners = append(out.Winners, engine.Seat(i))
		}
	}
	if s.fault() == NoWinner {
		out.Winners = append(out.Winners, engine.Seat(len(s.points)))
	}
	return out
}

func (s *State) Standing(among []engine.Seat) engine.Outcome {
	o, most := engine.Outcome{Scores: slices.Clone(s.points)}, -1
	if s.fault() == StandingLeaks && len(s.hands[0]) > 0 {
		o.Scores[0] += s.hands[0][0]
	}
	if s.rounds > 0 {
		return o
	}
	if s.fault() == AlwaysIn {
		o.Winners = s.Outcome().Winners
		return o
	}
	for _, seat := range among {
		switch points := s.points[seat]; {
		case points > most:
			most, o.Winners = points, append(o.Winners[:0], seat)
		case points == most:
			o.Winners = append(o.Winners, seat)
		}
	}
	return o
}

func (s *State) Clone() engine.State {
	c := *s
	c.nos = slices.Clone(s.nos)
	c.deck = slices.Clone(s.deck)
	c.hands = make([][]int, len(s.hands))
	for i, h := range s.hands {
		c.hands[i] = slices.Clone(h)
	}
	if s.fault() == CloneShares {
		c.hands = s.hands
	}
	c.picks = slices.Clone(s.picks)
	c.played = slices.Clone(s.played)
	c.points = slices.Clone(s.points)
	return &c
}

// Undo implements engine.Undoer: picks and tokens can be taken back until something is revealed.
func (s *State) Undo(events []engine.Event) engine.Undo {
	how := engine.UndoNever
	for _, e := range events {
		switch e.(type) {
		case Picked:
			how = engine.UndoFree
			if s.fault() == UndoLeaks && s.deck[len(s.deck)-1]%2 == 0 {
				return engine.UndoNever
			}
		case Placed:
			how = engine.UndoFree
		default:
			return engine.UndoNever
		}
	}
	return how
}

// Arrange replaces the deck, the top last, and the hands; for tests.
func (s *State) Arrange(deck []int, hands ...[]int) { s.deck, s.hands = deck, hands }
