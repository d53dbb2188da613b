package wire

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Unambiguous reports whether every reader of a JSON text gets the same values. It reports false if the text is not valid UTF-8, or if an
// object repeats a member: readers differ in the one that they take. Names that differ only by case count as the same member, because
// encoding/json does not distinguish them. The result is meaningless for a text that is not JSON.
func Unambiguous(text []byte) bool { return utf8.Valid(text) && !repeatsMember(text) }

func repeatsMember(text []byte) bool {
	type object map[string]bool // the members so far; nil for an array and for an object without members
	var open []object
	var inObject []bool
	nameNext := false // the next string is the name of a member
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '[':
			nameNext = text[i] == '{'
			open, inObject = append(open, nil), append(inObject, nameNext)
		case '}', ']':
			nameNext = false
			open, inObject = open[:max(0, len(open)-1)], inObject[:max(0, len(inObject)-1)]
		case ',':
			nameNext = len(inObject) > 0 && inObject[len(inObject)-1]
		case '"':
			end := stringEnd(text, i)
			if nameNext {
				name := foldedName(text[i:end])
				members := &open[len(open)-1]
				if (*members)[name] {
					return true
				}
				if *members == nil {
					*members = object{}
				}
				(*members)[name] = true
			}
			nameNext = false
			i = end - 1
		}
	}
	return false
}

func stringEnd(text []byte, begin int) int {
	for i := begin + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// foldedName decodes the name of a member and folds its case as encoding/json does.
func foldedName(quoted []byte) string {
	var name string
	if bytes.IndexByte(quoted, '\\') < 0 {
		name = string(bytes.Trim(quoted, `"`))
	} else if json.Unmarshal(quoted, &name) != nil {
		return string(quoted)
	}
	return strings.Map(func(r rune) rune {
		for {
			next := unicode.SimpleFold(r)
			if next <= r {
				return next
			}
			r = next
		}
	}, name)
}
