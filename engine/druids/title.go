package druids

import "nemeton/engine"

// Title is the rules of Die Druiden.
type Title struct{}

// Info describes the title.
func (Title) Info() engine.Info {
	colors := []string{"red", "blue", "green", "yellow", "purple", "orange"}
	return engine.Info{
		ID: "druids", Name: "Die Druiden", MinSeats: 2, MaxSeats: maxSeats, Rules: 1,
		Options: []engine.Option{},
		Colors:  [][]string{colors, colors, colors, colors},
	}
}

// Start draws the start player [D15].
func (Title) Start(setup engine.Setup, chance engine.Chance) []engine.Event {
	start := engine.Seat(chance.Draw("start player", setup.Seats()))
	return []engine.Event{
		SetUp{Start: start},
		TurnBegan{Seat: start, Turn: 1, Round: 1},
		Asked{Kind: KindPlace, Seat: start},
	}
}
