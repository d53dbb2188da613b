package toy

import (
	"encoding/json"

	"nemeton/engine/codec"
)

func (s *State) SnapshotFields() codec.SnapshotFields {
	members := codec.SnapshotFields{
		"counter": &s.counter,
		"nos":     &s.nos,
		"no":      &s.no,
		"deck":    &s.deck,
		"hands":   &s.hands,
		"picks":   &s.picks,
		"played":  &s.played,
		"slots":   &s.slots,
		"placed":  codec.Within(&s.placed, 0, tokens),
		"winner":  &s.winner,
		"points":  &s.points,
		"rounds":  codec.Within(&s.rounds, 0, s.setup.Options["rounds"]),
		"stalled": &s.stalled,
	}
	switch s.fault() {
	case ForgetsField:
		delete(members, "placed")
	case HalvesField:
		members["slots"] = (*halved)(&s.slots)
	case MapOrder:
		members["played"] = (*unordered)(&s.played)
	case RefusesState:
		members["placed"] = codec.Within(&s.placed, 0, tokens-1)
	}
	return members
}

// halved is an encoding that loses an element.
type halved [slots]int

// MarshalJSON encodes all elements but the last.
func (h halved) MarshalJSON() ([]byte, error) { return json.Marshal(h[:slots-1]) }

// unordered is an encoding whose order is that of a map.
type unordered []int

// MarshalJSON encodes the elements in any order.
func (u unordered) MarshalJSON() ([]byte, error) {
	set := map[int]bool{}
	for _, card := range u {
		set[card] = true
	}
	list := []int{}
	for card := range set {
		list = append(list, card)
	}
	return json.Marshal(list)
}
