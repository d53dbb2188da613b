package pangea

import "nemeton/engine"

// maxSeats is the largest number of players [P2].
const maxSeats = peoples

// State is the position of one table. It holds no reference to mutable data, so a copy of the struct is a clone.
type State struct {
	seats   int8 `state:"derived"`
	counter engine.DecisionCounter
	owes    owed

	start engine.Seat
	turn  TurnView
	last  Reason // empty: no last round is announced
	over  bool

	played [maxSeats]People     `state:"derived"` // by seat
	player [peoples]engine.Seat `state:"derived"` // by people; NoSeat: neutral

	field [tiles]int8  // position of each tile
	tile  [fields]int8 // tile on each field; noTile: water
	crowd [tiles]int8  // tribes on each tile

	at      [tribes]int8 // tile of each tribe, inBag or inHand
	carries [tribes]Amulet
	moved   [tribes]bool // in this turn's phase 3

	tower [peoples]int8 // tile; noTile: not placed yet
	spell [peoples]int8 // field; noField: not laid

	goods   [maxSeats]int16
	amulets [maxSeats]amuletSet // in the tower

	wins   [maxSeats]bool // once the game is over
	scores [maxSeats]int  // once the game is over
}

// The positions of tribes that are not on the board.
const (
	inBag  = int8(-1)
	inHand = int8(-2) // drawn in secret and not placed yet [P12]
)

// owed is the open decision. If no is 0, there is none.
type owed struct {
	no   uint32
	seat engine.Seat
	kind string
}

func (Title) Blank(setup engine.Setup) engine.State { return blank(setup) }

func blank(setup engine.Setup) *State {
	s := &State{
		seats: int8(setup.Seats()),
		turn:  TurnView{Seat: engine.NoSeat, Phase: PhasePlacing},
	}
	for f := range s.tile {
		s.tile[f] = noTile
	}
	for t := range s.at {
		s.at[t] = inBag
	}
	for p := range s.player {
		s.player[p], s.tower[p], s.spell[p] = engine.NoSeat, noTile, noField
	}
	for seat, color := range setup.Colors {
		for p, people := range peopleNames {
			if people == color {
				s.played[seat], s.player[p] = People(p), engine.Seat(seat)
			}
		}
	}
	return s
}

func (s *State) Clone() engine.State {
	c := *s
	return &c
}

func (s *State) next(seat engine.Seat) engine.Seat { return (seat + 1) % engine.Seat(s.seats) }
