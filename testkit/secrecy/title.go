package secrecy

import (
	"math/rand/v2"
	"sync/atomic"

	"nemeton/engine"
	"nemeton/engine/chance"
)

// Title wraps a title for several servers. Its chance follows a seed instead of the table's secret, so that tables with different secrets
// draw the same numbers. After a number of events it can replace the state by a sampled one.
type Title struct {
	engine.Title
	seed    byte
	sampled atomic.Pointer[sampledTitle]

	recordCurrent bool                  // set current, for planted leaks
	current       atomic.Pointer[State] // the newest state
}

// sampledTitle holds the state that replaces the true one after a number of events.
type sampledTitle struct {
	after int
	state engine.State
}

// NewTitle returns the title with chance from a seed.
func NewTitle(title engine.Title, seed byte) *Title {
	return &Title{Title: title, seed: seed}
}

// WithSampled returns the same title, whose tables continue with the given state after a number of events.
func (t *Title) WithSampled(after int, s engine.State) *Title {
	d := &Title{Title: t.Title, seed: t.seed, recordCurrent: t.recordCurrent}
	d.sampled.Store(&sampledTitle{after: after, state: s})
	return d
}

// dice is chance from the seed and a number.
func (t *Title) dice(n uint64) chance.Source {
	return chance.Loose{Rand: rand.New(rand.NewPCG(uint64(t.seed), n))}
}

func (t *Title) Start(setup engine.Setup, chance chance.Source) []engine.Event {
	return t.Title.Start(setup, splitChance{chance, t.dice(0)})
}

func (t *Title) Blank(setup engine.Setup) engine.State {
	return &State{State: t.Title.Blank(setup), title: t}
}

// EffectKinds implements engine.Explainer.
func (t *Title) EffectKinds() engine.EffectKinds {
	if e, ok := t.Title.(engine.Explainer); ok {
		return e.EffectKinds()
	}
	return nil
}

// Effects implements engine.Explainer.
func (t *Title) Effects(k engine.Knowledge, d engine.Decision) [][]engine.Effect {
	if e, ok := t.Title.(engine.Explainer); ok {
		return e.Effects(k, d)
	}
	return nil
}

// Causes implements engine.Explainer.
func (t *Title) Causes() engine.Causes {
	if r, ok := t.Title.(engine.Explainer); ok {
		return r.Causes()
	}
	return engine.Causes{}
}

// Refusals implements engine.Explainer.
func (t *Title) Refusals(k engine.Knowledge, d engine.Decision) []engine.Refusal {
	if r, ok := t.Title.(engine.Explainer); ok {
		return r.Refusals(k, d)
	}
	return nil
}

// FullState returns the newest state of any server that plays the title, or nil. No viewer may see all of it.
func (t *Title) FullState() engine.State {
	if s := t.current.Load(); s != nil {
		return s.State
	}
	return nil
}

// State counts its events.
type State struct {
	engine.State
	title  *Title
	events int
}

// Decide implements engine.State. Chance follows the number of the decision, which is public.
func (s *State) Decide(d engine.Decision, m engine.Move, chance chance.Source) []engine.Event {
	return s.State.Decide(d, m, splitChance{chance, s.title.dice(uint64(d.No))})
}

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

func (s *State) Clone() engine.State { return s.copy() }

func (s *State) copy() *State {
	return &State{State: s.State.Clone(), title: s.title, events: s.events}
}

// Undo implements engine.Undoer.
func (s *State) Undo(events []engine.Event) engine.Undo {
	if u, ok := s.State.(engine.Undoer); ok {
		return u.Undo(events)
	}
	return engine.UndoNever
}

// splitChance records draws from the table's own chance, but returns draws from the seed.
type splitChance struct {
	recorded chance.Source
	used     chance.Source
}

func (l splitChance) Draw(name string, n int) int {
	l.recorded.Draw(name, n)
	return l.used.Draw(name, n)
}
