package traffic

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// decisions is the list of open decisions, updated by whole lists or by patches. It ignores all other parts of a patch.
type decisions struct{ list any }

func (d *decisions) isEmpty() bool {
	list, ok := d.list.([]any)
	return ok && len(list) == 0
}

// nextOwn returns the first decision with moves other than the one that was answered already; an empty id if there is none.
func (d *decisions) nextOwn(answered string) (id string, moves []any) {
	list, _ := d.list.([]any)
	for _, one := range list {
		fields, _ := one.(map[string]any)
		id, _ := fields["id"].(string)
		moves, _ := fields["moves"].([]any)
		if len(moves) > 0 && id != answered {
			return id, moves
		}
	}
	return "", nil
}

func (d *decisions) replace(raw json.RawMessage) error { return json.Unmarshal(raw, &d.list) }

// update applies a whole list or a patch.
func (d *decisions) update(whole, patch json.RawMessage) error {
	if whole != nil {
		d.list = nil
		return d.replace(whole)
	}
	if patch == nil {
		return errNoDecisions
	}
	var failed error
	err := items(patch, func(step []byte) {
		var op, path string
		var value json.RawMessage
		err := members(step, func(name, raw []byte) {
			switch text := string(bytes.Trim(raw, `"`)); string(name) {
			case "op":
				op = text
			case "path":
				path = text
			case "value":
				value = raw
			}
		})
		if err == nil {
			err = d.apply(op, path, value)
		}
		failed = errors.Join(failed, err)
	})
	return errors.Join(err, failed)
}

// apply applies one step of a patch.
func (d *decisions) apply(op, path string, raw json.RawMessage) error {
	below, ok := strings.CutPrefix(path, "/decisions")
	if !ok {
		return nil
	}
	var value any
	if op != "remove" {
		if err := json.Unmarshal(raw, &value); err != nil {
			return err
		}
	}
	var err error
	if d.list, err = edit(d.list, tokens(below), op, value); err != nil {
		return fmt.Errorf("%s %s: %w", op, path, err)
	}
	return nil
}

// tokens splits an RFC 6901 pointer.
func tokens(path string) []string {
	if path == "" {
		return nil
	}
	list := strings.Split(path[1:], "/")
	for i, t := range list {
		list[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(t)
	}
	return list
}

// edit applies add, replace or remove below doc and returns the result.
func edit(doc any, path []string, op string, value any) (any, error) {
	if len(path) == 0 {
		return value, nil
	}
	switch at := doc.(type) {
	case map[string]any:
		if len(path) == 1 && op == "remove" {
			delete(at, path[0])
			return at, nil
		}
		below, err := edit(at[path[0]], path[1:], op, value)
		at[path[0]] = below
		return at, err
	case []any:
		return editList(at, path, op, value)
	default:
		return nil, fmt.Errorf("nothing is at %q", path[0])
	}
}

func editList(list []any, path []string, op string, value any) (any, error) {
	n := len(list)
	if path[0] != "-" {
		var err error
		if n, err = strconv.Atoi(path[0]); err != nil {
			return nil, err
		}
	}
	last := len(path) == 1
	switch {
	case last && op == "add" && n >= 0 && n <= len(list):
		return slices.Insert(list, n, value), nil
	case n < 0 || n >= len(list):
		return nil, fmt.Errorf("there is no place %d in a list of %d", n, len(list))
	case last && op == "remove":
		return slices.Delete(list, n, n+1), nil
	}
	below, err := edit(list[n], path[1:], op, value)
	list[n] = below
	return list, err
}
