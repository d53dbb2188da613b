package hostile

import "time"

// Target is the server under attack, with tables that the attackers use.
type Target struct {
	URL       string   `json:"url"`
	Tables    []string `json:"tables"`   // public tables at which other people play
	Short     History  `json:"short"`    // a running table with a short log
	Long      History  `json:"long"`     // a running table of the same title with a long log
	Finished  History  `json:"finished"` // a finished table
	Addresses int      `json:"addresses"`
	Seed      uint64   `json:"seed"`
}

// History is a public table with a log of known length. The attackers hold its seats.
type History struct {
	Table  string   `json:"table"`
	Seq    int      `json:"seq"`
	Tokens []string `json:"tokens"` // of the players, by seat
}

// requestTimeout is the longest wait for an answer.
const requestTimeout = 20 * time.Second

// histories are the tables whose logs have a known length.
func (t Target) histories() []History { return []History{t.Short, t.Long, t.Finished} }
