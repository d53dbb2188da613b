package engine

import "nemeton/engine/chance"

// Emitter collects the events of one State.Decide and applies each to a copy of the state at once, so that the rules read
// the position as it changes:
//
//	func (s *State) Decide(d engine.Decision, m engine.Move, chance chance.Source) []engine.Event {
//		next := *s
//		e := engine.NewEmitter(&next, chance)
//		e.Emit(DieRolled{Seat: d.Seat, Face: e.Draw("die", 6)})
//		...
//		return e.Events()
//	}
type Emitter struct {
	chance.Source
	state  State
	events []Event
	drop   bool // the events are not wanted
}

// NewEmitter returns an emitter without events. next is a copy of the state; the emitter changes it.
func NewEmitter(next State, chance chance.Source) Emitter {
	return Emitter{Source: chance, state: next, events: make([]Event, 0, 8)}
}

// NewAdvance returns an emitter for Simulator.Advance: it changes the state itself, and keeps no events.
func NewAdvance(state State, chance chance.Source) Emitter {
	return Emitter{Source: chance, state: state, drop: true}
}

// Emit appends an event and applies it to the copy of the state.
func (e *Emitter) Emit(event Event) {
	if !e.drop {
		e.events = append(e.events, event)
	}
	e.state.Evolve(event)
}

func (e *Emitter) Events() []Event { return e.events }
