package store

import (
	"maps"

	"nemeton/engine"
)

// Confirmation says whether a player whom a rematch seated agreed to play. Players who sat down by themselves have none.
type Confirmation string

// The confirmations.
const (
	Asked     Confirmation = "asked"
	Confirmed Confirmation = "confirmed"
)

// Change is one change of a table's settings before the start. It holds the new values of the changed settings alone.
type Change struct {
	By         PlayerID       `json:"by"`
	Options    engine.Options `json:"options,omitempty"`
	Seats      int            `json:"seats,omitempty"`
	Visibility Visibility     `json:"visibility,omitempty"`
}

// SameTerms reports whether two rows of one table have the same terms, and so the same commitment.
func SameTerms(a, b Table) bool {
	return len(a.Seats) == len(b.Seats) && maps.Equal(a.Options, b.Options)
}
