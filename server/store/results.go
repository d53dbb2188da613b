package store

import (
	"context"
	"time"

	"nemeton/engine"
)

// Outcome is the end of a table. It holds what the results of its seats need beyond the table's row.
type Outcome struct {
	FinishedAt time.Time     // time of the last entry
	Scores     []int         // by seat
	HandedOver []engine.Seat // seats that were handed to another person at least once
}

// Result is the result of a finished table.
type Result struct {
	Table      TableID
	Title      string
	Private    bool
	FinishedAt time.Time
	Ended      engine.Ended // the reason for an end before that of the game; empty: the game ended
	Seats      []SeatResult // by seat
}

// SeatResult is the result of one seat. It belongs to the player who held the seat at the end.
type SeatResult struct {
	Player     PlayerID // empty for a bot's seat. An erased player keeps the id
	Bot        string   // level of the bot that held the seat
	Color      string
	Points     int
	Won        bool
	Conceded   bool // the player gave up
	StandIn    bool // a bot played for the player at the end, although the player had not given up
	HandedOver bool // somebody else held the seat earlier
}

// Figures are counted from a player's results at the tables of one title, with one number of seats.
//
//   - A table that was stopped by agreement does not count, and neither does a seat that was handed over: no person played the whole game.
//   - A game that a bot finished for the player counts as a game, and never as won. So does one in which the player gave up.
//   - Points count only if the game was played to its end and the player finished it.
type Figures struct {
	Title  string
	Seats  int
	Bots   bool // all other seats were bots'
	Games  int
	Wins   int
	Scored int // games whose points count
	Points int // their sum
	Best   int // the most points in one of them; 0 without one
}

// HeadToHead are the games of two players at the same tables of one title. The rules of Figures decide which games count, for both players.
type HeadToHead struct {
	Title     string
	Games     int
	Wins      int // of the first player
	OtherWins int // of the second one; both win if they share a victory
}

// Companion is a person who finished games at the same tables as a player.
type Companion struct {
	Player PlayerID
	Games  int
	LastAt time.Time
}

// ResultQuery selects results of a player, the newest first. Viewer is the player who asks; empty: a stranger.
type ResultQuery struct {
	Player PlayerID
	// With limits the results to tables of this player as well. Private tables at which Viewer has no result are left out then, because the selection
	// says who played there.
	With     PlayerID
	Viewer   PlayerID
	Before   time.Time // paging: only results before (Before, BeforeID)
	BeforeID TableID
	Limit    int
}

// CompanionGames is the number of a player's last games among which Companions looks.
const CompanionGames = 500

// Results stores the results of finished tables. Append adds them with the last entry of a table; see Append.Outcome. They hold nothing of other tables, and no table is
// a fork, which counts in nobody's figures.
type Results interface {
	// SaveOutcome replaces the results of a finished table. A table that is not finished is ErrNotFound.
	SaveOutcome(ctx context.Context, id TableID, o Outcome) error
	// Results returns up to q.Limit results by FinishedAt and table, newest first.
	Results(ctx context.Context, q ResultQuery) ([]Result, error)
	// Figures returns the figures of a player by title, seats and Bots.
	Figures(ctx context.Context, player PlayerID) ([]Figures, error)
	// HeadToHead counts the games of two players by title. Private tables count if viewer has a result there.
	HeadToHead(ctx context.Context, a, b, viewer PlayerID) ([]HeadToHead, error)
	// Companions returns up to limit people who are not erased and have results at the last CompanionGames tables of the player, the last ones first.
	Companions(ctx context.Context, player PlayerID, limit int) ([]Companion, error)
	// PlayedTogether reports whether two different players have results at one table.
	PlayedTogether(ctx context.Context, a, b PlayerID) (bool, error)
}
