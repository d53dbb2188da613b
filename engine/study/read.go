package study

import (
	"fmt"
	"slices"

	"nemeton/engine"
	"nemeton/engine/chance"
)

// readEntry applies an entry, and notes the decision or the draws that it holds.
func (s *Study) readEntry(r engine.Record) error {
	e := r.Entry
	var before engine.State
	var answered engine.Decision
	var move engine.Move
	if e.Kind == engine.KindMove {
		var err error
		if answered, move, err = s.answered(e); err != nil {
			return err
		}
		if e.Seat == s.options.Seat {
			s.noteDecision(e, move)
		} else {
			s.turn++
		}
		if len(e.Draws) > 0 {
			before = s.fold.State().Clone()
		}
	}
	events, err := s.fold.Apply(r)
	if err != nil {
		return err
	}
	if e.Kind == engine.KindStart {
		start := s.fold.Start()
		if int(s.options.Seat) >= start.Setup.Seats() {
			return fmt.Errorf("there is no seat %d", s.options.Seat)
		}
	}
	if len(e.Draws) > 0 {
		s.noteDraws(e, before, answered, move)
	}
	for _, event := range events {
		if back, ok := event.(engine.TakenBack); ok {
			s.moments = slices.DeleteFunc(s.moments, func(j *judgment) bool { return j.result.Seq > back.To })
		}
	}
	return nil
}

func (s *Study) answered(e engine.Entry) (engine.Decision, engine.Move, error) {
	for _, d := range s.fold.Decisions(engine.SeatViewer(e.Seat)) {
		if d.ID != e.Decision || d.Seat != e.Seat {
			continue
		}
		m, err := s.title.Moves().Parse(d.Kind, e.Move)
		if err == nil && slices.Contains(d.Moves, m) {
			return d, m, nil
		}
	}
	return engine.Decision{}, nil, fmt.Errorf("%w: entry %d answers no open decision", engine.ErrCorrupt, e.Seq)
}

// noteDecision notes a decision of the seat before its entry is applied.
func (s *Study) noteDecision(e engine.Entry, played engine.Move) {
	k := s.fold.Knowledge(engine.SeatViewer(e.Seat))
	bots := s.fold.Start().Bots
	switch {
	case len(decisionOf(k).Moves) == 1:
		s.result.Forced++
	case e.Actor == engine.ActorBot && (int(e.Seat) >= len(bots) || bots[e.Seat] == ""):
		s.result.StandIn++
	default:
		s.moments = append(s.moments, newJudgment(s.title, s.options, k, s.inGame(), e.Seq, played, s.turn))
	}
}

// noteDraws notes the draws of an entry after it was applied. before is the state before a move.
func (s *Study) noteDraws(e engine.Entry, before engine.State, d engine.Decision, m engine.Move) {
	setup := s.fold.Start().Setup
	t := &throw{
		setup: setup, among: s.inGame(), seed: seedOf(uint64(s.options.Seed), luckSeed, uint64(e.Seq)),
		result: DrawnLuck{Seq: e.Seq, Seat: e.Seat, Draws: e.Draws}, came: s.fold.State().Clone(),
	}
	t.redraw = func(chance chance.Source) engine.State {
		var state engine.State
		var events []engine.Event
		if before == nil {
			state, events = s.title.Blank(setup), s.title.Start(setup, chance)
		} else {
			state, events = before.Clone(), before.Decide(d, m, chance)
		}
		for _, event := range events {
			state.Evolve(event)
		}
		return state
	}
	s.throws = append(s.throws, t)
}

// inGame lists the seats that have not conceded.
func (s *Study) inGame() []engine.Seat {
	endings := s.fold.Endings()
	list := make([]engine.Seat, 0, s.fold.Start().Setup.Seats())
	for seat := range engine.Seat(cap(list)) {
		if !endings.HasConceded(seat) {
			list = append(list, seat)
		}
	}
	return list
}
