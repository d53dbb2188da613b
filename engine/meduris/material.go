package meduris

import (
	"encoding/json"
	"strconv"

	"nemeton/engine/codec"
)

// Material is one of the four kinds of token, or none.
type Material int8

// The materials, in the order of counts and payments [M22].
const (
	Wood       Material = iota // forest
	Wool                       // pasture
	Copper                     // mine
	Stone                      // quarry
	NoMaterial                 // the choice of an empty hand [M13], and of moves that name no material
)

// kinds is the number of materials; tokens is the number of tokens of each.
const (
	kinds  = 4
	tokens = 18
)

var materialNames = codec.Names{"wood", "wool", "copper", "stone", "none"}

func (m Material) String() string { return materialNames.Of(int(m)) }

func (m Material) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

func (m *Material) UnmarshalText(text []byte) error { return codec.ReadName(materialNames, text, m) }

// Counts are numbers of tokens by material. They encode as an object with all four members.
type Counts [kinds]int8

type countsJSON struct {
	Wood   int8 `json:"wood"`
	Wool   int8 `json:"wool"`
	Copper int8 `json:"copper"`
	Stone  int8 `json:"stone"`
}

// MarshalJSON encodes all four materials.
func (c Counts) MarshalJSON() ([]byte, error) {
	return json.Marshal(countsJSON{c[Wood], c[Wool], c[Copper], c[Stone]})
}

func (c Counts) AppendJSON(b []byte) []byte {
	return c.appendMembers(b, [kinds]Material{Wood, Wool, Copper, Stone})
}

// AppendCanonical implements codec.CanonicalAppender: the names are in order.
func (c Counts) AppendCanonical(b []byte) []byte {
	return c.appendMembers(b, [kinds]Material{Copper, Stone, Wood, Wool})
}

func (c Counts) appendMembers(b []byte, order [kinds]Material) []byte {
	for i, m := range order {
		if b = append(b, ','); i == 0 {
			b[len(b)-1] = '{'
		}
		b = strconv.AppendInt(append(codec.AppendName(b, m.String()), ':'), int64(c[m]), 10)
	}
	return append(b, '}')
}

func (c *Counts) UnmarshalJSON(raw []byte) error {
	var j countsJSON
	if err := json.Unmarshal(raw, &j); err != nil {
		return err
	}
	*c = Counts{j.Wood, j.Wool, j.Copper, j.Stone}
	return nil
}

func (c *Counts) ReadCanonical(r *codec.CanonicalReader) {
	r.Object()
	for _, m := range [kinds]Material{Copper, Stone, Wood, Wool} {
		r.Member(m.String())
		c[m] = int8(r.Int(8))
	}
	r.End()
}

func (c Counts) Total() int { return int(c[0]) + int(c[1]) + int(c[2]) + int(c[3]) }

func (c Counts) Plus(o Counts) Counts {
	for k := range c {
		c[k] += o[k]
	}
	return c
}

func (c Counts) Minus(o Counts) Counts {
	for k := range c {
		c[k] -= o[k]
	}
	return c
}

func (c Counts) Holds(o Counts) bool {
	for k := range c {
		if c[k] < o[k] {
			return false
		}
	}
	return true
}
