package engine

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"nemeton/engine/codec"
)

// Do is the member "do" of a move. It names the action, if a kind of decision has moves of several types.
type Do string

// MoveTypes lists the move types of a title by kind of decision. A kind has either one type without Do, or types that
// differ by their Do:
//
//	var moves = engine.MoveTypes{
//		"bid":  {engine.MoveOf[Bid]()},
//		"turn": {engine.MoveOf[Take]("take"), engine.MoveOf[Pass]("pass")},
//	}
type MoveTypes map[string][]MoveType

// MoveType is one type of move.
type MoveType struct {
	Do   []Do // the values of its member "do"; empty: the type has no such member
	Zero Move // the zero value of the type
	// Read reads a move. Unknown or repeated members, wrong types and trailing bytes are errors. It does not check whether the move is legal.
	Read func([]byte) (Move, error)
}

// MoveOf describes the moves of type T with one of the given actions.
func MoveOf[T comparable](do ...Do) MoveType {
	var zero T
	return MoveType{Do: do, Zero: zero, Read: ParseStrict[T]}
}

func (m MoveTypes) Kinds() []string { return slices.Sorted(maps.Keys(m)) }

// Parse reads one move of a decision of the given kind; unknown kinds are errors.
func (m MoveTypes) Parse(kind string, raw []byte) (Move, error) {
	types, ok := m[kind]
	if !ok {
		return nil, fmt.Errorf("no decision of kind %q", kind)
	}
	if len(types) == 1 && len(types[0].Do) == 0 {
		return types[0].Read(raw)
	}
	do, err := doOf(raw)
	if err != nil {
		return nil, err
	}
	for _, t := range types {
		if slices.Contains(t.Do, do) {
			return t.Read(raw)
		}
	}
	return nil, fmt.Errorf("a decision of kind %q has no move %q", kind, do)
}

func doOf(raw []byte) (Do, error) {
	if do, ok := codec.CanonicalText(raw, "do"); ok {
		return Do(do), nil
	}
	var head struct {
		Do Do `json:"do"`
	}
	err := json.Unmarshal(raw, &head)
	return head.Do, err
}
