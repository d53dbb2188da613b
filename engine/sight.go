package engine

import (
	"encoding/json"
	"fmt"
)

// View is what a viewer may know of a table's state: the title's view with what the frame adds to it.
type View struct {
	Title       any // the title's view type; encodes as a JSON object
	CanTakeBack bool
	Away        []Seat
	Outcome     *Outcome
}

// MarshalJSON puts the frame's members behind the title's: canTakeBack, away, and outcome once the game is over.
func (v View) MarshalJSON() ([]byte, error) {
	title, err := json.Marshal(v.Title)
	if err != nil {
		return nil, err
	}
	if len(title) < 2 || title[0] != '{' {
		return nil, fmt.Errorf("the view of a title must be an object, not %T", v.Title)
	}
	frame, err := json.Marshal(struct {
		CanTakeBack bool     `json:"canTakeBack"`
		Away        []Seat   `json:"away,omitempty"`
		Outcome     *Outcome `json:"outcome,omitempty"`
	}{v.CanTakeBack, v.Away, v.Outcome})
	if err != nil {
		return nil, err
	}
	if len(title) > 2 {
		title[len(title)-1] = ','
		return append(title, frame[1:]...), nil
	}
	return frame, nil
}

// View is what v may know of the state.
func (f *Fold) View(v Viewer) View {
	seat, seated := v.Seat()
	return View{
		Title:       f.state.View(v),
		CanTakeBack: seated && f.canTakeBack(seat),
		Away:        f.Away(),
		Outcome:     f.Outcome(),
	}
}

// Decisions lists the open decisions with their ids; the moves only in v's own. Never nil.
func (f *Fold) Decisions(v Viewer) []Decision {
	list := make([]Decision, len(f.open))
	for i, d := range f.open {
		if !v.Is(d.Seat) {
			d.Moves = nil
		}
		list[i] = d
	}
	return list
}

// Tell is what v may know of an entry's events, as Facts or Apply gave them. Never nil.
func (f *Fold) Tell(events []Event, v Viewer) []Told {
	list := make([]Told, 0, len(events))
	for _, e := range events {
		registry := f.events
		if isFrameName(e.EventName()) {
			registry = f.frame
		}
		if told, ok := registry.Tell(e, v); ok {
			list = append(list, told)
		}
	}
	return list
}

// State is the bare state, for suites and benchmarks. Nothing that talks to viewers may use it.
func (f *Fold) State() State { return f.state }
