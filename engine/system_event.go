package engine

import "strings"

// systemPrefix begins the names of system events. A title's registry must not use it.
const systemPrefix = "frame."

func isSystemEvent(name string) bool { return strings.HasPrefix(name, systemPrefix) }

// Started is the first event of every log. It describes the table, so that the hash chain covers the description.
type Started struct {
	Table         string   `json:"table"`
	Title         string   `json:"title"`
	Setup         Setup    `json:"setup"`
	Commitment    Hash     `json:"commitment"`    // SHA-256 of the secret
	Contributions []string `json:"contributions"` // hex, by seat; empty for a seat without a contribution
}

// TakenBack makes the fold restore the state after entry To. Seq goes on.
type TakenBack struct {
	Seat Seat `json:"seat"`
	To   Seq  `json:"to"`
}

// Left means that a seat's player left for now; the seat stays theirs.
type Left struct {
	Seat Seat `json:"seat"`
}

// Returned means that a player who left is back.
type Returned struct {
	Seat Seat `json:"seat"`
}

// Agreed means that the player of Seat agrees to let a bot play seat To.
type Agreed struct {
	Seat Seat `json:"seat"`
	To   Seat `json:"to"` // the seat that the bot shall play
}

// TakenOver means that a bot plays a seat until its player returns.
type TakenOver struct {
	Seat  Seat   `json:"seat"`
	Level string `json:"level"` // of the bot
}

// HandedOver means that another person plays the seat from now on. The log does not record their identity.
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

// systemRegistry lists the system events. It bypasses NewRegistry, which refuses their prefix.
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
		NewEventType[Restored](1, redactRestored),
	} {
		r.types[t.Name] = t
	}
	return r
}
