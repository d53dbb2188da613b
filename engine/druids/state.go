package druids

import (
	"slices"

	"nemeton/engine"
)

// State is the position of one table. It holds no reference to mutable data, so a copy of the struct is a clone.
type State struct {
	seats   int8 `state:"derived"`
	counter engine.DecisionCounter
	owed    owed
	start   engine.Seat

	turn   turn
	at     [figures]int8        // a stone, atHome or atCenter; druids of unused seats stay at home
	owner  [figures]engine.Seat // the controller; NoSeat: nobody
	hands  [maxSeats]Cards      // hidden
	deck   Cards                // hidden, because the hands are
	pile   Cards                // discarded
	inPlay Card                 // NoCard: none

	vote   vote
	over   bool
	winner [maxSeats]bool
}

// owed is the open decision. If no is 0, there is none.
type owed struct {
	no   uint32
	seat engine.Seat
	kind string
}

// turn is the progress of a turn; see TurnView.
type turn struct {
	seat   engine.Seat
	number int16
	round  int16
	phase  Phase
	step   Step
	played bool
	rolled bool
	dice   [diceCount]Face
	used   [diceCount]bool
	uses   int8
	figure Figure
	landed Figure // NoFigure: none in this turn
	why    Why
	die    int8
	giving int8
	giveTo engine.Seat
}

// vote is the state of the vote. If round is 0, it has not begun.
type vote struct {
	reason  Reason
	first   engine.Seat
	round   int8
	ballots [maxSeats]ballot
	shown   [maxSeats]Cards // by seat, in both rounds
	decided bool
	cult    Cult
}

type ballot struct {
	cast, done  bool
	druid, king Cult
	doubled     uint16 // set of figures, one bit each
	votes       [cults]int8
}

func (Title) Blank(setup engine.Setup) engine.State { return blank(setup.Seats()) }

func blank(seats int) *State {
	s := &State{
		seats:  int8(seats),
		turn:   turn{seat: engine.NoSeat, step: StepNone, figure: NoFigure, landed: NoFigure, die: -1, giveTo: engine.NoSeat},
		inPlay: NoCard,
		deck:   deckCards,
		vote:   vote{first: engine.NoSeat, cult: NoCult},
	}
	for f := range s.at {
		s.at[f], s.owner[f] = atHome, engine.NoSeat
	}
	for seat := range engine.Seat(seats) {
		s.owner[DruidOf(seat)] = seat
	}
	s.vote.clear()
	return s
}

func (v *vote) clear() {
	for i := range v.ballots {
		v.ballots[i] = ballot{druid: NoCult, king: NoCult}
	}
}

func (s *State) Clone() engine.State {
	c := *s
	return &c
}

// Outcome is nil until the game is over [D54].
func (s *State) Outcome() *engine.Outcome {
	if !s.over {
		return nil
	}
	o := &engine.Outcome{}
	for i := range engine.Seat(s.seats) {
		score := s.score(i, s.vote.cult)
		o.Scores = append(o.Scores, int(score.Total))
		if s.winner[i] {
			o.Winners = append(o.Winners, i)
		}
	}
	return o
}

// Standing lists the points of figures and, after the end, the winners among the given seats [D54]. Before the end nobody
// knows the cult that wins, and hands are hidden, so only the druid at the place of decision and the Morrigan count.
func (s *State) Standing(among []engine.Seat) engine.Outcome {
	o, scores := engine.Outcome{}, []ScoreView{}
	for i := range engine.Seat(s.seats) {
		if !s.over {
			o.Scores = append(o.Scores, int(s.scoreFigures(i, NoCult).Total))
			continue
		}
		score := s.score(i, s.vote.cult)
		o.Scores = append(o.Scores, int(score.Total))
		if slices.Contains(among, i) {
			scores = append(scores, score)
		}
	}
	o.Winners = best(scores)
	return o
}

func (s *State) next(seat engine.Seat) engine.Seat { return (seat + 1) % engine.Seat(s.seats) }

func (s *State) onStone(f Figure) bool { return s.at[f] >= 0 && s.at[f] < stones }

// moving is the number of a seat's moving figures [D22].
func (s *State) moving(seat engine.Seat) int8 {
	n := int8(0)
	for f := range NoFigure {
		if s.owner[f] == seat && s.onStone(f) {
			n++
		}
	}
	return n
}

// gathered is the number of figures at the place of decision, of one seat or, for NoSeat, of all.
func (s *State) gathered(seat engine.Seat) int8 {
	n := int8(0)
	for f := range NoFigure {
		if s.at[f] == atCenter && (seat == engine.NoSeat || s.owner[f] == seat) {
			n++
		}
	}
	return n
}

func (s *State) standing(stone int8) int {
	n := 0
	for _, at := range s.at {
		if at == stone {
			n++
		}
	}
	return n
}

// druidOn is the seat whose druid is on a stone, other than the given figure; NoSeat if there is none.
func (s *State) druidOn(stone int8, but Figure) engine.Seat {
	for f := range firstSpirit {
		if f != but && s.at[f] == stone {
			return engine.Seat(f)
		}
	}
	return engine.NoSeat
}

// free reports whether a figure may be put on a stone: it has room and no pentagram.
func (s *State) free(stone int8) bool {
	return theCircle.symbols[stone] != Pentagram && s.standing(stone) < room
}
