package druids

import "nemeton/engine/codec"

// Stones are numbered ring by ring, the inner one first: stone = 12 * ring + angle, both from 0 [D1].
const (
	angles = 12
	stones = 3 * angles
	room   = 2 // capacity of a stone in figures [D3]
)

// The positions of figures that are on no stone.
const (
	atHome   int8 = -1     // a druid at the tree [D15], or a spirit in the place of spirits [D4]
	atCenter int8 = stones // the place of decision
)

// Symbol is the symbol on a stone [D2].
type Symbol int8

// The symbols.
const (
	Empty Symbol = iota
	Pentagram
	Plant
	Spirit
)

var symbolNames = codec.Names{"empty", "pentagram", "plant", "spirit"}

func (s Symbol) String() string { return symbolNames.Of(int(s)) }

func (s Symbol) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func (s *Symbol) UnmarshalText(text []byte) error { return codec.ReadName(symbolNames, text, s) }

// direction is one of the four directions from a stone: two along the ring, two along a spoke.
type direction uint8

const (
	clockwise direction = iota
	counter
	inwards
	outwards
	directions
)

func (d direction) ring() bool { return d < inwards }

// circle is the board: the symbols of the stones and the links between them [D1, D2].
type circle struct {
	symbols [stones]Symbol
	next    [stones][directions]int8 // -1: no link
	spokes  [][2]int8                // inner end first
	spirit  []int8                   // stones with a spirit symbol
	gates   []int8                   // stones with a pentagram
}

var theCircle = newCircle()

func newCircle() *circle {
	c := &circle{}
	for at := range int8(stones) {
		ring, angle := at/angles, at%angles
		c.symbols[at] = symbols[ring][angle%4]
		switch c.symbols[at] {
		case Pentagram:
			c.gates = append(c.gates, at)
		case Spirit:
			c.spirit = append(c.spirit, at)
		}
		c.next[at] = [directions]int8{ring*angles + (angle+1)%angles, ring*angles + (angle+angles-1)%angles, -1, -1}
	}
	for ring, list := range spokes {
		for _, angle := range list {
			inner := int8(ring)*angles + angle
			outer := inner + angles
			c.next[inner][outwards], c.next[outer][inwards] = outer, inner
			c.spokes = append(c.spokes, [2]int8{inner, outer})
		}
	}
	return c
}
