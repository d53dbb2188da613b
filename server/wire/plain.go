package wire

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"nemeton/engine"
)

// decodePlain decodes the messages that clients send in fact: one valid object of known members, each once, in ASCII without escapes. ok is false for
// all others, which Decode then reads in the general way. Both give the same result, several times faster and with one allocation for each string.
func decodePlain(raw []byte) (m ClientMessage, ok bool) {
	for _, c := range raw {
		if c < ' ' || c > '~' || c == '\\' {
			return m, false
		}
	}
	if !json.Valid(raw) {
		return m, false
	}
	s := plainScanner{in: raw}
	if s.next() != '{' {
		return m, false
	}
	s.at++
	for seen := 0; ; {
		if s.next() == '}' {
			return m, true // valid JSON ends here
		}
		if s.next() == ',' {
			s.at++
			s.next()
		}
		name := s.text()
		s.next()
		s.at++ // the colon
		bit, ok := m.setPlain(string(name), &s)
		if !ok || seen&bit != 0 {
			return m, false
		}
		seen |= bit
	}
}

// setPlain reads the value of a member. It returns a bit for the member; ok is false for a member or a value of another kind.
func (m *ClientMessage) setPlain(name string, s *plainScanner) (bit int, ok bool) {
	texts := [...]struct {
		name string
		into *string
	}{{"t", &m.T}, {"id", &m.ID}, {"head", &m.Head}, {"decision", (*string)(&m.Decision)}, {"device", &m.Device}, {"reveal", &m.Reveal}, {"signature", &m.Signature}}
	for i, t := range texts {
		if t.name == name {
			if s.next() != '"' {
				return 0, false
			}
			*t.into = string(s.text())
			return 1 << i, true
		}
	}
	switch name {
	case "move":
		if s.next() != '{' {
			return 0, false
		}
		value := s.object()
		m.Move = bytes.Clone(value)
		return 1 << len(texts), value != nil
	case "seq":
		n, ok := s.number()
		m.Seq = engine.Seq(n)
		return 2 << len(texts), ok
	case "index":
		n, ok := s.number()
		m.Index = int(n)
		return 4 << len(texts), ok
	}
	return 0, false
}

// plainScanner reads valid JSON in ASCII without escapes.
type plainScanner struct {
	in []byte
	at int
}

// next skips spaces and returns the byte that follows.
func (s *plainScanner) next() byte {
	for s.in[s.at] == ' ' {
		s.at++
	}
	return s.in[s.at]
}

func (s *plainScanner) text() []byte {
	from := s.at + 1
	s.at = from + bytes.IndexByte(s.in[from:], '"') + 1
	return s.in[from : s.at-1]
}

// number reads a whole number of at most 15 digits.
func (s *plainScanner) number() (n uint64, ok bool) {
	s.next()
	from := s.at
	for s.in[s.at] >= '0' && s.in[s.at] <= '9' {
		s.at++
	}
	n, err := strconv.ParseUint(string(s.in[from:s.at]), 10, 64)
	c := s.in[s.at]
	return n, err == nil && s.at-from <= 15 && (c == ',' || c == '}' || c == ' ')
}

// Limits of object. Moves are far below them.
const (
	plainNames = 32
	plainDepth = 8
)

// object reads an object. It returns nil if an object in it repeats a member, or if it exceeds the limits.
func (s *plainScanner) object() []byte {
	type named struct {
		object int
		name   []byte
	}
	from, objects := s.at, 0
	names := make([]named, 0, plainNames)
	open := make([]int, 0, plainDepth) // the object at each depth; 0 for an array
	nameNext := false
	for {
		switch c := s.in[s.at]; c {
		case '{', '[':
			if len(open) == plainDepth {
				return nil
			}
			own := 0
			if nameNext = c == '{'; nameNext {
				objects++
				own = objects
			}
			open = append(open, own)
			s.at++
		case '}', ']':
			open = open[:len(open)-1]
			s.at++
			if nameNext = false; len(open) == 0 {
				return s.in[from:s.at]
			}
		case ',':
			nameNext = open[len(open)-1] > 0
			s.at++
		case '"':
			text := s.text()
			if !nameNext {
				continue
			}
			nameNext = false
			own := named{open[len(open)-1], text}
			if len(names) == plainNames || slices.ContainsFunc(names, func(n named) bool { return n.object == own.object && bytes.EqualFold(n.name, own.name) }) {
				return nil
			}
			names = append(names, own)
		default:
			s.at++
		}
	}
}
