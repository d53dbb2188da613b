package secrecy

import (
	"sync/atomic"

	"nemeton/engine"
)

// Title is a title for servers in several worlds: its chance follows a seed and not the table's secret, so that tables with different
// hideSecrets see the same dice, and from one event on its state may be another than the log tells.
type Title struct {
	engine.Title
	seed    engine.Key
	sampled atomic.Pointer[sampledTitle]

	recordCurrent bool                  // keep whole, for leaks that tests plant
	current       atomic.Pointer[State] // as it is now
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
	d := &Title{Title: t.Title, seed: t.seed, recordCurrent: t.recordCurrent}
	d.sampled.Store(&sampledTitle{after: after, state: s})
	return d
}

// Start implements engine.Title.
func (t *Title) Start(setup engine.Setup, chance engine.Chance) []engine.Event {
	return t.Title.Start(setup, splitChance{chance, engine.NewDice(t.seed, 0)})
}

// Blank implements engine.Title.
func (t *Title) Blank(setup engine.Setup) engine.State {
	return &State{State: t.Title.Blank(setup), title: t}
}

// FullState is the state as some server that plays the title has it now: what no viewer may see all of. It is nil before the first.
func (t *Title) FullState() engine.State {
	if s := t.current.Load(); s != nil {
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
	return s.State.Decide(d, m, splitChance{chance, engine.NewDice(s.title.seed, engine.Seq(d.No))})
}

// Evolve implements engine.State.
func (s *State) Evolve(e engine.Event) {
	s.State.Evolve(e)
	s.events++
	if d := s.title.sampled.Load(); d != nil && d.after == s.events {
		s.State = d.state.Clone()
	}
	if s.title.recordCurrent {
		s.title.current.Store(s.copy())
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

// splitChance records what is drawn with the table's own chance, and tells what falls with another.
type splitChance struct {
	recorded engine.Chance
	used     engine.Chance
}

// Draw implements engine.Chance.
func (l splitChance) Draw(what string, n int) int {
	l.recorded.Draw(what, n)
	return l.used.Draw(what, n)
}
