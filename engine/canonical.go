package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Canonical spells v as JSON in exactly one way: RFC 8785 (keys sorted by UTF-16 units, no white space, shortest
// escapes), restricted to whole numbers of at most 2^53-1 in size, which every reader holds exactly. Anything else is an error.
func Canonical(v any) ([]byte, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return canonicalBytes(raw)
}

// canonicalBytes respells a JSON text. Repeated keys and trailing bytes are errors.
func canonicalBytes(raw []byte) ([]byte, error) {
	// Once the text is known to be JSON, walking it needs no errors but our own.
	if !json.Valid(raw) {
		return nil, errors.New("canonical: not JSON")
	}
	s := speller{in: raw}
	return s.value(make([]byte, 0, len(raw)), 0)
}

// maxDepth bounds nesting: nothing here needs more, and recursion must not follow a hostile text.
const maxDepth = 32

// speller walks a valid JSON text.
type speller struct {
	in []byte
	at int
}

// peek is the next byte that is not white space.
func (s *speller) peek() byte {
	for {
		switch c := s.in[s.at]; c {
		case ' ', '\t', '\n', '\r':
			s.at++
		default:
			return c
		}
	}
}

// take is the literal that begins here, up to the next byte that ends one.
func (s *speller) take() []byte {
	from := s.at
	for s.at < len(s.in) && !ends(s.in[s.at]) {
		s.at++
	}
	return s.in[from:s.at]
}

// ends tells whether a literal is over at c.
func ends(c byte) bool {
	switch c {
	case ',', ']', '}', ' ', '\t', '\n', '\r':
		return true
	}
	return false
}

func (s *speller) value(out []byte, depth int) ([]byte, error) {
	if depth > maxDepth {
		return nil, errors.New("canonical: nested too deep")
	}
	switch s.peek() {
	case '{':
		return s.object(out, depth)
	case '[':
		return s.array(out, depth)
	case '"':
		text, err := s.text()
		return appendString(out, text), err
	case 'n', 't', 'f':
		return append(out, s.take()...), nil
	default:
		return appendWhole(out, string(s.take()))
	}
}

// text reads a string.
func (s *speller) text() (string, error) {
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
		return string(s.in[from+1 : s.at-1]), nil
	}
	var text string
	err := json.Unmarshal(s.in[from:s.at], &text)
	return text, err
}

func (s *speller) array(out []byte, depth int) ([]byte, error) {
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

func (s *speller) object(out []byte, depth int) ([]byte, error) {
	type member struct {
		key   string
		value []byte
	}
	var members []member
	s.at++
	for s.peek() != '}' {
		if s.peek() == ',' {
			s.at++
			s.peek()
		}
		key, err := s.text()
		if err != nil {
			return nil, fmt.Errorf("canonical: %w", err)
		}
		s.peek()
		s.at++ // the colon
		value, err := s.value(nil, depth+1)
		if err != nil {
			return nil, err
		}
		members = append(members, member{key, value})
	}
	s.at++
	slices.SortStableFunc(members, func(a, b member) int {
		switch {
		case lessUTF16(a.key, b.key):
			return -1
		case lessUTF16(b.key, a.key):
			return 1
		}
		return 0
	})
	out = append(out, '{')
	for i, m := range members {
		if i > 0 {
			if members[i-1].key == m.key {
				return nil, fmt.Errorf("canonical: key %q stands twice", m.key)
			}
			out = append(out, ',')
		}
		out = append(appendString(out, m.key), ':')
		out = append(out, m.value...)
	}
	return append(out, '}'), nil
}

func appendWhole(out []byte, n string) ([]byte, error) {
	const limit = 1<<53 - 1
	i, err := strconv.ParseInt(n, 10, 64)
	if err != nil || i > limit || i < -limit {
		return nil, fmt.Errorf("canonical: %s is not a whole number that every reader holds", n)
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

func lessUTF16(a, b string) bool {
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i] >= 0x80 || b[i] >= 0x80 {
			x, y := utf16.Encode([]rune(a)), utf16.Encode([]rune(b))
			for k := 0; k < len(x) && k < len(y); k++ {
				if x[k] != y[k] {
					return x[k] < y[k]
				}
			}
			return len(x) < len(y)
		}
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return len(a) < len(b)
}
