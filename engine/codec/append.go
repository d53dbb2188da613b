// Package codec is the encodings of logs and snapshots: canonical JSON (RFC 8785), written and read without reflection where it is hot.
package codec

import (
	"encoding/json"
	"slices"
	"unicode/utf8"
)

// JSONAppender is a value that appends the bytes that encoding/json writes for it, without reflection. `make generate` writes the method for the
// types of the catalog that are sent to viewers. Other types are encoded by reflection, with the same bytes.
type JSONAppender interface{ AppendJSON(b []byte) []byte }

// CanonicalAppender is a value that appends its canonical bytes, as JSONAppender does for the types that are stored.
type CanonicalAppender interface{ AppendCanonical(b []byte) []byte }

// AppendJSON appends the bytes that encoding/json writes for v. On an error it returns b as it was.
func AppendJSON(b []byte, v any) ([]byte, error) {
	if a, ok := v.(JSONAppender); ok {
		return a.AppendJSON(b), nil
	}
	raw, err := json.Marshal(v)
	return append(b, raw...), err
}

// AppendText appends a string as encoding/json writes it.
func AppendText(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			raw, _ := json.Marshal(s) // a string can always be encoded
			return append(b, raw...)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

// AppendCanonicalText appends a string as Canonical writes it.
func AppendCanonicalText(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			return appendString(b, s) // ranging over the string replaces invalid bytes, as encoding/json does
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

// AppendName appends the name of a value of an enumeration. It must need no escapes.
func AppendName(b []byte, name string) []byte {
	return append(append(append(b, '"'), name...), '"')
}

// AppendHex appends lower-case hex in quotes; an empty text for zeros if optional.
func AppendHex(b, value []byte, optional bool) []byte {
	const digits = "0123456789abcdef"
	b = append(b, '"')
	if !optional || slices.ContainsFunc(value, func(c byte) bool { return c != 0 }) {
		for _, c := range value {
			b = append(b, digits[c>>4], digits[c&15])
		}
	}
	return append(b, '"')
}
