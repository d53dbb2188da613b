package meduris

import (
	"nemeton/engine"
	"nemeton/engine/chance"
)

// Title is the rules of Meduris.
type Title struct{}

// The moves that bound a game.
const (
	longestPayment = 3 // the replaced units, then the tokens for each of two kinds [M22]
	// longestLap answers an offering at every field, with its payment [M32].
	longestLap = maxFields * (1 + longestPayment)
	// mostTurns counts the turns without a build before and after each build, and the last turns [M40, M40a].
	mostTurns = (maxFields+1)*quietTurns + maxSeats
	// longestGame has in each turn a material for every seat and the turn's own choice. Each build is paid and followed by
	// a ritual; one more lap ends the game [M7, M10-M13, M20, M26, M41].
	longestGame = maxSeats*3 + mostTurns*(maxSeats+1) + maxFields*(longestPayment+longestLap) + longestLap
)

// Info describes the title [M1].
func (Title) Info() engine.Info {
	return engine.Info{
		ID: "meduris", Name: "Meduris", MinSeats: 2, MaxSeats: maxSeats, Rules: 1,
		Minutes: engine.Minutes{From: 60, To: 90}, Weight: 3,
		Options: []engine.Option{}, LongestGame: longestGame,
		Colors: [][]string{
			{"purple", "blue"},
			{"purple", "blue", "green", "red"},
			{"purple", "blue", "green", "red"},
		},
	}
}

// Start draws the start player and places the bonus chips [M5, M7].
func (Title) Start(setup engine.Setup, chance chance.Source) []engine.Event {
	b := boardFor(setup.Seats())
	start := engine.Seat(chance.Draw("start player", setup.Seats()))
	return []engine.Event{
		SetUp{Board: b.side, Start: start, Chips: layChips(int(b.size()), chance)},
		Asked{Kind: KindPlaceWorker, Seats: []engine.Seat{start}},
	}
}
