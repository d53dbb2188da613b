package wire

import (
	"time"

	"nemeton/engine"
)

// Player is a person as others see them.
type Player struct {
	ID   string `json:"id"`
	Name string `json:"name"` // empty once erased
}

// Seat is one place of a table.
type Seat struct {
	Seat      engine.Seat   `json:"seat"`
	Color     string        `json:"color"`
	Player    *Player       `json:"player,omitempty"`  // absent from a free seat and a bot's
	Alike     int           `json:"alike,omitempty"`   // 1, 2, ... of players whose names are taken for one another; absent for a name of its own
	Bot       string        `json:"bot,omitempty"`     // the level of the bot that holds the seat
	StandIn   string        `json:"standIn,omitempty"` // the level of the bot that plays for the player, until they return
	Agreed    []engine.Seat `json:"agreed,omitempty"`  // whose players agree that a bot shall play it
	Connected bool          `json:"connected"`
	Away      bool          `json:"away"`
}

// Table is a table without its play.
type Table struct {
	ID         string         `json:"id"`
	Title      string         `json:"title"`
	State      string         `json:"state"`
	Visibility string         `json:"visibility"`
	Seats      []Seat         `json:"seats"`
	Options    engine.Options `json:"options"`
	Host       string         `json:"host"` // player id
	Seq        engine.Seq     `json:"seq"`
	Owing      []engine.Seat  `json:"owing"`
	Winners    []engine.Seat  `json:"winners,omitempty"`
	CreatedAt  time.Time      `json:"createdAt"`
	UpdatedAt  time.Time      `json:"updatedAt"`
	Commitment string         `json:"commitment"`        // SHA-256 of the table's secret, hex
	Invite     string         `json:"invite,omitempty"`  // only to those who sit at a private table
	Rematch    string         `json:"rematch,omitempty"` // the table that follows this one
}

// You tells a viewer who they are at a table: exactly one member is set.
type You struct {
	Seat      *engine.Seat `json:"seat,omitempty"`
	Spectator bool         `json:"spectator,omitempty"`
}

// YouAre is the You of a viewer.
func YouAre(v engine.Viewer) You {
	if s, ok := v.Seat(); ok {
		return You{Seat: &s}
	}
	return You{Spectator: true}
}
