package wire

import (
	"encoding/json"
	"time"

	"nemeton/engine"
)

// Title describes a title to a client's lobby.
type Title struct {
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	MinSeats int             `json:"minSeats"`
	MaxSeats int             `json:"maxSeats"`
	Minutes  engine.Minutes  `json:"minutes"` // the usual length of a game, by the number of seats
	Weight   engine.Weight   `json:"weight"`  // from 1 (light) to 5 (heavy)
	Rules    int             `json:"rules"`   // version of the rules
	Options  []engine.Option `json:"options"`
	Common   []engine.Option `json:"common"` // the options of every table
	// Colors lists the colors that seats may choose from, by the number of seats ("2", "3", ...), in the order of default
	// assignment.
	Colors map[string][]string `json:"colors"`
}

// OneTable is the answer to calls about one table.
type OneTable struct {
	Table Table `json:"table"`
}

// TableList is a page of tables.
type TableList struct {
	Tables []Table `json:"tables"`
	Next   string  `json:"next,omitempty"` // the cursor of the next page; absent on the last one
}

// SignedIn is a player with the token of a new session.
type SignedIn struct {
	Player Player `json:"player"`
	Token  string `json:"token"`
	// Guest is who was signed in before, if that guest has something that would be missed. Absent: nobody, or nothing.
	Guest *MergeOffer `json:"guest,omitempty"`
}

// Here is the caller.
type Here struct {
	Player *Player `json:"player,omitempty"` // absent if anonymous
	Rotate bool    `json:"rotate,omitempty"` // the token is old: replace it with POST /me/sessions/rotate
	Door   string  `json:"door,omitempty"`   // "invite" or "oidc" if new people cannot come in by a name alone
}

// Session is one device of a player.
type Session struct {
	ID        string    `json:"id"`
	Label     string    `json:"label"`
	CreatedAt time.Time `json:"createdAt"`
	SeenAt    time.Time `json:"seenAt"`
	Current   bool      `json:"current"` // the session of the request
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

// OutstandingLink is a one-time code that was not used yet, without the code.
type OutstandingLink struct {
	ID        string       `json:"id"`
	Kind      string       `json:"kind"` // "device", "app" for a six-digit code, or "handover" for the offer of a seat
	CreatedAt time.Time    `json:"createdAt"`
	ExpiresAt time.Time    `json:"expiresAt"`
	Table     string       `json:"table,omitempty"`  // of a handover
	Seat      *engine.Seat `json:"seat,omitempty"`   // of a handover
	Locked    bool         `json:"locked,omitempty"` // of an app code: too many wrong codes were entered
}

// LinkList lists a player's outstanding links, the newest first.
type LinkList struct {
	Links []OutstandingLink `json:"links"`
}

// Rotated is the new token of a session.
type Rotated struct {
	Token string `json:"token,omitempty"` // absent for a caller with a cookie, which holds it
}

// Done answers a command by REST.
type Done struct {
	ID   string     `json:"id"`
	OK   bool       `json:"ok"` // always true: refusals are problem documents
	Seq  engine.Seq `json:"seq"`
	Head string     `json:"head,omitempty"` // short head of entry Seq
}

// Hint is the move that a medium bot would make in the caller's place.
type Hint struct {
	Decision engine.DecisionID `json:"decision"`
	Index    int               `json:"index"`  // of the move in the decision's moves
	Second   int               `json:"second"` // of the second best one; -1 if there is none
	Move     json.RawMessage   `json:"move"`
	Reason   Reason            `json:"reason"`
}

// Refusals are moves that the caller's open decision does not offer.
type Refusals struct {
	Decision engine.DecisionID `json:"decision"` // empty if the caller owes none
	Refusals []Refusal         `json:"refusals"`
}

// Refusal is a move, and the rule that forbids it.
type Refusal struct {
	Move json.RawMessage `json:"move"`
	Rule string          `json:"rule"`
}

// Reason is the reason for a hint: a key of the title's texts, or best_found.
type Reason struct {
	Key    string         `json:"key"`
	Params map[string]any `json:"params"`
}

// Offer is the code with which another person gets a player's seat.
type Offer struct {
	Code      string    `json:"code"`
	ExpiresAt time.Time `json:"expiresAt"`
}
