// Package patch makes RFC 6902 patches between two JSON texts of the same maker, without reading them into values: what is equal is
// passed over as bytes, and a part is replaced whole wherever that is shorter than saying what changed in it.
//
// # Invariants
//
//   - Applied to before, the patch gives a value equal to after.
//   - It is made of add, remove and replace, in an order in which each path names what is there at its turn.
//   - The same two texts make the same patch, on any node at any time.
//
// Texts are what encoding/json writes: valid, without spaces. Others give a patch of no use, or a panic.
package patch

import (
	"bytes"
	"strconv"
	"sync"
)

// Append adds the steps that lead from before to after to a list of steps; path is where the two stand in the whole, as an RFC 6901
// pointer. Join makes a patch of the list.
func Append(steps []byte, path string, before, after []byte) []byte {
	return work(steps, path, func(d *differ) { d.value(before, after) })
}

// Members is Append for two objects that are a part of what stands at path: only their members are named, never the whole.
func Members(steps []byte, path string, before, after []byte) []byte {
	return work(steps, path, func(d *differ) {
		if !bytes.Equal(before, after) {
			d.object(before, after)
		}
	})
}

func work(steps []byte, path string, do func(*differ)) []byte {
	d, _ := workshops.Get().(*differ)
	d.out, d.path = steps, append(d.path[:0], path...)
	do(d)
	steps, d.out = d.out, nil
	clear(d.held[:cap(d.held)]) // nothing of a table stays behind
	workshops.Put(d)
	return steps
}

// workshops are differs at rest, kept for the memory they work in.
var workshops = sync.Pool{New: func() any { return &differ{held: make([]member, 0, 256)} }}

// Join makes a patch of a list of steps.
func Join(steps []byte) []byte {
	out := make([]byte, 0, len(steps)+2)
	out = append(out, '[')
	out = append(out, steps...)
	return append(out, ']')
}

// differ writes steps, parted by commas.
type differ struct {
	out  []byte
	path []byte   // of what is looked at, as it stands in a JSON string
	held []member // the parts of all that is looked at, the innermost last
}

func (d *differ) value(a, b []byte) {
	if bytes.Equal(a, b) {
		return
	}
	if a[0] != b[0] || a[0] != '{' && a[0] != '[' {
		d.step("replace", b)
		return
	}
	from := len(d.out)
	if a[0] == '{' {
		d.object(a, b)
	} else {
		d.array(a, b)
	}
	if whole := d.length("replace", b); len(d.out)-from > whole {
		d.out = d.out[:from]
		d.step("replace", b)
	}
}

// split takes two values apart into a common memory, which the caller gives back with held = held[:from].
func (d *differ) split(a, b []byte, apart func([]member, []byte) []member) (old, now []member, from int) {
	from = len(d.held)
	d.held = apart(d.held, a)
	middle := len(d.held)
	d.held = apart(d.held, b)
	return d.held[from:middle:middle], d.held[middle:], from
}

func (d *differ) object(a, b []byte) {
	old, now, from := d.split(a, b, members)
	for i, m := range old {
		if find(now, m.key, i) < 0 {
			d.at(m.key, func() { d.step("remove", nil) })
		}
	}
	for i, m := range now {
		d.at(m.key, func() {
			if was := find(old, m.key, i); was >= 0 {
				d.value(old[was].value, m.value)
			} else {
				d.step("add", m.value)
			}
		})
	}
	d.held = d.held[:from]
}

// array passes over what is equal at both ends. Between them what stands at the same place is compared, and the longer list gains or
// loses the rest.
func (d *differ) array(a, b []byte) {
	old, now, from := d.split(a, b, elements)
	start := 0
	for start < len(old) && start < len(now) && bytes.Equal(old[start].value, now[start].value) {
		start++
	}
	endOld, endNow := len(old), len(now)
	for endOld > start && endNow > start && bytes.Equal(old[endOld-1].value, now[endNow-1].value) {
		endOld--
		endNow--
	}
	both := min(endOld, endNow)
	for i := endOld - 1; i >= both; i-- {
		d.index(i, func() { d.step("remove", nil) })
	}
	for i := start; i < both; i++ {
		d.index(i, func() { d.value(old[i].value, now[i].value) })
	}
	for i := both; i < endNow; i++ {
		d.index(i, func() { d.step("add", now[i].value) })
	}
	d.held = d.held[:from]
}

// at does something at a member of what is looked at.
func (d *differ) at(key []byte, do func()) {
	n := len(d.path)
	d.path = append(d.path, '/')
	for _, c := range key {
		switch c {
		case '~':
			d.path = append(d.path, "~0"...)
		case '/':
			d.path = append(d.path, "~1"...)
		default:
			d.path = append(d.path, c)
		}
	}
	do()
	d.path = d.path[:n]
}

func (d *differ) index(i int, do func()) {
	n := len(d.path)
	d.path = strconv.AppendInt(append(d.path, '/'), int64(i), 10)
	do()
	d.path = d.path[:n]
}

// step writes one step; value is nil for remove.
func (d *differ) step(op string, value []byte) {
	if len(d.out) > 0 {
		d.out = append(d.out, ',')
	}
	d.out = append(d.out, `{"op":"`...)
	d.out = append(d.out, op...)
	d.out = append(d.out, `","path":"`...)
	d.out = append(d.out, d.path...)
	d.out = append(d.out, '"')
	if value != nil {
		d.out = append(d.out, `,"value":`...)
		d.out = append(d.out, value...)
	}
	d.out = append(d.out, '}')
}

// length is how many bytes a step takes.
func (d *differ) length(op string, value []byte) int {
	return len(`{"op":"","path":"","value":}`) + len(op) + len(d.path) + len(value) + 1
}
