// Package patch makes RFC 6902 patches between two JSON texts without decoding them. It skips equal parts as bytes, and replaces a
// part as a whole if that is shorter than the patch of its members.
//
// # Invariants
//
//   - Applied to before, the patch gives a value equal to after.
//   - It consists of add, remove and replace, in an order in which every path is valid when its step is applied.
//   - The same two texts give the same patch, on any node at any time.
//
// The texts must be as encoding/json writes them: valid, without spaces. Other texts give a wrong patch or a panic.
package patch

import (
	"bytes"
	"strconv"
	"sync"
)

// Append appends the steps from before to after to a list of steps. path is the RFC 6901 pointer to both in the document. In brackets
// the list is a patch.
func Append(steps []byte, path string, before, after []byte) []byte {
	return withDiffer(steps, path, func(d *differ) { d.value(before, after) })
}

// Members is Append for two objects that are only a part of the document at path. It therefore names single members, never the
// object itself.
func Members(steps []byte, path string, before, after []byte) []byte {
	return withDiffer(steps, path, func(d *differ) {
		if !bytes.Equal(before, after) {
			d.object(before, after)
		}
	})
}

// Member is Append for one member of the object at path. A nil text stands for an absent member.
func Member(steps []byte, path, name string, before, after []byte) []byte {
	return withDiffer(steps, path, func(d *differ) {
		d.at([]byte(name), func() {
			switch {
			case before == nil && after == nil:
			case after == nil:
				d.step("remove", nil)
			case before == nil:
				d.step("add", after)
			default:
				d.value(before, after)
			}
		})
	})
}

func withDiffer(steps []byte, path string, fn func(*differ)) []byte {
	d, _ := differs.Get().(*differ)
	d.out, d.path = steps, append(d.path[:0], path...)
	fn(d)
	steps, d.out = d.out, nil
	clear(d.held[:cap(d.held)]) // keep no data of a table in the pool
	differs.Put(d)
	return steps
}

// differs are idle differs, pooled to reuse their buffers.
var differs = sync.Pool{New: func() any { return &differ{held: make([]member, 0, 256)} }}

// differ appends steps, separated by commas.
type differ struct {
	out  []byte
	path []byte   // of the current value, as encoded in a JSON string
	held []member // the parts of all values on the current path, the innermost last
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
	if replaced := d.length("replace", b); len(d.out)-from > replaced {
		d.out = d.out[:from]
		d.step("replace", b)
	}
}

// split splits two values into their parts, which it stores in d.held. The caller releases them with d.held = d.held[:from].
func (d *differ) split(a, b []byte, parts func([]member, []byte) []member) (old, now []member, from int) {
	from = len(d.held)
	d.held = parts(d.held, a)
	middle := len(d.held)
	d.held = parts(d.held, b)
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

// array skips the equal elements at both ends. Between them it compares elements at the same index and adds or removes the rest.
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
	common := min(endOld, endNow)
	for i := endOld - 1; i >= common; i-- {
		d.index(i, func() { d.step("remove", nil) })
	}
	for i := start; i < common; i++ {
		d.index(i, func() { d.value(old[i].value, now[i].value) })
	}
	for i := common; i < endNow; i++ {
		d.index(i, func() { d.step("add", now[i].value) })
	}
	d.held = d.held[:from]
}

// at calls do with a member's key appended to the path.
func (d *differ) at(key []byte, fn func()) {
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
	fn()
	d.path = d.path[:n]
}

func (d *differ) index(i int, fn func()) {
	n := len(d.path)
	d.path = strconv.AppendInt(append(d.path, '/'), int64(i), 10)
	fn()
	d.path = d.path[:n]
}

// step appends one step; value is nil for remove.
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

func (d *differ) length(op string, value []byte) int {
	return len(`{"op":"","path":"","value":}`) + len(op) + len(d.path) + len(value) + 1
}
