package druids

import (
	"encoding/json"
	"errors"
)

// longest is the most stones that one way can enter: a double bend along two whole rings.
const longest = 2*(angles-1) + 1

// Path is a way over stones, in the order in which they are entered. It is comparable, as moves must be; on the wire it is
// a list of stones.
type Path struct {
	n  int8
	at [longest]int8
}

// PathOf is the way over the given stones, at most 23.
func PathOf(list ...int8) Path {
	p := Path{n: int8(len(list))}
	copy(p.at[:], list)
	return p
}

// Stones lists the stones; never nil.
func (p Path) Stones() []int8 { return append([]int8{}, p.at[:p.n]...) }

// MarshalJSON writes the list of stones.
func (p Path) MarshalJSON() ([]byte, error) { return json.Marshal(p.Stones()) }

// UnmarshalJSON reads what MarshalJSON writes.
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

// push enters a stone; pop leaves the last n of them.
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
