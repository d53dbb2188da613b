package enginetest

import (
	"fmt"
	"math/rand/v2"

	"nemeton/engine"
	"nemeton/engine/chance"
)

// advance: a Simulator's Advance and AppendOpen agree with Decide, Evolve and Open, and AppendOpen leaves earlier elements alone.
func advance(x suite) error {
	return x.each(lively, func(g *game, _ engine.Record, _ []engine.Event) error {
		state := g.fold.State()
		simulated, can := state.(engine.Simulator)
		if !can || !g.due() {
			return nil
		}
		open := state.Open()
		before, moves := []engine.Decision{{No: 1}}, make([]engine.Move, 1, 5)
		got, _ := simulated.AppendOpen(before, moves)
		if diff := diffValues(append(before[:1:1], open...), got); diff != "" {
			return fmt.Errorf("the decisions of AppendOpen differ from those of Open (-Open +AppendOpen):\n%s", diff)
		}
		for _, d := range open {
			for _, m := range g.some(d.Moves) {
				seed := g.r.Uint64()
				want, got := state.Clone(), state.Clone()
				for _, e := range want.Decide(d, m, loose(seed)) {
					want.Evolve(e)
				}
				got.(engine.Simulator).Advance(d, m, loose(seed))
				if diff := diffValues(want, got); diff != "" {
					return fmt.Errorf("the result of Advance of %q with %s differs from Decide and Evolve (-events +Advance):\n%s", d.Kind, encode(m), diff)
				}
			}
		}
		return nil
	})
}

func loose(seed uint64) chance.Loose { return chance.Loose{Rand: rand.New(rand.NewPCG(seed, 0))} }
