package example

import "nemeton/engine"

// View is what one viewer may know. Members with the tag view:"shared" are equal for all viewers.
type View struct {
	Round   int          `json:"round" view:"shared"`
	Prize   int          `json:"prize" view:"shared"`
	Players []PlayerView `json:"players" view:"shared"`
	Bid     *int         `json:"bid,omitempty"` // the viewer's own bid, while it is secret
}

// PlayerView is the public part of a player.
type PlayerView struct {
	Seat    engine.Seat `json:"seat"`
	Points  int         `json:"points"`
	Pebbles int         `json:"pebbles"`
	Chosen  bool        `json:"chosen"` // has chosen a bid in this round
}

// View returns what v may know.
func (s *State) View(v engine.Viewer) any {
	view := View{Round: s.round, Prize: s.prize}
	for i, p := range s.players {
		seat := engine.Seat(i)
		view.Players = append(view.Players, PlayerView{Seat: seat, Points: p.points, Pebbles: p.pebbles, Chosen: p.bid != noBid})
		if v.Is(seat) && p.bid != noBid {
			view.Bid = &p.bid
		}
	}
	return view
}
