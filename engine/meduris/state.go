package meduris

import "nemeton/engine"

const maxSeats = 4

// State is the position of one table. It holds no reference to mutable data, so a copy of the struct is a clone.
type State struct {
	board   *board `state:"derived"`
	seats   int8   `state:"derived"`
	counter engine.DecisionCounter
	owes    [maxSeats]owed // by seat; a seat owes at most one decision

	start engine.Seat
	turn  TurnView

	stock    Counts
	plateaus [kinds]stack
	chips    [maxFields]Chip
	huts     [maxFields]engine.Seat // NoSeat: none
	temples  [maxFields]engine.Seat // NoSeat: none
	runes    [regions]engine.Seat   // NoSeat: the supply
	players  [maxSeats]player

	druid  Place
	ritual bool // an offering was requested in this turn, so a payment now belongs to it
	builds int16

	loss    [maxSeats]chosen // choices of the current round of losses [M13]
	payer   engine.Seat      // NoSeat: no payment
	steps   int8
	payment Payment

	finish       FinishView // Reason is empty until the end is announced
	lap          bool
	lapFrom      Place
	over         bool
	winners      [maxSeats]bool
	templePoints [maxSeats]int16
	runePoints   [maxSeats]int16
}

type player struct {
	hand    Counts // hidden
	points  int16
	huts    int8 // left
	temples int8 // left
	workers int8 // left to place
	built   int8
}

// stack is the workers of a plateau, from the bottom.
type stack struct {
	n    int8
	seat [maxStack]engine.Seat
}

const maxStack = 3 // workers on one plateau [M7]

// owed is an open decision. If no is 0, there is none.
type owed struct {
	no   uint32
	kind string
}

// chosen is a seat's choice of a loss.
type chosen struct {
	set      bool
	material Material
}

func (Title) Blank(setup engine.Setup) engine.State { return blank(setup.Seats()) }

func blank(seats int) *State {
	s := &State{
		board: boardFor(seats),
		seats: int8(seats),
		turn:  TurnView{Seat: engine.NoSeat, Die: NoFace},
		druid: Place{At: AtTemple},
		payer: engine.NoSeat,
	}
	for f := range s.huts {
		s.huts[f], s.temples[f] = engine.NoSeat, engine.NoSeat
	}
	for r := range s.runes {
		s.runes[r] = engine.NoSeat
	}
	return s
}

func (s *State) Clone() engine.State {
	c := *s
	return &c
}

// Outcome is nil until the game is over [M44].
func (s *State) Outcome() *engine.Outcome {
	if !s.over {
		return nil
	}
	o := &engine.Outcome{}
	for i := range s.seats {
		o.Scores = append(o.Scores, int(s.players[i].points))
		if s.winners[i] {
			o.Winners = append(o.Winners, engine.Seat(i))
		}
	}
	return o
}

// Standing lists the points on the track, which are public, and after the end the best of the given seats [M44].
func (s *State) Standing(among []engine.Seat) engine.Outcome {
	o := engine.Outcome{}
	for i := range s.seats {
		o.Scores = append(o.Scores, int(s.players[i].points))
	}
	if s.over {
		o.Winners = s.best(among)
	}
	return o
}

func (s *State) next(seat engine.Seat) engine.Seat { return (seat + 1) % engine.Seat(s.seats) }

func (s *State) waiting() bool {
	for i := range s.seats {
		if s.owes[i].no != 0 {
			return true
		}
	}
	return false
}
