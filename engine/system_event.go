package engine

import (
	"errors"
	"fmt"
	"strings"

	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// systemPrefix begins the names of system events. A title's registry must not use it.
const systemPrefix = "frame."

func isSystemEvent(name string) bool { return strings.HasPrefix(name, systemPrefix) }

// Started is the first event of every log. It describes the table, so that the hash chain covers the description.
type Started struct {
	Table         string           `json:"table"`
	Title         string           `json:"title"`
	Setup         Setup            `json:"setup"`
	Commitment    codec.Hash       `json:"commitment"`    // see Secret.CommitTo
	Contributions []string         `json:"contributions"` // hex, by seat; empty for a seat without a contribution
	Chance        int              `json:"chance"`        // ChanceVersion
	Created       int64            `json:"created"`       // milliseconds since 1970 UTC
	Names         []codec.Optional `json:"names"`         // by seat: see Secret.PersonDigest; empty for a bot
	Bots          []string         `json:"bots"`          // levels by seat; empty for a person
	Answers       []Answer         `json:"answers"`       // by seat
	Origin        *Origin          `json:"origin,omitempty"`
}

// Answer is the part of a seat's answer before the start that is not its contribution.
type Answer struct {
	Declined  bool             `json:"declined"` // the person explicitly adds nothing
	Device    chance.DeviceKey `json:"device"`
	Chain     codec.Optional   `json:"chain"` // anchor of the device's reveals
	Signature chance.Signature `json:"signature"`
}

// Enrolled adds a device to a seat: an old device of the seat signed it, or the player confirmed it in words.
type Enrolled struct {
	Seat      Seat             `json:"seat"`
	Device    chance.DeviceKey `json:"device"`
	Chain     codec.Optional   `json:"chain"`     // anchor of its reveals; empty without a chain
	By        chance.DeviceKey `json:"by"`        // the old device; empty: confirmed in words
	Signature chance.Signature `json:"signature"` // of By
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
	Seat Seat           `json:"seat"`
	Name codec.Optional `json:"name,omitzero"` // of the new person: see Secret.PersonDigest
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

// redactHandedOver is the Redaction of HandedOver: the digest of the name is for the record alone.
func redactHandedOver(e Event, _ Viewer) (any, bool) {
	h, ok := e.(HandedOver)
	return HandedOver{Seat: h.Seat}, ok
}

func (s Started) Terms() Terms {
	return Terms{Table: s.Table, Title: s.Title, Seats: s.Setup.Seats(), Options: s.Setup.Options, Origin: s.Origin}
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
		case isBot && (a != Answer{} || contributed || s.Names[seat] != codec.Optional{}),
			!isBot && (a.Declined == contributed || s.Names[seat] == codec.Optional{}),
			(a.Device == chance.DeviceKey{}) != (a.Signature == chance.Signature{}),
			a.Device == chance.DeviceKey{} && a.Chain != codec.Optional{}:
			return fmt.Errorf("the answer of seat %d is incomplete", seat)
		}
	}
	return nil
}

// SystemEventName is the name of a system event in the log; empty for the events of titles.
func SystemEventName(e Event) string { return systemEvents.Name(e) }

// systemEvents bypasses NewRegistry, which refuses their prefix.
var systemEvents = newRegistry([]EventType{
	NewEventType[Started]("frame.started", 1, Public),
	NewEventType[Forked]("frame.forked", 1, Withhold),
	NewEventType[TakenBack]("frame.taken_back", 1, Public),
	NewEventType[Left]("frame.left", 1, Public),
	NewEventType[Returned]("frame.returned", 1, Public),
	NewEventType[Agreed]("frame.agreed", 1, Public),
	NewEventType[TakenOver]("frame.taken_over", 1, Public),
	NewEventType[HandedOver]("frame.handed_over", 1, redactHandedOver),
	NewEventType[Restored]("frame.restored", 1, redactRestored),
	NewEventType[Enrolled]("frame.enrolled", 1, Public),
	NewEventType[Conceded]("frame.conceded", 1, Public),
	NewEventType[StopProposed]("frame.stop_proposed", 1, Public),
	NewEventType[StopAgreed]("frame.stop_agreed", 1, Public),
	NewEventType[StopDeclined]("frame.stop_declined", 1, Public),
	NewEventType[TableEnded]("frame.ended", 1, Public),
	NewEventType[TableClosed]("frame.closed", 1, Public),
	NewEventType[TimedOut]("frame.timed_out", 1, Public),
	NewEventType[TimeGiven]("frame.time_given", 1, Public),
	NewEventType[OutagesNoted]("frame.outages", 1, Public),
	NewEventType[PauseProposed]("frame.pause_proposed", 1, Public),
	NewEventType[PauseAgreed]("frame.pause_agreed", 1, Public),
	NewEventType[PauseDeclined]("frame.pause_declined", 1, Public),
	NewEventType[Paused]("frame.paused", 1, Public),
	NewEventType[Vacation]("frame.vacation", 1, Public),
})
