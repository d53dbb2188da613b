package wire

import (
	"encoding/json"
	"time"

	"nemeton/engine"
)

// Title describes a title to the lobby of a client.
type Title struct {
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	MinSeats int             `json:"minSeats"`
	MaxSeats int             `json:"maxSeats"`
	Rules    int             `json:"rules"` // version of the rules
	Options  []engine.Option `json:"options"`
	Common   []engine.Option `json:"common"` // those of every table
	// Colors lists, by the number of seats ("2", "3", ...), what seats may choose from, in the order of default assignment.
	Colors map[string][]string `json:"colors"`
}

// OneTable answers calls about one table.
type OneTable struct {
	Table Table `json:"table"`
}

// TableList is a page of tables.
type TableList struct {
	Tables []Table `json:"tables"`
	Next   string  `json:"next,omitempty"` // the cursor of the next page; absent on the last one
}

// SignedIn is a player with the token of the session that was just made.
type SignedIn struct {
	Player Player `json:"player"`
	Token  string `json:"token"`
}

// Here is who calls.
type Here struct {
	Player *Player `json:"player,omitempty"` // absent for nobody known
}

// Session is one device of a player.
type Session struct {
	ID        string    `json:"id"`
	Label     string    `json:"label"`
	CreatedAt time.Time `json:"createdAt"`
	SeenAt    time.Time `json:"seenAt"`
	Current   bool      `json:"current"` // the one that asks
}

// SessionList lists a player's devices.
type SessionList struct {
	Sessions []Session `json:"sessions"`
}

// Link is a one-time code for another device.
type Link struct {
	Code      string    `json:"code"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// Done answers a command given through the REST door.
type Done struct {
	ID  string     `json:"id"`
	OK  bool       `json:"ok"` // always true: refusals are problem documents
	Seq engine.Seq `json:"seq"`
}

// Hint is what a medium bot would do in the caller's place.
type Hint struct {
	Decision engine.DecisionID `json:"decision"`
	Index    int               `json:"index"` // of the move in the decision's moves
	Move     json.RawMessage   `json:"move"`
	Reason   Reason            `json:"reason"`
}

// Reason says why: a key of the title's texts, or best_found.
type Reason struct {
	Key    string         `json:"key"`
	Params map[string]any `json:"params"`
}

// Offer is the code with which somebody else gets a player's seat.
type Offer struct {
	Code      string    `json:"code"`
	ExpiresAt time.Time `json:"expiresAt"`
}
