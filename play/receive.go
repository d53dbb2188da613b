package play

import (
	"encoding/json"

	"nemeton/client"
)

// receiveSnapshot handles a snapshot. It must be the first message of a socket without since, or with a since that is too old.
func (v *viewer) receiveSnapshot(m message) error {
	var s struct {
		Seq *int `json:"seq"`
		You struct {
			Seat      *int `json:"seat"`
			Spectator bool `json:"spectator"`
		} `json:"you"`
		Table     table           `json:"table"`
		View      json.RawMessage `json:"view"`
		Decisions json.RawMessage `json:"decisions"`
		Head      string          `json:"head"`
		Restored  bool            `json:"restored"`
		Nodes     []string        `json:"nodes"`
	}
	if err := json.Unmarshal(m.raw, &s); err != nil || s.Seq == nil || s.View == nil || s.Decisions == nil {
		return v.broken(AnswersAsDocumented, "snapshot with missing members (%v): %s", err, clip(string(m.raw)))
	}
	// A server that holds few tables fills gaps up to 200 entries. One that holds dozens remembers fewer of each, because they share its memory.
	const resumable = 60
	switch {
	case s.Restored:
		return v.broken(AckIsDurable, "since=%d was answered with a restored table at seq %d: entries are lost", v.since, *s.Seq)
	case !v.firstOnSocket:
		return v.broken(FirstMessageFits, "a snapshot (seq %d) that is not the first message", *s.Seq)
	case v.since >= 0 && *s.Seq < v.since:
		return v.broken(AckIsDurable, "since=%d was answered with a snapshot of seq %d: entries are lost", v.since, *s.Seq)
	case v.since >= 0 && *s.Seq-v.since <= resumable:
		return v.broken(FirstMessageFits, "since=%d was answered with a snapshot of seq %d", v.since, *s.Seq)
	// A node may be behind another node for a moment, but never behind itself.
	case *s.Seq < v.state.seq && !v.rest.nodes.hasSeveral():
		return v.broken(AckIsDurable, "a snapshot of seq %[2]d after seq %[1]d", v.state.seq, *s.Seq)
	case (v.number == spectator) != s.You.Spectator, v.number != spectator && (s.You.Seat == nil || *s.You.Seat != v.number):
		return v.broken(AnswersAsDocumented, "you: %s", clip(string(m.raw)))
	case s.Table.ID != v.transcript.table:
		return v.broken(TablesAreTrue, "a snapshot of table %s", s.Table.ID)
	}
	if err := v.checkInvite(s.Table); err != nil {
		return err
	}
	if err := v.transcript.seeTable(v.number, s.Table); err != nil {
		return err
	}
	if err := v.transcript.seeHead(v.number, *s.Seq, s.Head, "a snapshot"); err != nil {
		return err
	}
	v.head = s.Head
	v.rest.nodes.add(s.Nodes)
	v.transcript.history.read(v.number, *s.Seq, !v.rest.nodes.hasSeveral(), v.dialed, m.received)
	if err := v.acceptView(*s.Seq, s.View, s.Decisions, "a snapshot"); err != nil {
		return err
	}
	return v.seeClocks(m.raw)
}

// receiveUpdate handles the update of the next seq, and checks its clocks.
func (v *viewer) receiveUpdate(m message) error {
	if err := v.receiveContent(m); err != nil {
		return err
	}
	return v.seeClocks(m.raw)
}

// step is an event with the patch to the view after it.
type step struct {
	Event json.RawMessage `json:"event"`
	Patch json.RawMessage `json:"patch"`
}

func eventsOf(steps []step) json.RawMessage {
	list := make([]json.RawMessage, 0, len(steps))
	for _, s := range steps {
		list = append(list, s.Event)
	}
	raw, _ := json.Marshal(list) // they were read from JSON
	return raw
}

// receiveContent handles the update of the next seq, with a full view or a patch.
func (v *viewer) receiveContent(m message) error {
	var u struct {
		Seq       int             `json:"seq"`
		Events    json.RawMessage `json:"events"`
		View      json.RawMessage `json:"view"`
		Decisions json.RawMessage `json:"decisions"`
		Patch     json.RawMessage `json:"patch"`
		Steps     []step          `json:"steps"`
		Head      string          `json:"head"`
	}
	if err := json.Unmarshal(m.raw, &u); err != nil {
		return v.broken(AnswersAsDocumented, "an update: %v: %s", err, clip(string(m.raw)))
	}
	if u.Seq != v.state.seq+1 {
		return v.broken(UpdatesInOrder, "an update of seq %[2]d after seq %[1]d", v.state.seq, u.Seq)
	}
	if v.firstOnSocket && v.since < 0 {
		return v.broken(FirstMessageFits, "an update (seq %d) before the snapshot", u.Seq)
	}
	v.transcript.history.read(v.number, u.Seq, false, m.received, m.received)
	if u.Steps != nil {
		if v.handshake.form != withSteps || u.Events != nil || u.Patch == nil {
			return v.broken(AnswersAsDocumented, "seq %d: steps that were not asked for, beside events, or without a patch: %s", u.Seq, clip(string(m.raw)))
		}
		u.Events = eventsOf(u.Steps)
	}
	if err := v.transcript.observeEvents(v.number, u.Seq, u.Events, "an update"); err != nil {
		return err
	}
	if err := v.transcript.seeHead(v.number, u.Seq, u.Head, "an update"); err != nil {
		return err
	}
	v.head = u.Head
	if at, ok := v.transcript.ackAt[u.Seq]; ok && at.After(v.opened) {
		v.rest.tally.SlowestLag = max(v.rest.tally.SlowestLag, m.received.Sub(at))
	}
	if u.Patch == nil {
		return v.acceptView(u.Seq, u.View, u.Decisions, "an update")
	}
	if v.handshake.form == inFull || v.firstOnSocket || u.View != nil || u.Decisions != nil {
		return v.broken(FirstIsFull, "seq %d: patches requested: %v, first state on this socket: %v: %s", u.Seq, v.handshake.form != inFull, v.firstOnSocket, clip(string(m.raw)))
	}
	if (v.handshake.form == withSteps) != (u.Steps != nil) {
		return v.broken(AnswersAsDocumented, "seq %d: a patch without the steps that were asked for: %s", u.Seq, clip(string(m.raw)))
	}
	doc := v.doc
	for _, s := range append(u.Steps, step{Patch: u.Patch}) {
		var err error
		if doc, err = client.Patch(doc, s.Patch); err != nil {
			return v.broken(PatchFits, "seq %d: %v: %s", u.Seq, err, clip(string(s.Patch)))
		}
	}
	v.rest.tally.Patches++
	v.rest.tally.Steps += len(u.Steps)
	return v.accept(u.Seq, doc, "a patch")
}

func (v *viewer) acceptView(seq int, view, decisions json.RawMessage, source string) error {
	if view == nil || decisions == nil {
		return v.broken(AnswersAsDocumented, "%s of seq %d without view or decisions", source, seq)
	}
	return v.accept(seq, client.Document(view, decisions), source)
}

func (v *viewer) accept(seq int, doc json.RawMessage, source string) error {
	s, err := v.transcript.observeState(v.number, seq, doc, source)
	if err != nil {
		return err
	}
	v.doc, v.state, v.firstOnSocket = doc, s, false
	v.rest.tally.Updates++
	return nil
}
