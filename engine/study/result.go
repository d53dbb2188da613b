package study

import (
	"slices"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// Result is a finished study of one seat. Points, places and intervals are rounded to hundredths.
type Result struct {
	Versions Versions     `json:"versions"`
	Title    string       `json:"title"`
	Table    string       `json:"table"`
	Head     codec.Hash   `json:"head"` // of the last entry
	Seat     engine.Seat  `json:"seat"`
	Seed     uint32       `json:"seed"`
	Measure  Measure      `json:"measure"`
	Effort   Effort       `json:"effort"`
	Forced   int          `json:"forced"`  // decisions of the seat with one legal move, which are not judged
	StandIn  int          `json:"standIn"` // decisions that a bot made for the person of the seat, which are not judged
	Moments  []Judged     `json:"moments"`
	Worth    []engine.Seq `json:"worth"` // at most three moments with the largest differences that count, the largest first
	Luck     []Estimate   `json:"luck"`  // of the whole game, by seat
	Draws    []DrawnLuck  `json:"draws"`
}

// Versions are the versions of everything that the numbers depend on.
type Versions struct {
	Study  int `json:"study"`
	Engine int `json:"engine"` // of chance and log
	Rules  int `json:"rules"`
	Bots   int `json:"bots"`
}

// Measure is the quantity that differences and luck count. More is better for a seat.
type Measure string

// The measures. Scores of some titles only put the seats in order; their studies count places.
const (
	Points Measure = "points"
	Places Measure = "places" // places gained: 1 is from the second place to the first
)

// Verdict is the result of a comparison.
type Verdict string

// The verdicts.
const (
	NoDifference Verdict = "none"    // no difference was found in the games played
	Depends      Verdict = "depends" // on the other players: the difference counts against easy bots alone
	Better       Verdict = "better"  // another move is better against easy and hard bots
)

// counts is the number of models in which the difference counts.
func (v Verdict) counts() int { return slices.Index([]Verdict{NoDifference, Depends, Better}, v) }

// Judged is a decision of the seat that had a choice.
type Judged struct {
	Seq         engine.Seq    `json:"seq"` // of the entry that answered
	Kind        string        `json:"kind"`
	Played      engine.Move   `json:"played"`
	Moves       []Tried       `json:"moves"`       // compared moves, the played one first, then the alternative
	Untried     []engine.Move `json:"untried"`     // other legal moves
	Differences []Estimate    `json:"differences"` // alternative minus played: against easy bots, then against hard ones if tried
	Verdict     Verdict       `json:"verdict"`
}

// Tried is a compared move.
type Tried struct {
	Move   engine.Move `json:"move"`
	Values []Value     `json:"values"` // against easy bots, then against hard ones if tried
}

// Value is the expected end of the game after a move.
type Value struct {
	Games   int      `json:"games"`
	Points  *float64 `json:"points,omitempty"` // mean score of the seat; absent if the measure is places
	Place   float64  `json:"place"`            // mean place of the seat, 1 is the first
	Chances []int    `json:"chances"`          // of all seats to win, in percent; they sum up to 100
}

// Estimate is a mean with its 95 % interval.
type Estimate struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// DrawnLuck is the luck of one entry with draws.
type DrawnLuck struct {
	Seq   engine.Seq    `json:"seq"`
	Seat  engine.Seat   `json:"seat"` // that made the entry; -1 at the start of the table
	Draws []chance.Draw `json:"draws"`
	Luck  []Estimate    `json:"luck"` // by seat
}
