package play

import (
	"bytes"
	"encoding/json"
	"errors"
)

// canonical returns a JSON text with sorted keys and without HTML escapes.
func canonical(raw []byte) ([]byte, error) {
	v, err := parse(raw)
	if err != nil {
		return nil, err
	}
	return encode(v), nil
}

// parse reads one JSON value. Numbers keep their notation.
func parse(raw []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if dec.More() {
		return nil, errors.New("bytes after the value")
	}
	return v, nil
}

// encode returns a parsed value as JSON, with sorted keys and without HTML escapes.
func encode(v any) []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("play: cannot encode a parsed value: " + err.Error())
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}
