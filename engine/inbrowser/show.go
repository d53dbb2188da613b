package inbrowser

import (
	"encoding/json"
	"slices"

	"nemeton/engine"
	"nemeton/engine/codec"
)

// MomentCommand asks for a game after entry Seq, as a viewer may know it.
type MomentCommand struct {
	Game   int         `json:"game"`
	Seq    engine.Seq  `json:"seq"`
	Viewer engine.Seat `json:"viewer"` // a seat; -1: a spectator; -2: everybody together, to whom everything is open
}

// everybody is the viewer of a game to whom everything is open that a seat knew.
const everybody engine.Seat = -2

// Moment is the content of a game after an entry. The members are those of the protocol's snapshot.
type Moment struct {
	Seq       engine.Seq      `json:"seq"`
	View      json.RawMessage `json:"view"`
	Decisions json.RawMessage `json:"decisions"` // with their effects
	Clocks    []engine.Clock  `json:"clocks,omitzero"`
	Time      int64           `json:"time,omitempty"`
	Paused    int64           `json:"paused,omitempty"`
	// Seats are the views of all seats, for everybody together. View is that of a spectator then.
	Seats []json.RawMessage `json:"seats,omitempty"`
}

// Shown is an entry as a viewer sees it.
type Shown struct {
	Moment
	Events json.RawMessage   `json:"events"` // those that the viewer may see
	Views  []json.RawMessage `json:"views"`  // after each of them
}

func (e *Engine) moment(c MomentCommand, _ pause) (Moment, error) {
	g, eyes, err := e.seen(c.Game, c.Viewer)
	if err != nil {
		return Moment{}, err
	}
	f, err := g.at(c.Seq)
	if err != nil {
		return Moment{}, err
	}
	return momentOf(f, eyes)
}

// eyes are the viewers through whose eyes a reader looks at once: one; or a spectator and all seats. The first one's view is the one of the board.
type eyes []engine.Viewer

func (e *Engine) seen(id int, viewer engine.Seat) (*game, eyes, error) {
	g, err := e.game(id)
	switch {
	case err != nil:
		return nil, nil, err
	case viewer < everybody || int(viewer) >= len(g.about.Seats):
		return nil, nil, refused(BadCommand, "there is no seat %d", viewer)
	case viewer != everybody:
		return g, eyes{engine.SeatViewer(viewer)}, nil
	}
	all := eyes{engine.Spectator()}
	for seat := range g.about.Seats {
		all = append(all, engine.SeatViewer(engine.Seat(seat)))
	}
	return g, all, nil
}

// redact encodes the part of each event that the viewer knows who knows most of it. Events that nobody may see are left out.
func (all eyes) redact(f *engine.Fold, events []engine.Event) (json.RawMessage, error) {
	list := []json.RawMessage{}
	for n := range events {
		var most json.RawMessage
		for _, v := range all {
			seen := f.Redact(events[n:n+1], v)
			if len(seen) == 0 {
				continue
			}
			raw, err := codec.AppendJSON(nil, seen[0])
			if err != nil {
				return nil, err
			}
			if len(raw) > len(most) {
				most = raw
			}
		}
		if most != nil {
			list = append(list, most)
		}
	}
	return codec.AppendJSON(nil, list)
}

// sees reports whether one of the viewers may see an event.
func (all eyes) sees(f *engine.Fold, event engine.Event) bool {
	return slices.ContainsFunc(all, func(v engine.Viewer) bool { return len(f.Redact([]engine.Event{event}, v)) > 0 })
}

func momentOf(f *engine.Fold, all eyes) (m Moment, err error) {
	v := all[0]
	m = Moment{Seq: f.Seq(), Clocks: f.Clocks(), Time: f.ClocksAt()}
	if until := f.PausedUntil(); until > m.Time {
		m.Paused = until
	}
	if m.View, err = codec.AppendJSON(nil, f.View(v)); err != nil {
		return m, err
	}
	for _, seat := range all[1:] {
		view, err := codec.AppendJSON(nil, f.View(seat))
		if err != nil {
			return m, err
		}
		m.Seats = append(m.Seats, view)
	}
	m.Decisions, err = f.AppendDecisions(nil, v, true)
	return m, err
}

// entry shows entry Seq with the views between its events. The changes of events that the viewer may not see come with the next one, as at a
// table of the server.
func (e *Engine) entry(c MomentCommand, _ pause) (Shown, error) {
	g, all, err := e.seen(c.Game, c.Viewer)
	if err != nil {
		return Shown{}, err
	}
	after, err := g.at(c.Seq)
	if err != nil {
		return Shown{}, err
	}
	var before *engine.Fold
	if c.Seq > 1 {
		if before, err = g.at(c.Seq - 1); err != nil {
			return Shown{}, err
		}
	}
	return shownOf(before, after, g.records[c.Seq-1], all)
}

// shownOf shows a record that leads from one position to the next. before is nil for the first record.
func shownOf(before, after *engine.Fold, r engine.Record, all eyes) (s Shown, err error) {
	s.Views = []json.RawMessage{}
	if s.Moment, err = momentOf(after, all); err != nil {
		return s, err
	}
	events, err := after.Decode(r.Entry)
	if err != nil {
		return s, err
	}
	if s.Events, err = all.redact(after, events); err != nil || before == nil {
		return s, err
	}
	for n, f := range before.AfterEach(events) {
		if !all.sees(f, events[n]) {
			continue
		}
		view, err := codec.AppendJSON(nil, f.View(all[0]))
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
	g, all, err := e.seen(c.Game, c.Viewer)
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
		if one.Events, err = all.redact(g.newest, events); err != nil {
			return Log{}, err
		}
		list.Entries = append(list.Entries, one)
		if !p(i+1, len(g.records)) {
			return Log{}, refused(Canceled, "canceled")
		}
	}
	return list, nil
}
