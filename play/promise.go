package play

import (
	"fmt"
	"strings"
)

// Promise is one promise of the protocol, in words.
type Promise string

// The promises that are checked.
const (
	AnswersAsDocumented Promise = "requests and sockets answer as the protocol says"
	ReachesTheServer    Promise = "the server is reachable"
	MessagesAreKnown    Promise = "each message is one JSON object with a known tag"
	UpdatesInOrder      Promise = "updates arrive in order, one for each seq, without gaps"
	UpdatesComeInTime   Promise = "every viewer receives an update for every entry, in time"
	FirstMessageFits    Promise = "the first message is a snapshot, or with since the next update"
	FirstIsFull         Promise = "patches are sent only on request, and never first"
	PatchFits           Promise = "a patch, or the steps and then the patch, apply to the state that was sent last"
	SameForAll          Promise = "a viewer receives the same content for one seq from every source"
	MovesAreOwn         Promise = "a viewer's own decisions list their moves, and no others do"
	DecisionsAreOpen    Promise = "at least one decision while the table runs, none when it is finished"
	DecisionIDsAreNew   Promise = "a decision id is never used again for another decision"
	DecisionsArePublic  Promise = "all viewers see the same open decisions"
	ListedIsAccepted    Promise = "a listed move of an open decision is accepted"
	RefusedByCode       Promise = "illegal commands and requests are refused with the documented code"
	AppliedOnce         Promise = "a repeated command gets the same answer and is applied once"
	ResultsAreAwaited   Promise = "only the sender receives a result, one for each command"
	AckIsDurable        Promise = "an acknowledged command is in the log at its seq"
	LogIsComplete       Promise = "the log covers every seq once, in order"
	OutcomeIsSane       Promise = "a finished table has winners among its seats, and a score for each seat"
	PresenceIsTrue      Promise = "presence lists the seats with open sockets"
	ClocksAreTrue       Promise = "all viewers get the same clocks, which run for the seats that owe a decision and lose the time that passed"
	TablesAreTrue       Promise = "the description of a table is correct"
	PrivateIsPrivate    Promise = "only players and holders of the invite see a private table"
	ExportIsComplete    Promise = "the export of a finished table holds the whole log with a valid chain and digest"
	CommitmentStays     Promise = "the commitment of a table never changes, and its record reveals the secret to it"
	HeadsAgree          Promise = "all viewers get one head for each seq, and the record has the same one"
	AnswersAreKept      Promise = "the record has every player's contribution or declining, as it was signed"
	RevealsAreKept      Promise = "the record has every accepted reveal with its command and signature, as they were sent"
	VoidsAreCounted     Promise = "the record counts the reveals of refused commands"
)

// Broken is the error of a broken promise.
type Broken struct {
	Promise Promise `json:"promise"`
	Table   string  `json:"table"`  // id; empty before the table exists
	Seq     int     `json:"seq"`    // the last seq involved; 0 if there is none
	Viewer  string  `json:"who"`    // the viewer or caller that noticed, such as "seat 1"
	Detail  string  `json:"detail"` // the observation
}

func (b *Broken) Error() string {
	var s strings.Builder
	fmt.Fprintf(&s, "broken promise: %s\n", b.Promise)
	if b.Table != "" {
		fmt.Fprintf(&s, "  table   %s\n", b.Table)
	}
	if b.Seq > 0 {
		fmt.Fprintf(&s, "  seq     %d\n", b.Seq)
	}
	if b.Viewer != "" {
		fmt.Fprintf(&s, "  seen by %s\n", b.Viewer)
	}
	fmt.Fprintf(&s, "  detail  %s", b.Detail)
	return s.String()
}

// clip shortens a long quotation.
func clip(s string) string {
	const limit = 400
	if len(s) <= limit {
		return s
	}
	return s[:limit] + fmt.Sprintf(" ... (%d bytes)", len(s))
}
