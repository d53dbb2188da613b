package pangea

import (
	"math/bits"

	"nemeton/engine/codec"
)

// Landscape is one of the five kinds of land [P1].
type Landscape int8

// The landscapes, in the order of the tiles and the amulets.
const (
	Mountain Landscape = iota
	Swamp
	Desert
	Grassland
	Forest
)

const landscapes = 5

var landscapeNames = codec.Names{"mountain", "swamp", "desert", "grassland", "forest"}

func (l Landscape) String() string { return landscapeNames.Of(int(l)) }

func (l Landscape) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

func (l *Landscape) UnmarshalText(text []byte) error { return codec.ReadName(landscapeNames, text, l) }

// Amulet is one of the five kinds of amulet, or none. Kind 1+l is sold in landscape l [P3].
type Amulet int8

// The amulets.
const (
	NoAmulet Amulet = iota
	Triangle        // of the mountain
	Crescent        // of the swamp
	Circle          // of the desert
	Square          // of the grassland
	Star            // of the forest
)

const amuletKinds = 5

var amuletNames = codec.Names{"none", "triangle", "crescent", "circle", "square", "star"}

func (a Amulet) String() string { return amuletNames.Of(int(a)) }

func (a Amulet) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

func (a *Amulet) UnmarshalText(text []byte) error { return codec.ReadName(amuletNames, text, a) }

// amuletOf is the amulet that is sold in a landscape [P3].
func amuletOf(l Landscape) Amulet { return Amulet(l) + 1 }

// amuletSet is a set of amulets; a player never has two of a kind [P23].
type amuletSet uint8

func (s amuletSet) has(a Amulet) bool { return s>>a&1 == 1 }

func (s amuletSet) with(a Amulet) amuletSet { return s | 1<<a }

func (s amuletSet) count() int8 { return int8(bits.OnesCount8(uint8(s))) }

// list lists the kinds in order; it is never nil.
func (s amuletSet) list() []Amulet {
	list := make([]Amulet, 0, amuletKinds)
	for a := Triangle; a <= Star; a++ {
		if s.has(a) {
			list = append(list, a)
		}
	}
	return list
}
