package enginetest

import (
	"fmt"

	"nemeton/engine"
)

// replays: the log is complete. A fold of the stored bytes equals the live fold after each entry, and so does a fold
// that starts again at any entry.
func replays(x suite) error {
	var second *engine.Fold
	return x.each(lively, func(g *game, r engine.Record, decided []engine.Event) error {
		if r.Entry.Seq == 1 {
			second = engine.NewFold(x.title)
		}
		back, err := engine.ReadRecord(r.Bytes)
		if err != nil {
			return fmt.Errorf("read it back: %w", err)
		}
		if diff := diffValues(r.Entry, back.Entry); diff != "" || r.Hash != back.Hash {
			return fmt.Errorf("the entry read back differs (-written +read):\n%s", diff)
		}
		decoded, err := second.Apply(back)
		if err != nil {
			return fmt.Errorf("fold it again: %w", err)
		}
		if diff := diffValues(decided, decoded); diff != "" {
			return fmt.Errorf("the events read back differ (-decided +decoded):\n%s", diff)
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

// equals compares the live fold with one that was read from the log.
func (g *game) equals(f *engine.Fold) error {
	if f.Seq() != g.fold.Seq() || f.Head() != g.fold.Head() {
		return fmt.Errorf("the fold stands at %d, the live one at %d", f.Seq(), g.fold.Seq())
	}
	for _, v := range g.viewers {
		if diff := diffViews(v, g.fold, f); diff != "" {
			return fmt.Errorf("%s sees another replay (-live +replayed): %s", v, diff)
		}
	}
	if diff := diffValues(g.fold.State(), f.State()); diff != "" {
		return fmt.Errorf("the replayed state differs (-live +replayed):\n%s", diff)
	}
	return nil
}
