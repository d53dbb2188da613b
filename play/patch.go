package play

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// operation is one step of an RFC 6902 patch.
type operation struct {
	Op    string          `json:"op"`
	Path  string          `json:"path"`
	From  string          `json:"from"`
	Value json.RawMessage `json:"value"`
}

// applyPatch applies a patch to doc, which it modifies, and returns the result.
func applyPatch(doc any, patch []byte) (any, error) {
	var ops []operation
	if err := json.Unmarshal(patch, &ops); err != nil {
		return nil, err
	}
	for i, op := range ops {
		var err error
		if doc, err = op.apply(doc); err != nil {
			return nil, fmt.Errorf("operation %d, %s %s: %w", i, op.Op, op.Path, err)
		}
	}
	return doc, nil
}

func (o operation) apply(doc any) (any, error) {
	switch o.Op {
	case "add", "replace", "test":
		value, err := parse(o.Value)
		if err != nil {
			return nil, err
		}
		if o.Op == "test" {
			found, err := lookup(doc, o.Path)
			if err == nil && !bytes.Equal(encode(found), encode(value)) {
				err = fmt.Errorf("the value is %s", clip(string(encode(found))))
			}
			return doc, err
		}
		return edit(doc, o.Path, o.Op, value)
	case "remove":
		return edit(doc, o.Path, "remove", nil)
	case "move", "copy":
		value, err := lookup(doc, o.From)
		if err != nil {
			return nil, err
		}
		// Through bytes, because a copy must share nothing with its source.
		if value, err = parse(encode(value)); err != nil {
			return nil, err
		}
		if o.Op == "move" {
			if doc, err = edit(doc, o.From, "remove", nil); err != nil {
				return nil, err
			}
		}
		return edit(doc, o.Path, "add", value)
	default:
		return nil, errors.New("unknown operation")
	}
}

// pointerTokens splits an RFC 6901 pointer into its tokens.
func pointerTokens(path string) ([]string, error) {
	if path == "" {
		return nil, nil
	}
	if path[0] != '/' {
		return nil, fmt.Errorf("pointer %q does not begin with a slash", path)
	}
	tokens := strings.Split(path[1:], "/")
	for i, t := range tokens {
		tokens[i] = strings.ReplaceAll(strings.ReplaceAll(t, "~1", "/"), "~0", "~")
	}
	return tokens, nil
}

func lookup(doc any, path string) (any, error) {
	tokens, err := pointerTokens(path)
	if err != nil {
		return nil, err
	}
	for _, t := range tokens {
		switch in := doc.(type) {
		case map[string]any:
			value, ok := in[t]
			if !ok {
				return nil, fmt.Errorf("no member %q", t)
			}
			doc = value
		case []any:
			i, err := index(t, len(in)-1)
			if err != nil {
				return nil, err
			}
			doc = in[i]
		default:
			return nil, fmt.Errorf("nothing below %q", t)
		}
	}
	return doc, nil
}

func edit(doc any, path, op string, value any) (any, error) {
	tokens, err := pointerTokens(path)
	if err != nil {
		return nil, err
	}
	return editAt(doc, tokens, op, value)
}

func editAt(doc any, tokens []string, op string, value any) (any, error) {
	if len(tokens) == 0 {
		return value, nil
	}
	t, last := tokens[0], len(tokens) == 1
	switch in := doc.(type) {
	case map[string]any:
		below, ok := in[t]
		switch {
		case !ok && (!last || op != "add"):
			return nil, fmt.Errorf("no member %q", t)
		case last && op == "remove":
			delete(in, t)
			return in, nil
		}
		below, err := editAt(below, tokens[1:], op, value)
		in[t] = below
		return in, err
	case []any:
		if last && op == "add" {
			if t == "-" {
				return append(in, value), nil
			}
			i, err := index(t, len(in))
			if err != nil {
				return nil, err
			}
			return slices.Insert(in, i, value), nil
		}
		i, err := index(t, len(in)-1)
		if err != nil {
			return nil, err
		}
		if last && op == "remove" {
			return slices.Delete(in, i, i+1), nil
		}
		in[i], err = editAt(in[i], tokens[1:], op, value)
		return in, err
	default:
		return nil, fmt.Errorf("nothing below %q", t)
	}
}

func index(token string, highest int) (int, error) {
	i, err := strconv.Atoi(token)
	if err != nil || i < 0 || i > highest || strconv.Itoa(i) != token {
		return 0, fmt.Errorf("invalid index %q", token)
	}
	return i, nil
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
