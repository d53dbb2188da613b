package pangea

import (
	"math/bits"

	"nemeton/engine"
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

var landscapeNames = engine.Names{"mountain", "swamp", "desert", "grassland", "forest"}

// String is the name on the wire.
func (l Landscape) String() string { return landscapeNames.Of(int(l)) }

// MarshalText spells the landscape by its name.
func (l Landscape) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads a name.
func (l *Landscape) UnmarshalText(text []byte) error { return engine.ReadName(landscapeNames, text, l) }

// Amulet is one of the five kinds of amulet, or none. The kinds after NoAmulet follow the landscapes they are bought in [P3].
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

var amuletNames = engine.Names{"none", "triangle", "crescent", "circle", "square", "star"}

// String is the name on the wire.
func (a Amulet) String() string { return amuletNames.Of(int(a)) }

// MarshalText spells the amulet by its name.
func (a Amulet) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads a name.
func (a *Amulet) UnmarshalText(text []byte) error { return engine.ReadName(amuletNames, text, a) }

// amuletOf is the kind that is bought in a landscape [P3].
func amuletOf(l Landscape) Amulet { return Amulet(l) + 1 }

// amuletSet is a set of kinds: nobody ever has two of one [P23].
type amuletSet uint8

func (s amuletSet) has(a Amulet) bool { return s>>a&1 == 1 }

func (s amuletSet) with(a Amulet) amuletSet { return s | 1<<a }

// count is the number of kinds.
func (s amuletSet) count() int8 { return int8(bits.OnesCount8(uint8(s))) }

// list is the kinds in order; never nil.
func (s amuletSet) list() []Amulet {
	list := make([]Amulet, 0, amuletKinds)
	for a := Triangle; a <= Star; a++ {
		if s.has(a) {
			list = append(list, a)
		}
	}
	return list
}
