package meduris

import (
	"encoding/json"

	"nemeton/engine"
)

// Material is one of the four kinds of token, or none.
type Material int8

// The materials, in the order in which counts and payments go [M22].
const (
	Wood       Material = iota // forest
	Wool                       // pasture
	Copper                     // mine
	Stone                      // quarry
	NoMaterial                 // the answer of an empty hand [M13], and what no material is named for
)

// kinds is the number of materials, tokens how many there are of each.
const (
	kinds  = 4
	tokens = 18
)

var materialNames = engine.Names{"wood", "wool", "copper", "stone", "none"}

// String is the name on the wire.
func (m Material) String() string { return materialNames.Of(int(m)) }

// MarshalText spells the material by its name.
func (m Material) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads a name.
func (m *Material) UnmarshalText(text []byte) error { return engine.ReadName(materialNames, text, m) }

// Counts are numbers of tokens by material. On the wire: an object that always has all four.
type Counts [kinds]int8

// countsJSON is how counts are written.
type countsJSON struct {
	Wood   int8 `json:"wood"`
	Wool   int8 `json:"wool"`
	Copper int8 `json:"copper"`
	Stone  int8 `json:"stone"`
}

// MarshalJSON writes all four materials.
func (c Counts) MarshalJSON() ([]byte, error) {
	return json.Marshal(countsJSON{c[Wood], c[Wool], c[Copper], c[Stone]})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (c *Counts) UnmarshalJSON(raw []byte) error {
	var j countsJSON
	if err := json.Unmarshal(raw, &j); err != nil {
		return err
	}
	*c = Counts{j.Wood, j.Wool, j.Copper, j.Stone}
	return nil
}

// Total is the number of tokens of all kinds.
func (c Counts) Total() int { return int(c[0]) + int(c[1]) + int(c[2]) + int(c[3]) }

// Plus adds kind by kind.
func (c Counts) Plus(o Counts) Counts {
	for k := range c {
		c[k] += o[k]
	}
	return c
}

// Minus takes away kind by kind.
func (c Counts) Minus(o Counts) Counts {
	for k := range c {
		c[k] -= o[k]
	}
	return c
}

// Holds tells whether there are at least as many of each kind as in o.
func (c Counts) Holds(o Counts) bool {
	for k := range c {
		if c[k] < o[k] {
			return false
		}
	}
	return true
}
