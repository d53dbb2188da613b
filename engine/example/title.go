package example

import (
	"nemeton/engine"
	"nemeton/engine/chance"
)

// Title is the rules of Example.
type Title struct{}

// The figures of the rules.
const (
	rounds   = 5  // the rounds of a game [F1]
	pebbles  = 10 // the pebbles of a player at the start [F1]
	prizes   = 6  // the highest prize, in points [F2]
	maxBid   = 4  // the highest bid, in pebbles [F3]
	maxSeats = 4  // the most seats [F1]
)

// Info describes the title [F1].
func (Title) Info() engine.Info {
	colors := []string{"purple", "blue", "green", "red"}
	return engine.Info{
		ID: "example", Name: "Example", MinSeats: 2, MaxSeats: maxSeats, Rules: 1,
		Minutes: engine.Minutes{From: 5, To: 10}, Weight: engine.LightestWeight,
		Options: []engine.Option{}, LongestGame: rounds * maxSeats,
		Colors: [][]string{colors, colors, colors},
	}
}

// Start begins the first round [F2].
func (Title) Start(_ engine.Setup, chance chance.Source) []engine.Event {
	return []engine.Event{nextRound(0, chance)}
}

// Blank returns the position before the first round [F1].
func (Title) Blank(setup engine.Setup) engine.State {
	s := &State{players: make([]player, setup.Seats())}
	for i := range s.players {
		s.players[i] = player{pebbles: pebbles, bid: noBid}
	}
	return s
}

// nextRound draws the prize of the round after the given one [F2].
func nextRound(round int, chance chance.Source) RoundBegan {
	return RoundBegan{Round: round + 1, Prize: 1 + chance.Draw("prize", prizes)}
}
