package play

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"
)

// spectator stands where a seat would, for those who have none.
const spectator = -1

func viewerName(who int) string {
	if who == spectator {
		return "a spectator"
	}
	return fmt.Sprintf("seat %d", who)
}

// decision is one entry of a decisions list.
type decision struct {
	ID    string            `json:"id"`
	Seat  int               `json:"seat"`
	Kind  string            `json:"kind"`
	Moves []json.RawMessage `json:"moves"`
}

// state is what a viewer is told of one seq.
type state struct {
	seq       int
	whole     []byte // {view, decisions}, keys sorted
	decisions []decision
	outcome   *outcome
	takeBack  bool
}

type outcome struct {
	Winners []int   `json:"winners"`
	Scores  []int64 `json:"scores"`
}

type observation struct {
	who, seq int
}

// command is one that was acknowledged.
type command struct {
	id       string
	seat     int
	seq      int
	decision string // empty for take-backs, leaving and returning
	move     json.RawMessage
}

// transcript is the memory of one table: the first telling of everything, which all later ones must equal.
type transcript struct {
	table  string
	seats  int
	states map[observation][]byte
	events map[observation][]byte
	public map[int]string // the open decisions of a seq, without moves
	byID   map[string]decision
	opened map[string]int     // the seq up to which a decision was seen open without a gap
	front  int                // public is known and checked up to here
	acked  map[string]command // by id
	bySeq  map[int]command
	ackAt  map[int]time.Time
	seq    int // the highest acknowledged
	end    int // the seq with the outcome; 0 until then
}

func newTranscript(table string, seats int) *transcript {
	return &transcript{
		table: table, seats: seats,
		states: map[observation][]byte{}, events: map[observation][]byte{},
		public: map[int]string{}, byID: map[string]decision{}, opened: map[string]int{},
		acked: map[string]command{}, bySeq: map[int]command{}, ackAt: map[int]time.Time{},
	}
}

func (b *transcript) broken(p Promise, who, seq int, format string, args ...any) error {
	return &Broken{Promise: p, Table: b.table, Seq: seq, Who: viewerName(who), Detail: fmt.Sprintf(format, args...)}
}

// state checks what a viewer is told of a seq against everything known of it. doc is the parsed {view, decisions}.
func (b *transcript) state(who, seq int, doc any, how string) (state, error) {
	s := state{seq: seq, whole: spell(doc)}
	var read struct {
		View *struct {
			Outcome     *outcome `json:"outcome"`
			CanTakeBack *bool    `json:"canTakeBack"`
		} `json:"view"`
		Decisions []decision `json:"decisions"`
	}
	if err := json.Unmarshal(s.whole, &read); err != nil || read.Decisions == nil {
		return s, b.broken(AnswersAsDocumented, who, seq, "%s without a readable view or decisions (%v): %s", how, err, clip(string(s.whole)))
	}
	s.decisions = read.Decisions
	if seq == 0 {
		if read.View != nil || len(read.Decisions) > 0 {
			return s, b.broken(AnswersAsDocumented, who, seq, "%s of an open table has a view or decisions: %s", how, clip(string(s.whole)))
		}
		return s, nil
	}
	if read.View == nil || read.View.CanTakeBack == nil {
		return s, b.broken(AnswersAsDocumented, who, seq, "%s without a view, or without canTakeBack: %s", how, clip(string(s.whole)))
	}
	s.outcome, s.takeBack = read.View.Outcome, *read.View.CanTakeBack
	if first, ok := b.states[observation{who, seq}]; ok && !bytes.Equal(first, s.whole) {
		return s, b.broken(SameForAll, who, seq, "%s differs from what was told before: %s", how, difference(first, s.whole))
	}
	b.states[observation{who, seq}] = s.whole
	if err := b.checkDecisions(who, s); err != nil {
		return s, err
	}
	return s, b.checkOutcome(who, s)
}

// tell checks the events that a viewer is told of a seq.
func (b *transcript) tell(who, seq int, raw json.RawMessage, how string) error {
	var list []struct {
		Name string          `json:"name"`
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(raw, &list); err != nil || list == nil {
		return b.broken(AnswersAsDocumented, who, seq, "%s without a list of events: %s", how, clip(string(raw)))
	}
	for _, e := range list {
		if e.Name == "" || e.Data == nil {
			return b.broken(AnswersAsDocumented, who, seq, "%s has an event without name or data: %s", how, clip(string(raw)))
		}
	}
	doc, err := parse(raw)
	if err != nil {
		return b.broken(AnswersAsDocumented, who, seq, "%s: events: %v", how, err)
	}
	now := spell(doc)
	if first, ok := b.events[observation{who, seq}]; ok && !bytes.Equal(first, now) {
		return b.broken(SameForAll, who, seq, "%s: the events differ from what was told before: %s", how, difference(first, now))
	}
	b.events[observation{who, seq}] = now
	return nil
}

// ack notes a command that was acknowledged.
func (b *transcript) ack(c command, at time.Time) error {
	if before, ok := b.acked[c.id]; ok && before.seat == c.seat {
		if before.seq != c.seq {
			return b.broken(AppliedOnce, c.seat, c.seq, "command %s was acknowledged as seq %d before, and as seq %d now", c.id, before.seq, c.seq)
		}
		return nil
	}
	if other, ok := b.bySeq[c.seq]; ok {
		return b.broken(AppliedOnce, c.seat, c.seq, "commands %s of seat %d and %s of seat %d were both acknowledged as this seq", other.id, other.seat, c.id, c.seat)
	}
	if c.seq < 2 {
		return b.broken(AckIsDurable, c.seat, c.seq, "command %s was acknowledged with a seq that no command can have", c.id)
	}
	b.acked[c.id], b.bySeq[c.seq] = c, c
	b.ackAt[c.seq] = at
	b.seq = max(b.seq, c.seq)
	return nil
}

// export is the book of a table, for others to check.
func (b *transcript) export(result Game, export json.RawMessage) Transcript {
	l := Transcript{Game: result, Export: export}
	for of, state := range b.states {
		l.Observations = append(l.Observations, Observation{Who: of.who, Seq: of.seq, State: state})
	}
	for seq, c := range b.bySeq {
		l.Acked = append(l.Acked, Acked{Seq: seq, Seat: c.seat, ID: c.id, Decision: c.decision, Move: c.move})
	}
	return l
}

// difference shows where two texts part.
func difference(a, b []byte) string {
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	from := max(0, at-60)
	cut := func(s []byte) string { return string(s[from:min(len(s), at+120)]) }
	return fmt.Sprintf("before ...%s... now ...%s...", cut(a), cut(b))
}
