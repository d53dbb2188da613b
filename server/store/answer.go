package store

import (
	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// Answer is the answer of a seat's player to the request for a contribution to the chance of the table. The contribution itself is in Table.Contributions.
type Answer struct {
	Declined  bool             `json:"declined"`  // the player wants to contribute nothing
	Device    chance.DeviceKey `json:"device"`    // of the device that answered; zeros: it has no key
	Chain     codec.Optional   `json:"chain"`     // anchor of the device's reveals; zeros: the device reveals nothing
	Signature chance.Signature `json:"signature"` // of the answer, by Device
}

func (t Table) Terms() engine.Terms {
	options := t.Options
	if options == nil {
		options = engine.Options{}
	}
	return engine.Terms{Table: string(t.ID), Title: t.Title, Seats: len(t.Seats), Options: options, Origin: t.Origin}
}

// Commitment returns the public commitment to the table's secret. It fails if the terms have no canonical form.
func (t Table) Commitment() (codec.Hash, error) {
	return t.Terms().CommitTo(t.Secret)
}

// ContributionOf returns the contribution of a seat; nil if there is none.
func (t Table) ContributionOf(seat engine.Seat) []byte {
	if seat < 0 || int(seat) >= len(t.Contributions) {
		return nil
	}
	return t.Contributions[seat]
}

// AnswerOf returns the answer of a seat; empty if there is none.
func (t Table) AnswerOf(seat engine.Seat) Answer {
	if seat < 0 || int(seat) >= len(t.Answers) {
		return Answer{}
	}
	return t.Answers[seat]
}

// Answered reports whether the player of a seat has contributed or declined. A table starts only when every player has.
func (t Table) Answered(seat engine.Seat) bool {
	return t.Seq > 0 || len(t.ContributionOf(seat)) > 0 || t.AnswerOf(seat).Declined
}

// SetAnswer stores the answer of a seat. A nil contribution with an empty answer removes it.
func (t *Table) SetAnswer(seat engine.Seat, contribution []byte, a Answer) {
	t.Contributions = setSeat(t.Contributions, seat, contribution, contribution == nil, len(t.Seats))
	t.Answers = setSeat(t.Answers, seat, a, a == Answer{}, len(t.Seats))
}

// setSeat returns a copy of the list, by seat, with another element. An empty element makes no list longer.
func setSeat[T any](list []T, seat engine.Seat, element T, empty bool, seats int) []T {
	if int(seat) >= len(list) && empty {
		return list
	}
	longer := make([]T, max(seats, len(list)))
	copy(longer, list)
	longer[seat] = element
	return longer
}
