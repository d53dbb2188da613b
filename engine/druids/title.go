package druids

import (
	"nemeton/engine"
	"nemeton/engine/chance"
)

// Title is the rules of Die Druiden.
type Title struct{}

// The moves that bound a game [D20-D36, D41, D61].
const (
	turnMoves   = 8                      // of a turn, apart from the use of dice: placing, a card, a call, the roll, magic
	dieMoves    = 8                      // of the use of one die, with its landing
	voteMoves   = 3*maxSeats + deckTotal // each seat votes twice and ends its cards; each card votes once
	longestGame = lastRound*maxSeats*(turnMoves+2*dieMoves) + voteMoves
)

// rulesVersion is the version of the rules. Version 2 rolls unasked after a card if no spirit can be called [D21, D60].
const rulesVersion = 2

func (Title) Info() engine.Info {
	colors := []string{"red", "blue", "green", "yellow", "purple", "orange"}
	return engine.Info{
		ID: "druids", Name: "Die Druiden", MinSeats: 2, MaxSeats: maxSeats, Rules: rulesVersion,
		Minutes: engine.Minutes{From: 30, To: 45}, Weight: 2,
		Options: []engine.Option{}, LongestGame: longestGame,
		Colors: [][]string{colors, colors, colors, colors},
	}
}

// Start draws the start player [D15].
func (Title) Start(setup engine.Setup, chance chance.Source) []engine.Event {
	start := engine.Seat(chance.Draw("start player", setup.Seats()))
	return []engine.Event{
		SetUp{Start: start},
		TurnBegan{Seat: start, Turn: 1, Round: 1},
		Asked{Kind: KindPlace, Seat: start},
	}
}
