package enginetest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"

	"nemeton/engine"
)

// pairSteps is the number of moves that a pair of states is played on together.
const pairSteps = 4

// noninterference: a viewer cannot distinguish the actual state from one that is sampled from its knowledge. Both give
// it the same view and decisions. Every command that is legal in both, with the same chance, gives it the same events,
// and the same view after each of them. An event that reveals hidden facts by a rule (EventType.Reveals) ends the comparison. If the answer itself is secret, the two
// states get different answers.
func noninterference(x suite) error {
	if err := x.startsAlike(); err != nil {
		return err
	}
	var met struct{ states, commands, reveals int }
	kinds := map[string]bool{}
	err := x.each(lively, func(g *game, _ engine.Record, _ []engine.Event) error {
		for _, d := range g.fold.Decisions(engine.Spectator()) {
			kinds[d.Kind] = true
		}
		if !g.due() {
			return nil
		}
		for _, v := range g.viewers {
			p, err := g.pair(v)
			if err != nil {
				return fmt.Errorf("viewer %s: %w", v, err)
			}
			met.states++
			if err = p.commands(); err == nil {
				err = p.playOn()
			}
			if err != nil {
				return fmt.Errorf("viewer %s: %w", v, err)
			}
			met.commands, met.reveals = met.commands+p.tried, met.reveals+p.revealed
		}
		return nil
	})
	x.Logf("%d sampled states, %d commands in both states, %d of them revealed something", met.states, met.commands, met.reveals)
	for _, kind := range x.Secret {
		if err == nil && !kinds[kind] {
			return fmt.Errorf("no decision was of kind %q, which Options.Secret names", kind)
		}
	}
	return err
}

// pair is an actual and a sampled state that one viewer must not be able to distinguish.
type pair struct {
	*game
	viewer          engine.Viewer
	actual, sampled *engine.Fold
	tried, revealed int
}

func (g *game) pair(v engine.Viewer) (*pair, error) {
	state, err := g.title.Sample(g.fold.Knowledge(v), rand.New(rand.NewPCG(g.r.Uint64(), 1)))
	if err != nil {
		return nil, fmt.Errorf("sample a state: %w", err)
	}
	p := &pair{game: g, viewer: v, actual: g.fold, sampled: g.fold.WithState(state)}
	if diff := diffViews(v, p.actual, p.sampled); diff != "" {
		return nil, fmt.Errorf("a sampled state looks different (-actual +sampled): %s", diff)
	}
	// A table that ends early shows the standing to everybody.
	if got, want := state.Standing(nil).Scores, g.fold.State().Standing(nil).Scores; !slices.Equal(got, want) {
		return nil, fmt.Errorf("a sampled state has the standing %v, the actual one %v", got, want)
	}
	return p, nil
}

// commands tries each command that is legal in both states once, and pairs of different secret answers.
func (p *pair) commands() error {
	for _, d := range engineDecisions(p.actual) {
		for _, m := range p.some(p.inBoth(d)) {
			if _, _, _, err := p.play(p.actual, p.sampled, d, m, m); err != nil {
				return err
			}
		}
		if !slices.Contains(p.Secret, d.Kind) || p.viewer.Is(d.Seat) {
			continue
		}
		others, _ := find(engineDecisions(p.sampled), d.ID)
		for _, m := range p.some(d.Moves) {
			other := others.Moves[p.r.IntN(len(others.Moves))]
			if _, _, _, err := p.play(p.actual, p.sampled, d, m, other); err != nil {
				return fmt.Errorf("against the secret answer %s: %w", encode(other), err)
			}
		}
	}
	return nil
}

// playOn plays both states on together until a reveal; then it plays on with the sampled state alone.
func (p *pair) playOn() error {
	actual, sampled, revealedBefore := p.actual, p.sampled, false
	for range pairSteps {
		open := engineDecisions(sampled)
		if len(open) == 0 {
			return nil
		}
		d := open[p.r.IntN(len(open))]
		here := &pair{game: p.game, viewer: p.viewer, actual: actual, sampled: sampled}
		moves := d.Moves
		if revealedBefore {
			actual, here.actual = sampled, sampled
		} else {
			moves = here.inBoth(d)
		}
		if len(moves) == 0 {
			return nil
		}
		a, b, revealed, err := here.playSame(actual, sampled, d, moves)
		if err != nil {
			return fmt.Errorf("after more moves: %w", err)
		}
		actual, sampled, revealedBefore = a, b, revealedBefore || revealed
	}
	return nil
}

// inBoth lists the moves that a decision has in both states.
func (p *pair) inBoth(d engine.Decision) []engine.Move {
	here, ok := find(engineDecisions(p.actual), d.ID)
	there, both := find(engineDecisions(p.sampled), d.ID)
	if !ok || !both {
		return nil
	}
	listed := make(map[engine.Move]bool, len(there.Moves))
	for _, m := range there.Moves {
		listed[m] = true
	}
	var moves []engine.Move
	for _, m := range here.Moves {
		if listed[m] {
			moves = append(moves, m)
		}
	}
	return moves
}

// playSame answers with the same random move in both states.
func (p *pair) playSame(actual, sampled *engine.Fold, d engine.Decision, moves []engine.Move) (a, b *engine.Fold, revealed bool, err error) {
	m := moves[p.r.IntN(len(moves))]
	return p.play(actual, sampled, d, m, m)
}

// play answers d in both states with the same chance, and compares the events that the viewer receives.
func (p *pair) play(actual, sampled *engine.Fold, d engine.Decision, m, n engine.Move) (a, b *engine.Fold, revealed bool, err error) {
	wrap := func(err error) error {
		return fmt.Errorf("command of seat %d, %q with %s: %w", d.Seat, d.Kind, encode(m), err)
	}
	p.tried++
	a, own, err := p.answer(actual, d, m)
	if err != nil {
		return nil, nil, false, wrap(fmt.Errorf("in the actual state: %w", err))
	}
	b, others, err := p.answer(sampled, d, n)
	if err != nil {
		return nil, nil, false, wrap(fmt.Errorf("in the sampled state: %w", err))
	}
	revealed, err = p.compare(own, others)
	if err != nil {
		return nil, nil, false, wrap(err)
	}
	if revealed {
		p.revealed++
		return a, b, true, nil
	}
	if diff := diffViews(p.viewer, a, b); diff != "" {
		return nil, nil, false, wrap(fmt.Errorf("the states look different afterwards (-actual +sampled): %s", diff))
	}
	return a, b, false, nil
}

// stage is an event as the viewer may see it, and the view after it.
type stage struct {
	engine.RedactedEvent
	view []byte
}

func (p *pair) answer(f *engine.Fold, d engine.Decision, m engine.Move) (*engine.Fold, []stage, error) {
	c, err := command(d, m)
	if err != nil {
		return nil, nil, err
	}
	before := f
	f = f.Clone()
	r, err := f.Decide(c, p.key, int64(f.Seq())*1000)
	if err != nil {
		return nil, nil, err
	}
	events, err := f.Apply(r)
	if err != nil {
		return nil, nil, err
	}
	var stages []stage
	before.EachEvent(events, func(n int, after *engine.Fold) {
		for _, event := range f.Redact(events[n:n+1], p.viewer) {
			stages = append(stages, stage{event, encode(after.View(p.viewer))})
		}
	})
	return f, stages, nil
}

// compare reports whether a revealing event differs. Any other difference of events, and of the views after them, is an error.
func (p *pair) compare(own, others []stage) (revealed bool, err error) {
	registry := p.title.Registry()
	for i := range max(len(own), len(others)) {
		if i >= len(own) || i >= len(others) {
			return false, fmt.Errorf("the viewer receives %d events in the actual state, %d in the sampled one:\n- %s\n+ %s",
				len(own), len(others), encode(own), encode(others))
		}
		diff := diffJSON(own[i].RedactedEvent, others[i].RedactedEvent)
		if diff == "" {
			if diff = diffJSON(json.RawMessage(own[i].view), json.RawMessage(others[i].view)); diff != "" {
				return false, fmt.Errorf("the view after event %d, %q, differs (-actual +sampled):\n%s", i+1, own[i].Name, diff)
			}
			continue
		}
		if t, _ := registry.Type(own[i].Name); own[i].Name == others[i].Name && t.Reveals != "" {
			return true, nil
		}
		return false, fmt.Errorf("event %d, %q, differs (-actual +sampled):\n%s", i+1, own[i].Name, diff)
	}
	return false, nil
}
