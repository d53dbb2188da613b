package play

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"nemeton/client/device"
)

// spectator stands in place of a seat number.
const spectator = -1

func viewerName(viewer int) string {
	if viewer == spectator {
		return "a spectator"
	}
	return fmt.Sprintf("seat %d", viewer)
}

// decision is an element of a list of decisions.
type decision struct {
	ID    string            `json:"id"`
	Seat  int               `json:"seat"`
	Kind  string            `json:"kind"`
	Moves []json.RawMessage `json:"moves"`
}

// state is the content that a viewer receives at one seq.
type state struct {
	seq       int
	encoded   []byte // {view, decisions} with sorted keys
	decisions []decision
	outcome   *outcome
	takeBack  bool
}

type outcome struct {
	Winners []int   `json:"winners"`
	Scores  []int64 `json:"scores"`
	Ended   string  `json:"ended"` // the reason for an end before that of the game; such a table can have no winner
}

type observationKey struct {
	viewer, seq int
}

// command is an acknowledged command.
type command struct {
	id       string
	seat     int
	seq      int
	decision string // empty for take-back, leave and return
	move     json.RawMessage
	proof    *device.Proof // nil: the command is neither signed nor revealed
}

// transcript records one table: the first observation of everything, which all later ones must equal.
type transcript struct {
	table      string
	seats      int
	states     map[observationKey][]byte
	events     map[observationKey][]byte
	public     map[int]string // the open decisions by seq, without moves
	byID       map[string]decision
	lastOpen   map[string]int     // the last seq up to which a decision was open without a gap
	contiguous int                // public is known and checked up to this seq
	acked      map[string]command // by id
	bySeq      map[int]command
	ackAt      map[int]time.Time
	seq        int // the highest acknowledged seq
	end        int // the seq with the outcome; 0 before
	history    *history
	memory     memory
	clocks     sharedClocks
}

func newTranscript(table string, seats int) *transcript {
	return &transcript{
		table: table, seats: seats, clocks: sharedClocks{pace: pace{Kind: "free"}, bySeq: map[int]clocks{}},
		states: map[observationKey][]byte{}, events: map[observationKey][]byte{},
		public: map[int]string{}, byID: map[string]decision{}, lastOpen: map[string]int{},
		history: newHistory(), memory: memory{facts: device.NewMemory(table)}, acked: map[string]command{}, bySeq: map[int]command{}, ackAt: map[int]time.Time{},
	}
}

func (b *transcript) broken(p Promise, viewer, seq int, format string, args ...any) error {
	return &Broken{Promise: p, Table: b.table, Seq: seq, Viewer: viewerName(viewer), Detail: fmt.Sprintf(format, args...)}
}

// observeState compares the state that a viewer received at a seq with all earlier observations. doc is {view, decisions}.
func (b *transcript) observeState(viewer, seq int, doc json.RawMessage, source string) (state, error) {
	s := state{seq: seq}
	var err error
	if s.encoded, err = canonical(doc); err != nil {
		return s, b.broken(AnswersAsDocumented, viewer, seq, "%s: %v", source, err)
	}
	var read struct {
		View *struct {
			Outcome     *outcome `json:"outcome"`
			CanTakeBack *bool    `json:"canTakeBack"`
		} `json:"view"`
		Decisions []decision `json:"decisions"`
	}
	if err := json.Unmarshal(s.encoded, &read); err != nil || read.Decisions == nil {
		return s, b.broken(AnswersAsDocumented, viewer, seq, "%s without a readable view or decisions (%v): %s", source, err, clip(string(s.encoded)))
	}
	s.decisions = read.Decisions
	if seq == 0 {
		if read.View != nil || len(read.Decisions) > 0 {
			return s, b.broken(AnswersAsDocumented, viewer, seq, "%s of an open table has a view or decisions: %s", source, clip(string(s.encoded)))
		}
		return s, nil
	}
	if read.View == nil || read.View.CanTakeBack == nil {
		return s, b.broken(AnswersAsDocumented, viewer, seq, "%s without a view, or without canTakeBack: %s", source, clip(string(s.encoded)))
	}
	s.outcome, s.takeBack = read.View.Outcome, *read.View.CanTakeBack
	if first, ok := b.states[observationKey{viewer, seq}]; ok && !bytes.Equal(first, s.encoded) {
		return s, b.broken(SameForAll, viewer, seq, "%s differs from an earlier observation: %s", source, difference(first, s.encoded))
	}
	b.states[observationKey{viewer, seq}] = s.encoded
	if err := b.checkDecisions(viewer, s); err != nil {
		return s, err
	}
	return s, b.checkOutcome(viewer, s)
}

// observeEvents compares the events that a viewer received at a seq with all earlier observations.
func (b *transcript) observeEvents(viewer, seq int, raw json.RawMessage, source string) error {
	var list []struct {
		Name string          `json:"name"`
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(raw, &list); err != nil || list == nil {
		return b.broken(AnswersAsDocumented, viewer, seq, "%s without a list of events: %s", source, clip(string(raw)))
	}
	for _, e := range list {
		if e.Name == "" || e.Data == nil {
			return b.broken(AnswersAsDocumented, viewer, seq, "%s has an event without name or data: %s", source, clip(string(raw)))
		}
	}
	events, err := canonical(raw)
	if err != nil {
		return b.broken(AnswersAsDocumented, viewer, seq, "%s: events: %v", source, err)
	}
	if first, ok := b.events[observationKey{viewer, seq}]; ok && !bytes.Equal(first, events) {
		return b.broken(SameForAll, viewer, seq, "%s: the events differ from an earlier observation: %s", source, difference(first, events))
	}
	b.events[observationKey{viewer, seq}] = events
	return nil
}

// acknowledge records an acknowledged command.
func (b *transcript) acknowledge(c command, at time.Time) error {
	if before, ok := b.acked[c.id]; ok && before.seat == c.seat {
		if before.seq != c.seq {
			return b.broken(AppliedOnce, c.seat, c.seq, "command %s was acknowledged as seq %d first, and now as seq %d", c.id, before.seq, c.seq)
		}
		return nil
	}
	if other, ok := b.bySeq[c.seq]; ok {
		return b.broken(AppliedOnce, c.seat, c.seq, "commands %s of seat %d and %s of seat %d were both acknowledged as this seq", other.id, other.seat, c.id, c.seat)
	}
	if c.seq < 2 {
		return b.broken(AckIsDurable, c.seat, c.seq, "command %s was acknowledged with a seq below 2", c.id)
	}
	b.acked[c.id], b.bySeq[c.seq] = c, c
	b.ackAt[c.seq] = at
	b.seq = max(b.seq, c.seq)
	return nil
}

// export returns the transcript for further checks.
func (b *transcript) export(result Game, export json.RawMessage) Transcript {
	l := Transcript{Game: result, Export: export, History: b.history.all()}
	for of, state := range b.states {
		l.Observations = append(l.Observations, Observation{Viewer: of.viewer, Seq: of.seq, State: state})
	}
	for seq, c := range b.bySeq {
		l.Acked = append(l.Acked, Acked{Seq: seq, Seat: c.seat, ID: c.id, Decision: c.decision, Move: c.move})
	}
	return l
}

// difference shows the first place at which two texts differ.
func difference(a, b []byte) string {
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	from := max(0, at-60)
	cut := func(s []byte) string { return string(s[from:min(len(s), at+120)]) }
	return fmt.Sprintf("before ...%s... now ...%s...", cut(a), cut(b))
}
