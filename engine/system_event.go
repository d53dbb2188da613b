package engine

import "strings"

// The frame's own events. A title's registry may not use their prefix.
const systemPrefix = "frame."

func isSystemEvent(name string) bool { return strings.HasPrefix(name, systemPrefix) }

// Started opens every log: what the table is, so that the chain covers it.
type Started struct {
	Table         string   `json:"table"`
	Title         string   `json:"title"`
	Setup         Setup    `json:"setup"`
	Commitment    Hash     `json:"commitment"`    // SHA-256 of the secret
	Contributions []string `json:"contributions"` // hex, by seat; empty where nobody contributed
}

// TakenBack makes the fold restore the state after entry To; seq goes on.
type TakenBack struct {
	Seat Seat `json:"seat"`
	To   Seq  `json:"to"`
}

// Left says that a seat's player went away for now; the seat stays theirs.
type Left struct {
	Seat Seat `json:"seat"`
}

// Returned says that a player who left is back.
type Returned struct {
	Seat Seat `json:"seat"`
}

// Agreed says that a seat's player agrees to let a bot play another seat, whose player keeps them waiting.
type Agreed struct {
	Seat Seat `json:"seat"`
	To   Seat `json:"to"` // the seat that the bot shall play
}

// TakenOver says that a bot plays a seat until its player returns.
type TakenOver struct {
	Seat  Seat   `json:"seat"`
	Level string `json:"level"` // of the bot
}

// HandedOver says that somebody else sits on a seat from here on. Who that is, no log tells.
type HandedOver struct {
	Seat Seat `json:"seat"`
}

// EventName implements Event.
func (Started) EventName() string { return systemPrefix + "started" }

// EventName implements Event.
func (TakenBack) EventName() string { return systemPrefix + "taken_back" }

// EventName implements Event.
func (Left) EventName() string { return systemPrefix + "left" }

// EventName implements Event.
func (Returned) EventName() string { return systemPrefix + "returned" }

// EventName implements Event.
func (Agreed) EventName() string { return systemPrefix + "agreed" }

// EventName implements Event.
func (TakenOver) EventName() string { return systemPrefix + "taken_over" }

// EventName implements Event.
func (HandedOver) EventName() string { return systemPrefix + "handed_over" }

// systemRegistry lists the frame's event types; it bypasses NewRegistry, which keeps titles off the prefix.
func systemRegistry() *Registry {
	r := &Registry{types: map[string]EventType{}}
	for _, t := range []EventType{
		NewEventType[Started](1, Public),
		NewEventType[TakenBack](1, Public),
		NewEventType[Left](1, Public),
		NewEventType[Returned](1, Public),
		NewEventType[Agreed](1, Public),
		NewEventType[TakenOver](1, Public),
		NewEventType[HandedOver](1, Public),
	} {
		r.types[t.Name] = t
	}
	return r
}
