package enginetest

import (
	"fmt"

	"nemeton/engine"
)

// replays: the log says it all. A fold that reads the stored bytes one by one equals the live fold after each entry, and
// so does one that starts over at any point.
func replays(x exam) error {
	var second *engine.Fold
	return x.each(lively, func(g *game, r engine.Record, _ []engine.Event) error {
		if r.Entry.Seq == 1 {
			second = engine.NewFold(x.title)
		}
		back, err := engine.ReadRecord(r.Bytes)
		if err != nil {
			return fmt.Errorf("read it back: %w", err)
		}
		if diff := differ(r, back); diff != "" {
			return fmt.Errorf("the entry read back differs (-written +read):\n%s", diff)
		}
		if _, err := second.Apply(back); err != nil {
			return fmt.Errorf("fold it again: %w", err)
		}
		if err := g.equals(second); err != nil {
			return err
		}
		if !g.due() {
			return nil
		}
		prefix, err := g.replayed(len(g.log))
		if err != nil {
			return err
		}
		return g.equals(prefix)
	})
}

// equals compares the live fold with one read from the log.
func (g *game) equals(f *engine.Fold) error {
	if f.Seq() != g.fold.Seq() || f.Head() != g.fold.Head() {
		return fmt.Errorf("the fold stands at %d, the live one at %d", f.Seq(), g.fold.Seq())
	}
	for _, v := range g.viewers {
		if diff := differInSight(v, g.fold, f); diff != "" {
			return fmt.Errorf("%s sees another replay (-live +replayed): %s", v, diff)
		}
	}
	if diff := differ(g.fold.State(), f.State()); diff != "" {
		return fmt.Errorf("the replayed state differs (-live +replayed):\n%s", diff)
	}
	return nil
}
