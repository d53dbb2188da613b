package codec

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Canonical encodes v as JSON in exactly one way, so that equal values have equal hashes. The encoding is RFC 8785:
// keys sorted by UTF-16 units, no white space, shortest escapes. Numbers are whole and at most 2^53-1 in size, because
// every JSON reader holds those exactly. All other values are errors.
func Canonical(v any) ([]byte, error) {
	if a, ok := v.(CanonicalAppender); ok {
		return a.AppendCanonical(make([]byte, 0, 128)), nil
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return Reencode(raw)
}

// Reencode brings a valid JSON text into canonical form. It does not check the syntax. Repeated keys are errors.
func Reencode(raw []byte) ([]byte, error) {
	s := canonicalEncoder{in: raw}
	return s.value(make([]byte, 0, len(raw)), 0)
}

// maxDepth is the limit of nesting. It bounds the recursion on input from a client; the engine's own types need less.
const maxDepth = 32

type canonicalEncoder struct {
	in      []byte
	at      int
	members []member // of the objects that are open, those of the innermost last
	sorted  []byte   // scratch buffer of reorder
}

type member struct {
	key      []byte // unescaped
	from, to int    // range of the output that holds key and value
}

// peek skips white space and returns the next byte without consuming it.
func (s *canonicalEncoder) peek() byte {
	for {
		switch c := s.in[s.at]; c {
		case ' ', '\t', '\n', '\r':
			s.at++
		default:
			return c
		}
	}
}

// take consumes and returns the literal at the current position.
func (s *canonicalEncoder) take() []byte {
	from := s.at
	for s.at < len(s.in) && !ends(s.in[s.at]) {
		s.at++
	}
	return s.in[from:s.at]
}

func ends(c byte) bool {
	switch c {
	case ',', ']', '}', ' ', '\t', '\n', '\r':
		return true
	}
	return false
}

func (s *canonicalEncoder) value(out []byte, depth int) ([]byte, error) {
	if depth > maxDepth {
		return nil, errors.New("canonical: nested too deeply")
	}
	switch s.peek() {
	case '{':
		return s.object(out, depth)
	case '[':
		return s.array(out, depth)
	case '"':
		_, out, err := s.text(out)
		return out, err
	case 'n', 't', 'f':
		return append(out, s.take()...), nil
	default:
		return appendWhole(out, s.take())
	}
}

// text consumes a string. It returns the string unescaped, and out with its encoding appended.
func (s *canonicalEncoder) text(out []byte) (text, encoded []byte, err error) {
	from, plain := s.at, true
	for s.at++; s.in[s.at] != '"'; s.at++ {
		if c := s.in[s.at]; c == '\\' {
			s.at++
			plain = false
		} else if c >= utf8.RuneSelf {
			plain = false
		}
	}
	s.at++
	if plain {
		return s.in[from+1 : s.at-1], append(out, s.in[from:s.at]...), nil
	}
	var read string
	if err := json.Unmarshal(s.in[from:s.at], &read); err != nil {
		return nil, nil, fmt.Errorf("canonical: %w", err)
	}
	return []byte(read), appendString(out, read), nil
}

func (s *canonicalEncoder) array(out []byte, depth int) ([]byte, error) {
	out = append(out, '[')
	s.at++
	for s.peek() != ']' {
		if s.peek() == ',' {
			s.at++
			out = append(out, ',')
		}
		var err error
		if out, err = s.value(out, depth+1); err != nil {
			return nil, err
		}
	}
	s.at++
	return append(out, ']'), nil
}

func (s *canonicalEncoder) object(out []byte, depth int) ([]byte, error) {
	out = append(out, '{')
	begin, outer := len(out), len(s.members)
	s.at++
	for s.peek() != '}' {
		if s.peek() == ',' {
			s.at++
			s.peek()
			out = append(out, ',')
		}
		from := len(out)
		key, encoded, err := s.text(out)
		if err != nil {
			return nil, err
		}
		s.peek()
		s.at++ // the colon
		if out, err = s.value(append(encoded, ':'), depth+1); err != nil {
			return nil, err
		}
		s.members = append(s.members, member{key, from, len(out)})
	}
	s.at++
	members := s.members[outer:]
	s.members = s.members[:outer]
	if !slices.IsSortedFunc(members, byKey) { // most objects arrive sorted
		slices.SortFunc(members, byKey)
		out = s.reorder(out, begin, members)
	}
	for i, m := range members[min(1, len(members)):] {
		if bytes.Equal(members[i].key, m.key) {
			return nil, fmt.Errorf("canonical: key %q occurs twice", m.key)
		}
	}
	return append(out, '}'), nil
}

func (s *canonicalEncoder) reorder(out []byte, begin int, members []member) []byte {
	s.sorted = s.sorted[:0]
	for i, m := range members {
		if i > 0 {
			s.sorted = append(s.sorted, ',')
		}
		s.sorted = append(s.sorted, out[m.from:m.to]...)
	}
	return append(out[:begin], s.sorted...)
}

func appendWhole(out, n []byte) ([]byte, error) {
	const limit = 1<<53 - 1
	i, err := strconv.ParseInt(string(n), 10, 64)
	if err != nil || i > limit || i < -limit {
		return nil, fmt.Errorf("canonical: %s is not a whole number of at most 2^53-1", n)
	}
	return strconv.AppendInt(out, i, 10), nil
}

func appendString(out []byte, s string) []byte {
	const hex = "0123456789abcdef"
	out = append(out, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			out = append(out, '\\', byte(r))
		case r >= 0x20:
			out = utf8.AppendRune(out, r)
		case r == '\b':
			out = append(out, `\b`...)
		case r == '\t':
			out = append(out, `\t`...)
		case r == '\n':
			out = append(out, `\n`...)
		case r == '\f':
			out = append(out, `\f`...)
		case r == '\r':
			out = append(out, `\r`...)
		default:
			out = append(out, `\u00`...)
			out = append(out, hex[r>>4], hex[r&15])
		}
	}
	return append(out, '"')
}

// byKey orders members by the UTF-16 units of their keys.
func byKey(a, b member) int {
	for i := 0; i < len(a.key) && i < len(b.key); i++ {
		if a.key[i] >= utf8.RuneSelf || b.key[i] >= utf8.RuneSelf {
			return slices.Compare(utf16.Encode([]rune(string(a.key))), utf16.Encode([]rune(string(b.key))))
		}
		if a.key[i] != b.key[i] {
			return cmp.Compare(a.key[i], b.key[i])
		}
	}
	return cmp.Compare(len(a.key), len(b.key))
}
