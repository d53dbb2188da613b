package wire

import (
	"time"

	"nemeton/engine"
)

// Me is the calling player.
type Me struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	History string `json:"history"` // the players that may see the finished games: "everybody", "companions" or "nobody"
	// Vacation is the end of the player's last vacation; absent if there was none, or the player ended it.
	Vacation *time.Time `json:"vacation,omitempty"`
}

// Profile is the page of a player.
type Profile struct {
	Player  Player    `json:"player"`
	Figures []Figures `json:"figures"` // by title and number of seats
}

// Figures are counted from the finished games of a player of one title, with one number of seats. docs/protocol.md says which games count.
type Figures struct {
	Title  string `json:"title"`
	Seats  int    `json:"seats"`
	Bots   bool   `json:"bots,omitempty"` // all other seats were bots'
	Games  int    `json:"games"`
	Wins   int    `json:"wins"`
	Scored int    `json:"scored"` // games whose points count
	Points int    `json:"points"` // their sum
	Best   int    `json:"best"`   // the most points in one of them; 0 without one
}

// Game is a finished game.
type Game struct {
	Table      string       `json:"table,omitempty"` // absent if the caller may not see the table
	Title      string       `json:"title"`
	Private    bool         `json:"private,omitempty"`
	FinishedAt time.Time    `json:"finishedAt"`
	Ended      engine.Ended `json:"ended,omitempty"` // the reason for an end before that of the game
	Seats      []GameSeat   `json:"seats"`
}

// GameSeat is the result of one seat. It belongs to the player who held the seat at the end.
type GameSeat struct {
	Hidden     bool    `json:"hidden,omitempty"` // the caller may not know this seat; the other members say nothing
	Color      string  `json:"color,omitempty"`
	Player     *Player `json:"player,omitempty"` // absent for a bot; the name is empty once the player is erased
	Bot        string  `json:"bot,omitempty"`    // level
	Points     int     `json:"points"`
	Won        bool    `json:"won,omitempty"`
	Conceded   bool    `json:"conceded,omitempty"`
	StandIn    bool    `json:"standIn,omitempty"`    // a bot finished the game for the player
	HandedOver bool    `json:"handedOver,omitempty"` // somebody else held the seat earlier
}

// GameList is a page of finished games, the newest first.
type GameList struct {
	Games []Game `json:"games"`
	Next  string `json:"next,omitempty"` // the cursor of the next page; absent on the last one
}

// Versus is the head to head of two players.
type Versus struct {
	Player Player       `json:"player"`
	Other  Player       `json:"other"`
	Titles []HeadToHead `json:"titles"`
}

// HeadToHead counts the games of two players at the same tables of one title.
type HeadToHead struct {
	Title     string `json:"title"`
	Games     int    `json:"games"`
	Wins      int    `json:"wins"`
	OtherWins int    `json:"otherWins"`
}

// Companion is a person with whom the caller finished games.
type Companion struct {
	Player Player    `json:"player"`
	Games  int       `json:"games"`
	LastAt time.Time `json:"lastAt"`
}

// CompanionList lists the people with whom the caller finished games, the last ones first.
type CompanionList struct {
	Companions []Companion `json:"companions"`
}

// Invitation asks the caller to sit down at a table.
type Invitation struct {
	From      Player    `json:"from"`
	Table     Table     `json:"table"`
	Invite    string    `json:"invite,omitempty"` // code of a private table
	CreatedAt time.Time `json:"createdAt"`
}

// InvitationList lists the caller's invitations that wait for an answer, the newest first.
type InvitationList struct {
	Invitations []Invitation `json:"invitations"`
}

// InvitedPlayer is a person who was invited to a table.
type InvitedPlayer struct {
	Player    Player    `json:"player"`
	From      Player    `json:"from"`
	CreatedAt time.Time `json:"createdAt"`
	Answer    string    `json:"answer,omitempty"` // "accepted" or "declined"; absent without an answer
}

// InvitedList lists the people who were invited to a table, the first ones first.
type InvitedList struct {
	Invited []InvitedPlayer `json:"invited"`
}

// BlockedList lists the people whom the caller has blocked, the newest first.
type BlockedList struct {
	Players []Player `json:"players"`
}
