package play

import (
	"encoding/json"
)

// takeSnapshot: first, and only where since was not given or cannot be filled.
func (v *viewer) takeSnapshot(f frame) error {
	var s struct {
		Seq *int `json:"seq"`
		You struct {
			Seat      *int `json:"seat"`
			Spectator bool `json:"spectator"`
		} `json:"you"`
		Table     table           `json:"table"`
		View      json.RawMessage `json:"view"`
		Decisions json.RawMessage `json:"decisions"`
		Nodes     []string        `json:"nodes"`
	}
	if err := json.Unmarshal(f.raw, &s); err != nil || s.Seq == nil || s.View == nil || s.Decisions == nil {
		return v.broken(AnswersAsDocumented, "a snapshot with members missing (%v): %s", err, clip(string(f.raw)))
	}
	const resumable = 200 // entries; a larger gap may be answered with a snapshot
	switch {
	case !v.fresh:
		return v.broken(FirstFrameFits, "a snapshot (seq %d) in the middle of a socket", *s.Seq)
	case v.since >= 0 && *s.Seq < v.since:
		return v.broken(AckIsDurable, "since=%d was answered with a snapshot of seq %d: entries are lost", v.since, *s.Seq)
	case v.since >= 0 && *s.Seq-v.since <= resumable:
		return v.broken(FirstFrameFits, "since=%d was answered with a snapshot of seq %d", v.since, *s.Seq)
	// A node may be behind another one for a moment; one node is never behind itself.
	case *s.Seq < v.state.seq && !v.door.nodes.several():
		return v.broken(AckIsDurable, "after seq %d came a snapshot of seq %d", v.state.seq, *s.Seq)
	case (v.who == spectator) != s.You.Spectator, v.who != spectator && (s.You.Seat == nil || *s.You.Seat != v.who):
		return v.broken(AnswersAsDocumented, "you: %s", clip(string(f.raw)))
	case s.Table.ID != v.book.table:
		return v.broken(TablesAreTrue, "a snapshot of table %s", s.Table.ID)
	}
	if err := v.checkInvite(s.Table); err != nil {
		return err
	}
	v.door.nodes.add(s.Nodes)
	return v.learn(*s.Seq, s.View, s.Decisions, "a snapshot")
}

// takeUpdate: the next seq, whole or as a patch.
func (v *viewer) takeUpdate(f frame) error {
	var u struct {
		Seq       int             `json:"seq"`
		Events    json.RawMessage `json:"events"`
		View      json.RawMessage `json:"view"`
		Decisions json.RawMessage `json:"decisions"`
		Patch     json.RawMessage `json:"patch"`
	}
	if err := json.Unmarshal(f.raw, &u); err != nil {
		return v.broken(AnswersAsDocumented, "an update: %v: %s", err, clip(string(f.raw)))
	}
	if u.Seq != v.state.seq+1 {
		return v.broken(UpdatesInOrder, "after seq %d came an update of seq %d", v.state.seq, u.Seq)
	}
	if v.fresh && v.since < 0 {
		return v.broken(FirstFrameFits, "an update (seq %d) came before the snapshot", u.Seq)
	}
	if err := v.book.tell(v.who, u.Seq, u.Events, "an update"); err != nil {
		return err
	}
	if at, ok := v.book.ackAt[u.Seq]; ok && at.After(v.opened) {
		v.door.tally.SlowestLag = max(v.door.tally.SlowestLag, f.at.Sub(at))
	}
	if u.Patch == nil {
		return v.learn(u.Seq, u.View, u.Decisions, "an update")
	}
	if !v.hello.patch || v.fresh || u.View != nil || u.Decisions != nil {
		return v.broken(FirstIsWhole, "seq %d: asked for patches: %v, first state of the socket: %v: %s", u.Seq, v.hello.patch, v.fresh, clip(string(f.raw)))
	}
	doc, err := applyPatch(v.doc, u.Patch)
	if err != nil {
		return v.broken(PatchFits, "seq %d: %v: %s", u.Seq, err, clip(string(u.Patch)))
	}
	v.door.tally.Patches++
	return v.keep(u.Seq, doc, "a patch")
}

func (v *viewer) learn(seq int, view, decisions json.RawMessage, how string) error {
	if view == nil || decisions == nil {
		return v.broken(AnswersAsDocumented, "%s of seq %d without view or decisions", how, seq)
	}
	doc, err := whole(view, decisions)
	if err != nil {
		return v.broken(AnswersAsDocumented, "%s of seq %d: %v", how, seq, err)
	}
	return v.keep(seq, doc, how)
}

// whole joins view and decisions into the document that patches speak of.
func whole(view, decisions json.RawMessage) (any, error) {
	a, err := parse(view)
	if err != nil {
		return nil, err
	}
	b, err := parse(decisions)
	if err != nil {
		return nil, err
	}
	return map[string]any{"view": a, "decisions": b}, nil
}

func (v *viewer) keep(seq int, doc any, how string) error {
	s, err := v.book.state(v.who, seq, doc, how)
	if err != nil {
		return err
	}
	v.doc, v.state, v.fresh = doc, s, false
	v.door.tally.Updates++
	return nil
}
