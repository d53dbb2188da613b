package inbrowser

import (
	"encoding/json"

	"nemeton/engine"
	"nemeton/engine/codec"
)

// MomentCommand asks for a game after entry Seq, as a viewer may know it.
type MomentCommand struct {
	Game   int         `json:"game"`
	Seq    engine.Seq  `json:"seq"`
	Viewer engine.Seat `json:"viewer"` // a seat; -1: a spectator
}

// Moment is the content of a game after an entry. The members are those of the protocol's snapshot.
type Moment struct {
	Seq       engine.Seq      `json:"seq"`
	View      json.RawMessage `json:"view"`
	Decisions json.RawMessage `json:"decisions"` // with their effects
	Clocks    []engine.Clock  `json:"clocks,omitzero"`
	Time      int64           `json:"time,omitempty"`
	Paused    int64           `json:"paused,omitempty"`
}

// Shown is an entry as a viewer sees it.
type Shown struct {
	Moment
	Events json.RawMessage   `json:"events"` // those that the viewer may see
	Views  []json.RawMessage `json:"views"`  // after each of them
}

func (e *Engine) moment(c MomentCommand, _ pause) (Moment, error) {
	g, v, err := e.seen(c.Game, c.Viewer)
	if err != nil {
		return Moment{}, err
	}
	f, err := g.at(c.Seq)
	if err != nil {
		return Moment{}, err
	}
	return momentOf(f, v)
}

// seen returns a game with its viewer.
func (e *Engine) seen(id int, viewer engine.Seat) (*game, engine.Viewer, error) {
	g, err := e.game(id)
	if err == nil && (viewer < engine.NoSeat || int(viewer) >= len(g.about.Seats)) {
		err = refused(BadCommand, "there is no seat %d", viewer)
	}
	return g, engine.SeatViewer(viewer), err
}

func momentOf(f *engine.Fold, v engine.Viewer) (m Moment, err error) {
	m = Moment{Seq: f.Seq(), Clocks: f.Clocks(), Time: f.ClocksAt()}
	if until := f.PausedUntil(); until > m.Time {
		m.Paused = until
	}
	if m.View, err = codec.AppendJSON(nil, f.View(v)); err != nil {
		return m, err
	}
	m.Decisions, err = f.AppendDecisions(nil, v, true)
	return m, err
}

// entry shows entry Seq with the views between its events. The changes of events that the viewer may not see come with the next one, as at a
// table of the server.
func (e *Engine) entry(c MomentCommand, _ pause) (Shown, error) {
	g, v, err := e.seen(c.Game, c.Viewer)
	if err != nil {
		return Shown{}, err
	}
	after, err := g.at(c.Seq)
	if err != nil {
		return Shown{}, err
	}
	s := Shown{Views: []json.RawMessage{}}
	if s.Moment, err = momentOf(after, v); err != nil {
		return s, err
	}
	events, err := after.Decode(g.records[c.Seq-1].Entry)
	if err != nil {
		return s, err
	}
	if s.Events, err = codec.AppendJSON(nil, after.Redact(events, v)); err != nil || c.Seq == 1 {
		return s, err
	}
	before, err := g.at(c.Seq - 1)
	if err != nil {
		return s, err
	}
	for n, f := range before.AfterEach(events) {
		if len(f.Redact(events[n:n+1], v)) == 0 {
			continue
		}
		view, err := codec.AppendJSON(nil, f.View(v))
		if err != nil {
			return s, err
		}
		s.Views = append(s.Views, view)
	}
	return s, nil
}

// LogCommand asks for the events of the entries after Since, as a viewer may see them.
type LogCommand struct {
	Game   int         `json:"game"`
	Since  engine.Seq  `json:"since"`
	Viewer engine.Seat `json:"viewer"`
}

// Log is a list of entries. The members of an entry are those of the protocol's log.
type Log struct {
	Entries []LogEntry `json:"entries"`
}

// LogEntry is an entry of a Log.
type LogEntry struct {
	Seq    engine.Seq      `json:"seq"`
	Kind   engine.Kind     `json:"kind"`
	Seat   engine.Seat     `json:"seat"`
	Actor  engine.Actor    `json:"actor"`
	Time   int64           `json:"time"`
	Events json.RawMessage `json:"events"`
}

func (e *Engine) log(c LogCommand, p pause) (Log, error) {
	g, v, err := e.seen(c.Game, c.Viewer)
	if err != nil {
		return Log{}, err
	}
	list := Log{Entries: []LogEntry{}}
	for i := int(c.Since); i < len(g.records); i++ {
		r := g.records[i].Entry
		events, err := g.newest.Decode(r)
		if err != nil {
			return Log{}, err
		}
		one := LogEntry{Seq: r.Seq, Kind: r.Kind, Seat: r.Seat, Actor: r.Actor, Time: r.Time}
		if one.Events, err = codec.AppendJSON(nil, g.newest.Redact(events, v)); err != nil {
			return Log{}, err
		}
		list.Entries = append(list.Entries, one)
		if !p(i+1, len(g.records)) {
			return Log{}, refused(Canceled, "canceled")
		}
	}
	return list, nil
}
