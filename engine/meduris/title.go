package meduris

import "nemeton/engine"

// Title is the rules of Meduris.
type Title struct{}

// Info describes the title [M1].
func (Title) Info() engine.Info {
	return engine.Info{
		ID: "meduris", Name: "Meduris", MinSeats: 2, MaxSeats: maxSeats, Rules: 1,
		Options: []engine.Option{},
		Colors: [][]string{
			{"purple", "blue"},
			{"purple", "blue", "green", "red"},
			{"purple", "blue", "green", "red"},
		},
	}
}

// Start draws the start player and places the bonus chips [M5, M7].
func (Title) Start(setup engine.Setup, chance engine.Chance) []engine.Event {
	b := boardFor(setup.Seats())
	start := engine.Seat(chance.Draw("start player", setup.Seats()))
	return []engine.Event{
		SetUp{Board: b.side, Start: start, Chips: layChips(int(b.size()), chance)},
		Asked{Kind: KindPlaceWorker, Seats: []engine.Seat{start}},
	}
}
