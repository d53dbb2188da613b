package engine

import (
	"errors"
	"fmt"
	"strings"
)

// systemPrefix begins the names of system events. A title's registry must not use it.
const systemPrefix = "frame."

func isSystemEvent(name string) bool { return strings.HasPrefix(name, systemPrefix) }

// Started is the first event of every log. It describes the table, so that the hash chain covers the description.
type Started struct {
	Table         string     `json:"table"`
	Title         string     `json:"title"`
	Setup         Setup      `json:"setup"`
	Commitment    Hash       `json:"commitment"`    // see Secret.CommitTo
	Contributions []string   `json:"contributions"` // hex, by seat; empty for a seat without a contribution
	Chance        int        `json:"chance"`        // ChanceVersion
	Created       int64      `json:"created"`       // milliseconds since 1970 UTC
	Names         []Optional `json:"names"`         // by seat: see Secret.PersonDigest; empty for a bot
	Bots          []string   `json:"bots"`          // levels by seat; empty for a person
	Answers       []Answer   `json:"answers"`       // by seat
}

// Answer is the part of a seat's answer before the start that is not its contribution.
type Answer struct {
	Declined  bool      `json:"declined"` // the person explicitly adds nothing
	Device    DeviceKey `json:"device"`
	Chain     Optional  `json:"chain"` // anchor of the device's reveals
	Signature Signature `json:"signature"`
}

// Enrolled adds a device to a seat: an old device of the seat signed it, or the player confirmed it in words.
type Enrolled struct {
	Seat      Seat      `json:"seat"`
	Device    DeviceKey `json:"device"`
	Chain     Optional  `json:"chain"`     // anchor of its reveals; empty without a chain
	By        DeviceKey `json:"by"`        // the old device; empty: confirmed in words
	Signature Signature `json:"signature"` // of By
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
	Seat Seat     `json:"seat"`
	Name Optional `json:"name,omitzero"` // of the new person: see Secret.PersonDigest
}

// Conceded means that the person of a seat gave up for good.
type Conceded struct {
	Seat  Seat   `json:"seat"`
	Level string `json:"level"` // of the bot that plays the seat to the end; empty if the table ends
}

// StopProposed means that the person of a seat wants to stop the game for all. The seq of its entry names the proposal.
type StopProposed struct {
	Seat Seat `json:"seat"`
}

// StopAgreed means that the person of a seat agrees to a proposal to stop.
type StopAgreed struct {
	Seat     Seat `json:"seat"`
	Proposal Seq  `json:"proposal"`
}

// StopDeclined ends a proposal: the person of a seat declines it, or the proposer withdraws it.
type StopDeclined struct {
	Seat     Seat `json:"seat"`
	Proposal Seq  `json:"proposal"`
}

// TableEnded means that the table ended before its game did.
type TableEnded struct {
	By Ended `json:"by"`
	// People are the seats of the persons who agreed; after a concession, those of the persons who have not conceded.
	People []Seat `json:"people"`
}

// TableClosed means that the operator of the server ended the table for good. It is the only event of its entry. It is no reason of TableEnded, because
// older programs must see that a newer one continued the table.
type TableClosed struct{}

// EventName implements Event.
func (TableClosed) EventName() string { return systemPrefix + "closed" }

// EventName implements Event.
func (Conceded) EventName() string { return systemPrefix + "conceded" }

// EventName implements Event.
func (StopProposed) EventName() string { return systemPrefix + "stop_proposed" }

// EventName implements Event.
func (StopAgreed) EventName() string { return systemPrefix + "stop_agreed" }

// EventName implements Event.
func (StopDeclined) EventName() string { return systemPrefix + "stop_declined" }

// EventName implements Event.
func (TableEnded) EventName() string { return systemPrefix + "ended" }

// EventName implements Event.
func (Enrolled) EventName() string { return systemPrefix + "enrolled" }

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

// redactHandedOver is the Redaction of HandedOver: the digest of the name is for the record alone.
func redactHandedOver(e Event, _ Viewer) (any, bool) {
	h, ok := e.(HandedOver)
	return HandedOver{Seat: h.Seat}, ok
}

// EventName implements Event.
func (HandedOver) EventName() string { return systemPrefix + "handed_over" }

// Terms are the parts of the table that its commitment covers.
func (s Started) Terms() Terms {
	return Terms{Table: s.Table, Title: s.Title, Seats: s.Setup.Seats(), Options: s.Setup.Options}
}

// answer is the answer of a seat; zero if it gave none.
func (s Started) answer(seat Seat) Answer {
	if int(seat) >= len(s.Answers) {
		return Answer{}
	}
	return s.Answers[seat]
}

// bot is the level of the bot that has the seat; empty for a person.
func (s Started) bot(seat Seat) string {
	if seat < 0 || int(seat) >= len(s.Bots) {
		return ""
	}
	return s.Bots[seat]
}

// CheckChance checks the version of chance and its members. Signatures are not checked.
func (s Started) CheckChance() error {
	seats := s.Setup.Seats()
	switch {
	case s.Chance != ChanceVersion:
		return fmt.Errorf("chance version %d is unknown", s.Chance)
	case len(s.Names) != seats || len(s.Bots) != seats || len(s.Answers) != seats || len(s.Contributions) != seats:
		return errors.New("a start without names, bots, answers and contributions of all seats")
	}
	for seat, a := range s.Answers {
		isBot, contributed := s.Bots[seat] != "", s.Contributions[seat] != ""
		switch {
		case isBot && (a != Answer{} || contributed || s.Names[seat] != Optional{}),
			!isBot && (a.Declined == contributed || s.Names[seat] == Optional{}),
			(a.Device == DeviceKey{}) != (a.Signature == Signature{}),
			a.Device == DeviceKey{} && a.Chain != Optional{}:
			return fmt.Errorf("the answer of seat %d is incomplete", seat)
		}
	}
	return nil
}

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
		NewEventType[HandedOver](1, redactHandedOver),
		NewEventType[Restored](1, redactRestored),
		NewEventType[Enrolled](1, Public),
		NewEventType[Conceded](1, Public),
		NewEventType[StopProposed](1, Public),
		NewEventType[StopAgreed](1, Public),
		NewEventType[StopDeclined](1, Public),
		NewEventType[TableEnded](1, Public),
		NewEventType[TableClosed](1, Public),
		NewEventType[TimedOut](1, Public),
		NewEventType[TimeGiven](1, Public),
		NewEventType[OutagesNoted](1, Public),
		NewEventType[PauseProposed](1, Public),
		NewEventType[PauseAgreed](1, Public),
		NewEventType[PauseDeclined](1, Public),
		NewEventType[Paused](1, Public),
		NewEventType[Vacation](1, Public),
	} {
		r.types[t.Name] = t
	}
	return r
}
