package inbrowser

import (
	"encoding/json"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/engine/study"
)

// StudyCommand asks for the study of a seat in a finished game.
type StudyCommand struct {
	Game int         `json:"game"`
	Seat engine.Seat `json:"seat"`
	Seed uint32      `json:"seed"`
}

// Studied is a study with what the seat saw.
type Studied struct {
	Study study.Result      `json:"study"`
	Views []json.RawMessage `json:"views"` // of the seat before each moment of the study
}

func (e *Engine) study(c StudyCommand, p pause) (Studied, error) {
	g, err := e.seated(c.Game, c.Seat)
	if err != nil {
		return Studied{}, err
	}
	s, err := study.New(g.title, g.records, study.Options{Seat: c.Seat, Seed: c.Seed, Effort: study.Usual()})
	if err != nil {
		return Studied{}, err
	}
	for done := false; !done; {
		if done, err = s.Step(1); err != nil {
			return Studied{}, err
		}
		if !p(s.Progress()) {
			return Studied{}, refused(Canceled, "canceled")
		}
	}
	found := Studied{Study: s.Result(), Views: []json.RawMessage{}}
	for _, m := range found.Study.Moments {
		f, err := g.at(m.Seq - 1)
		if err != nil {
			return found, err
		}
		view, err := codec.AppendJSON(nil, f.View(engine.SeatViewer(c.Seat)))
		if err != nil {
			return found, err
		}
		found.Views = append(found.Views, view)
	}
	return found, nil
}
