package druids

import "nemeton/engine/codec"

// Shape is the kind of path that a face of a die allows [D24, D25].
type Shape int8

// The shapes.
const (
	Pips Shape = iota
	Straight
	Bend
	DoubleBend
)

var shapeNames = codec.Names{"pips", "straight", "bend", "double-bend"}

func (s Shape) String() string { return shapeNames.Of(int(s)) }

func (s Shape) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func (s *Shape) UnmarshalText(text []byte) error { return codec.ReadName(shapeNames, text, s) }

// Face is one face of a die [D21].
type Face struct {
	Shape  Shape `json:"shape"`
	Pips   int8  `json:"pips"`   // for the shape Pips; else 0
	Ringed bool  `json:"ringed"` // if both dice are ringed, a magic move is possible [D23]
}

const (
	diceCount = 2
	faces     = 6
)
