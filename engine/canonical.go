package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sort"
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
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	out, err := respell(make([]byte, 0, len(raw)), dec, 0)
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("canonical: bytes after the value")
	}
	return out, nil
}

// maxDepth bounds nesting: nothing here needs more, and recursion must not follow a hostile text.
const maxDepth = 32

func respell(out []byte, dec *json.Decoder, depth int) ([]byte, error) {
	if depth > maxDepth {
		return nil, errors.New("canonical: nested too deep")
	}
	tok, err := dec.Token()
	if err != nil {
		return nil, fmt.Errorf("canonical: %w", err)
	}
	switch t := tok.(type) {
	case nil:
		return append(out, "null"...), nil
	case bool:
		return strconv.AppendBool(out, t), nil
	case string:
		return appendString(out, t), nil
	case json.Number:
		return appendWhole(out, t)
	case json.Delim:
		if t == '[' {
			return respellArray(out, dec, depth)
		}
		return respellObject(out, dec, depth)
	default:
		return nil, fmt.Errorf("canonical: unexpected %T", tok)
	}
}

func respellArray(out []byte, dec *json.Decoder, depth int) ([]byte, error) {
	out = append(out, '[')
	for n := 0; dec.More(); n++ {
		if n > 0 {
			out = append(out, ',')
		}
		var err error
		if out, err = respell(out, dec, depth+1); err != nil {
			return nil, err
		}
	}
	_, err := dec.Token()
	return append(out, ']'), err
}

func respellObject(out []byte, dec *json.Decoder, depth int) ([]byte, error) {
	type member struct {
		key   string
		value []byte
	}
	var members []member
	for dec.More() {
		tok, err := dec.Token()
		if err != nil {
			return nil, fmt.Errorf("canonical: %w", err)
		}
		key, ok := tok.(string)
		if !ok {
			return nil, fmt.Errorf("canonical: a key is %T", tok)
		}
		value, err := respell(nil, dec, depth+1)
		if err != nil {
			return nil, err
		}
		members = append(members, member{key, value})
	}
	if _, err := dec.Token(); err != nil {
		return nil, fmt.Errorf("canonical: %w", err)
	}
	sort.SliceStable(members, func(i, j int) bool { return lessUTF16(members[i].key, members[j].key) })
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

func appendWhole(out []byte, n json.Number) ([]byte, error) {
	const limit = 1<<53 - 1
	i, err := strconv.ParseInt(n.String(), 10, 64)
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
