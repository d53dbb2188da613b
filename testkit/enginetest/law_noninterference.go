package enginetest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"nemeton/engine"
)

// pairSteps is how far a pair of worlds is played on together.
const pairSteps = 4

// twoWorlds: a viewer cannot tell the true world from one sampled from what it knows. Both give it the same view and the
// same decisions, and every command legal in both, with the same chance, tells it the same events in the same order, up to
// one that by a rule makes public what was hidden (EventType.Reveals). Where the answer itself is secret, the two worlds are
// given different ones.
func twoWorlds(x exam) error {
	if err := x.startsAlike(); err != nil {
		return err
	}
	var met struct{ worlds, commands, reveals int }
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
			met.worlds++
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
	x.Logf("%d sampled worlds, %d commands in both, %d of them revealed something", met.worlds, met.commands, met.reveals)
	for _, kind := range x.Secret {
		if err == nil && !kinds[kind] {
			return fmt.Errorf("no decision was of kind %q, which Options.Secret names", kind)
		}
	}
	return err
}

// pair is a true and a sampled world that one viewer should not be able to tell apart.
type pair struct {
	*game
	viewer          engine.Viewer
	truth, dream    *engine.Fold
	tried, revealed int
}

func (g *game) pair(v engine.Viewer) (*pair, error) {
	state, err := g.title.Sample(engine.Knowledge{
		Viewer: v, Setup: g.start.Setup, View: g.fold.View(v).Title, Decisions: g.fold.Decisions(v), Seen: g.seen[v],
	}, rand.New(rand.NewPCG(g.r.Uint64(), 1)))
	if err != nil {
		return nil, fmt.Errorf("sample a world: %w", err)
	}
	p := &pair{game: g, viewer: v, truth: g.fold, dream: g.fold.WithState(state)}
	if diff := differInSight(v, p.truth, p.dream); diff != "" {
		return nil, fmt.Errorf("a sampled world looks different (-true +sampled): %s", diff)
	}
	return p, nil
}

// commands tries each command that is legal in both worlds, once; and secret answers against each other.
func (p *pair) commands() error {
	for _, d := range engineDecisions(p.truth) {
		for _, m := range p.some(p.inBoth(d)) {
			if _, _, _, err := p.play(p.truth, p.dream, d, m, m); err != nil {
				return err
			}
		}
		if !slices.Contains(p.Secret, d.Kind) || p.viewer.Is(d.Seat) {
			continue
		}
		dreamt, _ := find(engineDecisions(p.dream), d.ID)
		for _, m := range p.some(d.Moves) {
			other := dreamt.Moves[p.r.IntN(len(dreamt.Moves))]
			if _, _, _, err := p.play(p.truth, p.dream, d, m, other); err != nil {
				return fmt.Errorf("with another secret answer, %s: %w", spell(other), err)
			}
		}
	}
	return nil
}

// playOn plays the two worlds on together, until a reveal tells them apart; then the sampled one alone.
func (p *pair) playOn() error {
	truth, dream, parted := p.truth, p.dream, false
	for range pairSteps {
		open := engineDecisions(dream)
		if len(open) == 0 {
			return nil
		}
		d := open[p.r.IntN(len(open))]
		here := &pair{game: p.game, viewer: p.viewer, truth: truth, dream: dream}
		moves := d.Moves
		if parted {
			truth, here.truth = dream, dream
		} else {
			moves = here.inBoth(d)
		}
		if len(moves) == 0 {
			return nil
		}
		a, b, revealed, err := here.playSame(truth, dream, d, moves)
		if err != nil {
			return fmt.Errorf("played on from a sampled world: %w", err)
		}
		truth, dream, parted = a, b, parted || revealed
	}
	return nil
}

// inBoth lists the moves that a decision offers in both worlds.
func (p *pair) inBoth(d engine.Decision) []engine.Move {
	here, ok := find(engineDecisions(p.truth), d.ID)
	there, both := find(engineDecisions(p.dream), d.ID)
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

// playSame gives both worlds the same one of the moves.
func (p *pair) playSame(truth, dream *engine.Fold, d engine.Decision, moves []engine.Move) (a, b *engine.Fold, revealed bool, err error) {
	m := moves[p.r.IntN(len(moves))]
	return p.play(truth, dream, d, m, m)
}

// play answers d in both worlds with the same chance, and compares what the viewer is told of it.
func (p *pair) play(truth, dream *engine.Fold, d engine.Decision, m, n engine.Move) (a, b *engine.Fold, revealed bool, err error) {
	where := func(err error) error {
		return fmt.Errorf("command of seat %d, %q with %s: %w", d.Seat, d.Kind, spell(m), err)
	}
	p.tried++
	a, told, err := p.answer(truth, d, m)
	if err != nil {
		return nil, nil, false, where(fmt.Errorf("in the true world: %w", err))
	}
	b, dreamt, err := p.answer(dream, d, n)
	if err != nil {
		return nil, nil, false, where(fmt.Errorf("in the sampled world: %w", err))
	}
	revealed, err = p.compare(told, dreamt)
	if err != nil {
		return nil, nil, false, where(err)
	}
	if revealed {
		p.revealed++
		return a, b, true, nil
	}
	if diff := differInSight(p.viewer, a, b); diff != "" {
		return nil, nil, false, where(fmt.Errorf("the worlds look different afterwards (-true +sampled): %s", diff))
	}
	return a, b, false, nil
}

func (p *pair) answer(f *engine.Fold, d engine.Decision, m engine.Move) (*engine.Fold, []engine.RedactedEvent, error) {
	c, err := command(d, m)
	if err != nil {
		return nil, nil, err
	}
	f = f.Clone()
	r, err := f.Decide(c, p.key, int64(f.Seq())*1000)
	if err != nil {
		return nil, nil, err
	}
	events, err := f.Apply(r)
	if err != nil {
		return nil, nil, err
	}
	return f, f.Redact(events, p.viewer), nil
}

// compare tells whether a reveal told the worlds apart; anything else that does is an error.
func (p *pair) compare(told, dreamt []engine.RedactedEvent) (revealed bool, err error) {
	registry := p.title.Registry()
	for i := range max(len(told), len(dreamt)) {
		if i >= len(told) || i >= len(dreamt) {
			return false, fmt.Errorf("%d events are told in the true world, %d in the sampled one:\n- %s\n+ %s",
				len(told), len(dreamt), spell(told), spell(dreamt))
		}
		diff := differSpelled(told[i], dreamt[i])
		if diff == "" {
			continue
		}
		if t, _ := registry.Type(told[i].Name); told[i].Name == dreamt[i].Name && t.Reveals != "" {
			return true, nil
		}
		return false, fmt.Errorf("event %d, %q, is told differently (-true +sampled):\n%s", i+1, told[i].Name, diff)
	}
	return false, nil
}
