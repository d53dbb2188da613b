package toy

import (
	"slices"

	"nemeton/engine"
)

// Dealt is the deck at the start, the top last, and the hands by seat. Nobody receives it in full.
type Dealt struct {
	Deck  []int   `json:"deck"`
	Hands [][]int `json:"hands"`
}

// DealtTo is the form of Dealt that one viewer receives.
type DealtTo struct {
	Hand []int `json:"hand"` // nil for spectators
	Deck int   `json:"deck"` // number of cards
}

// Redealt is the deck of a fork, the top last. Nobody receives it.
type Redealt struct {
	Deck []int `json:"deck"`
}

// Picked is a secret choice.
type Picked struct {
	Seat engine.Seat `json:"seat"`
	Card int         `json:"card"`
}

// SeatOnly is the form of a secret event that other seats receive.
type SeatOnly struct {
	Seat engine.Seat `json:"seat"`
}

// Revealed reveals all picks, by seat.
type Revealed struct {
	Cards  []int       `json:"cards"`
	Winner engine.Seat `json:"winner"`
}

// Placed is a token put on a slot.
type Placed struct {
	Seat engine.Seat `json:"seat"`
	Slot int         `json:"slot"`
	Peek int         `json:"peek,omitempty"` // set by a fault
}

// Rolled is a roll of the die instead of tokens.
type Rolled struct {
	Seat engine.Seat `json:"seat"`
	Pips int         `json:"pips"`
}

// Drawn is a card drawn from the top of the deck.
type Drawn struct {
	Seat engine.Seat `json:"seat"`
	Card int         `json:"card"`
}

// RoundEnded ends a round. Version 1 had no Last and counted rounds itself.
type RoundEnded struct {
	Last bool `json:"last"`
}

// Noted is empty; only a fault emits it.
type Noted struct{}

// roundEndedV1 is the stored form of RoundEnded in version 1.
type roundEndedV1 struct {
	Left int `json:"left"`
}

func (t Title) Registry() *engine.Registry {
	picked := engine.ToSeat(
		func(e Picked) engine.Seat { return e.Seat },
		func(e Picked) any { return SeatOnly{e.Seat} })
	drawn := engine.ToSeat(
		func(e Drawn) engine.Seat { return e.Seat },
		func(e Drawn) any { return SeatOnly{e.Seat} })
	if t.fault == EventLeaks {
		picked = engine.Public
	}
	if t.fault == NoRule {
		drawn = nil
	}
	ended := engine.NewEventType[RoundEnded]("round_ended", 2, engine.Public)
	if t.fault != OldUnread {
		ended = engine.Older(ended, 1, func(old roundEndedV1) RoundEnded { return RoundEnded{Last: old.Left == 0} })
	}
	placed := engine.NewEventType[Placed]("placed", 1, engine.Public)
	if t.fault == LosesField {
		placed = engine.NewEventType[forgetful]("placed", 1, engine.Public)
	}
	dealt := engine.Redaction(dealtTo)
	if t.fault == StartLeaks {
		dealt = engine.Public
	}
	redealt := engine.Redaction(engine.Withhold)
	if t.fault == RedealTells {
		redealt = engine.Public
	}
	types := []engine.EventType{
		engine.NewEventType[Dealt]("dealt", 1, dealt),
		engine.NewEventType[Redealt]("redealt", 1, redealt),
		engine.NewEventType[Picked]("picked", 1, picked),
		engine.NewEventType[Revealed]("revealed", 1, engine.Public).Revealing("picks are shown when all have picked"),
		placed,
		engine.NewEventType[Rolled]("rolled", 1, engine.Public),
		engine.NewEventType[Drawn]("drawn", 1, drawn).Revealing("who draws a card sees it"),
		ended,
	}
	if t.fault == CountLeaks {
		types = append(types, engine.NewEventType[Noted]("noted", 1, engine.Public))
	}
	return engine.NewRegistry(types...)
}

func dealtTo(e engine.Event, v engine.Viewer) (any, bool) {
	dealt := e.(Dealt)
	redacted := DealtTo{Deck: len(dealt.Deck)}
	if s, ok := v.Seat(); ok {
		redacted.Hand = slices.Sorted(slices.Values(dealt.Hands[s]))
	}
	return redacted, true
}

// forgetful is Placed without an encoded slot, for the fault LosesField.
type forgetful struct {
	Seat engine.Seat `json:"seat"`
	Slot int         `json:"-"`
}
