package enginetest

import (
	"fmt"

	"nemeton/engine"
)

// purity: queries change nothing, and a clone is independent. The witness is a state replayed from bytes, which shares
// nothing with the tested state.
func purity(x suite) error {
	return x.each(lively, func(g *game, _ engine.Record, _ []engine.Event) error {
		if !g.due() {
			return nil
		}
		witness, err := g.replayed(len(g.log))
		if err != nil {
			return err
		}
		if err := g.queries(witness.State()); err != nil {
			return err
		}
		return g.clones(witness.State())
	})
}

// queries calls every method that must not write.
func (g *game) queries(witness engine.State) error {
	state := g.fold.State()
	unchanged := func(what string) error {
		if diff := diffValues(witness, state); diff != "" {
			return fmt.Errorf("%s changed the state (-before +after):\n%s", what, diff)
		}
		return nil
	}
	if err := unchanged("Decide or Evolve of an earlier entry"); err != nil {
		return err
	}
	for _, v := range g.viewers {
		state.View(v)
	}
	if err := unchanged("View"); err != nil {
		return err
	}
	open := state.Open()
	state.Outcome()
	if err := unchanged("Open or Outcome"); err != nil {
		return err
	}
	for _, d := range open {
		for _, m := range g.some(d.Moves) {
			state.Decide(d, m, Loose(uint64(g.fold.Seq())))
			if err := unchanged(fmt.Sprintf("Decide of %q with %s", d.Kind, encode(m))); err != nil {
				return err
			}
		}
	}
	return nil
}

// clones plays on with a clone, and with the original of another clone.
func (g *game) clones(witness engine.State) error {
	state := g.fold.State()
	g.wander(state.Clone())
	if diff := diffValues(witness, state); diff != "" {
		return fmt.Errorf("playing on with a clone changed the original (-before +after):\n%s", diff)
	}
	clone := state.Clone()
	again := clone.Clone()
	g.wander(clone)
	if diff := diffValues(witness, again); diff != "" {
		return fmt.Errorf("playing on changed a clone made before (-before +after):\n%s", diff)
	}
	return nil
}

// wander plays some random moves on a bare state.
func (g *game) wander(s engine.State) {
	for n := range 12 {
		open := s.Open()
		if len(open) == 0 {
			return
		}
		d := open[g.r.IntN(len(open))]
		m := d.Moves[g.r.IntN(len(d.Moves))]
		for _, e := range s.Decide(d, m, Loose(uint64(n))) {
			s.Evolve(e)
		}
	}
}
