package secrecy

import (
	"sync/atomic"

	"nemeton/engine"
)

// Title is a title for servers in several worlds: its chance follows a seed and not the table's secret, so that tables with different
// secrets see the same dice, and from one event on its state may be another than the log tells.
type Title struct {
	engine.Title
	seed  engine.Key
	dream atomic.Pointer[sampledTitle]

	watched bool                  // keep whole, for leaks that tests plant
	whole   atomic.Pointer[State] // as it is now
}

// sampledTitle is the state that takes the true one's place after so many events.
type sampledTitle struct {
	after int
	state engine.State
}

// NewTitle is the title with the chance of a seed.
func NewTitle(title engine.Title, seed byte) *Title {
	return &Title{Title: title, seed: engine.Key{seed}}
}

// Sample is the same title whose tables are in the given state once so many events were applied.
func (t *Title) WithSampled(after int, s engine.State) *Title {
	d := &Title{Title: t.Title, seed: t.seed, watched: t.watched}
	d.dream.Store(&sampledTitle{after: after, state: s})
	return d
}

// Start implements engine.Title.
func (t *Title) Start(setup engine.Setup, chance engine.Chance) []engine.Event {
	return t.Title.Start(setup, luck{chance, engine.NewDice(t.seed, 0)})
}

// Blank implements engine.Title.
func (t *Title) Blank(setup engine.Setup) engine.State {
	return &State{State: t.Title.Blank(setup), title: t}
}

// Whole is the state as some server that plays the title has it now: what no viewer may see all of. It is nil before the first.
func (t *Title) Whole() engine.State {
	if s := t.whole.Load(); s != nil {
		return s.State
	}
	return nil
}

// State is a state that counts its events.
type State struct {
	engine.State
	title  *Title
	events int
}

// Decide implements engine.State. Dice follow the number of the decision, which is public.
func (s *State) Decide(d engine.Decision, m engine.Move, chance engine.Chance) []engine.Event {
	return s.State.Decide(d, m, luck{chance, engine.NewDice(s.title.seed, engine.Seq(d.No))})
}

// Evolve implements engine.State.
func (s *State) Evolve(e engine.Event) {
	s.State.Evolve(e)
	s.events++
	if d := s.title.dream.Load(); d != nil && d.after == s.events {
		s.State = d.state.Clone()
	}
	if s.title.watched {
		s.title.whole.Store(s.copy())
	}
}

// Clone implements engine.State.
func (s *State) Clone() engine.State { return s.copy() }

func (s *State) copy() *State {
	return &State{State: s.State.Clone(), title: s.title, events: s.events}
}

// Undo implements engine.Undoer, for titles that do.
func (s *State) Undo(events []engine.Event) engine.Undo {
	if u, ok := s.State.(engine.Undoer); ok {
		return u.Undo(events)
	}
	return engine.UndoNever
}

// luck records what is drawn with the table's own chance, and tells what falls with another.
type luck struct {
	recorded engine.Chance
	told     engine.Chance
}

// Draw implements engine.Chance.
func (l luck) Draw(what string, n int) int {
	l.recorded.Draw(what, n)
	return l.told.Draw(what, n)
}
