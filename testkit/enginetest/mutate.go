package enginetest

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"nemeton/engine/codec"
)

// malformed are texts that must not be read as a move: variations of a good move, and others.
func malformed(good []byte) [][]byte {
	list := [][]byte{
		nil, []byte("{"), []byte("null"), []byte("[]"), []byte("0"), []byte(`"x"`), []byte("\x00"), []byte(`{"a":`),
		[]byte(strings.Repeat("[", 5_000)),
		append(slices.Clone(good), '{'),
		append(slices.Clone(good), good...),
	}
	body := bytes.TrimPrefix(good, []byte("{"))
	if len(body) == len(good) {
		return list
	}
	strange := `{"noSuchMember":1`
	if len(body) > 1 {
		strange += ","
		// the first member twice
		var members map[string]json.RawMessage
		if json.Unmarshal(good, &members) == nil {
			for _, key := range sortedKeys(members) {
				again := append([]byte(`{`), encode(key)...)
				again = append(append(append(again, ':'), members[key]...), ',')
				list = append(list, append(again, body...))
				// a name in another letter case is another name
				if upper := strings.ToUpper(key); upper != key {
					list = append(list, bytes.Replace(good, encode(key), encode(upper), 1))
				}
			}
		}
	}
	return append(list, append([]byte(strange), body...))
}

// mutated are well-formed variations of a move, in canonical form: one member changed, of another type, or missing.
// Some can be legal moves.
func mutated(good []byte) [][]byte {
	var members map[string]any
	if json.Unmarshal(good, &members) != nil {
		return nil
	}
	var list [][]byte
	add := func() {
		if raw, err := codec.Canonical(members); err == nil {
			list = append(list, raw)
		}
	}
	for _, key := range sortedKeys(members) {
		was := members[key]
		for _, other := range variations(was) {
			members[key] = other
			add()
		}
		delete(members, key)
		add()
		members[key] = was
	}
	return list
}

func variations(v any) []any {
	list := []any{nil, []any{}, map[string]any{}, true, "", "no such word", -1, 1 << 40}
	if n, ok := v.(float64); ok {
		list = append(list, n-1, n+1, n+100, 300, 65536)
	}
	return list
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
