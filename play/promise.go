package play

import (
	"fmt"
	"strings"
)

// Promise is one promise of the protocol, in words.
type Promise string

// The promises that are checked.
const (
	AnswersAsDocumented Promise = "calls answer as the protocol says"
	ReachesTheServer    Promise = "the server can be reached"
	MessagesAreKnown    Promise = "frames are one JSON object each, of a known tag"
	UpdatesInOrder      Promise = "updates come in order, without holes, one for each seq"
	UpdatesComeInTime   Promise = "every entry is an update to every viewer, in time"
	FirstMessageFits    Promise = "the first frame is a snapshot, or with since the update that follows"
	FirstIsFull         Promise = "patches come only where asked for, and never first"
	PatchFits           Promise = "a patch leads from the last state sent to the next one"
	SameForAll          Promise = "what a viewer is told of one seq is the same, whichever way it comes"
	MovesAreOwn         Promise = "moves stand in the viewer's own decisions alone, and there they stand"
	DecisionsAreOpen    Promise = "at least one decision while the table runs, none when it is finished"
	DecisionIDsAreNew   Promise = "the id of a decision is never used again for another one"
	DecisionsArePublic  Promise = "all viewers see the same decisions open"
	ListedIsAccepted    Promise = "a listed move of an open decision is accepted"
	RefusedByCode       Promise = "what may not be done is refused, with its code"
	AppliedOnce         Promise = "a command sent again gets the same answer and is applied once"
	ResultsAreAwaited   Promise = "results go to the sender alone, one for each command"
	AckIsDurable        Promise = "an acknowledged command is in the log, where it was said to be"
	LogIsComplete       Promise = "the log covers every seq once, in order"
	OutcomeIsSane       Promise = "a finished table has an outcome: winners among the seats, a score for each seat"
	PresenceIsTrue      Promise = "presence tells whose sockets are open"
	TablesAreTrue       Promise = "a table is described as it is"
	PrivateIsPrivate    Promise = "a private table is shown to those at it and those with its invite"
	ExportIsComplete    Promise = "the export holds the whole log under its chain and digest, once finished"
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
	fmt.Fprintf(&s, "  seen    %s", b.Detail)
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
