package druids

import (
	"encoding/json"
	"errors"
	"strconv"

	"nemeton/engine/codec"
)

// longest is the largest number of stones in a path: a double bend along two whole rings.
const longest = 2*(angles-1) + 1

// Path lists stones in the order in which they are entered. It is comparable, as moves must be. It encodes as a list of
// stones.
type Path struct {
	n  int8
	at [longest]int8
}

// PathOf is the path over the given stones, at most 23.
func PathOf(list ...int8) Path {
	p := Path{n: int8(len(list))}
	copy(p.at[:], list)
	return p
}

// Stones lists the stones; it is never nil.
func (p Path) Stones() []int8 { return append([]int8{}, p.at[:p.n]...) }

func (p Path) MarshalJSON() ([]byte, error) { return json.Marshal(p.Stones()) }

func (p Path) AppendJSON(b []byte) []byte {
	b = append(b, '[')
	for i := range p.n {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(p.at[i]), 10)
	}
	return append(b, ']')
}

func (p Path) AppendCanonical(b []byte) []byte { return p.AppendJSON(b) }

func (p *Path) UnmarshalJSON(raw []byte) error {
	var list []int8
	if err := json.Unmarshal(raw, &list); err != nil {
		return err
	}
	if len(list) > longest {
		return errors.New("no way is that long")
	}
	*p = PathOf(list...)
	return nil
}

func (p *Path) ReadCanonical(r *codec.CanonicalReader) {
	for r.Must(r.List()); r.Next(); {
		stone := int8(r.Int(8))
		r.Must(int(p.n) < longest)
		if int(p.n) < longest {
			p.push(stone)
		}
	}
}

// push appends a stone; pop removes the last n.
func (p *Path) push(stone int8) {
	p.at[p.n] = stone
	p.n++
}

func (p *Path) pop(n int8) {
	for range n {
		p.n--
		p.at[p.n] = 0
	}
}
