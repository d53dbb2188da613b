package enginetest

import (
	"bytes"
	"fmt"

	"nemeton/engine"
)

// sameBytes: the same secret and the same choices give the same bytes, in a second game and in a second call.
func sameBytes(x suite) error {
	var twin *game
	return x.each(lively, func(g *game, r engine.Record, _ []engine.Event) error {
		if r.Entry.Seq == 1 {
			twin = x.newGame(g.seats, g.seed, g.style)
		}
		again, _, err := twin.next()
		if err != nil {
			return fmt.Errorf("in a second game: %w", err)
		}
		if !bytes.Equal(r.Bytes, again.Bytes) {
			return fmt.Errorf("a second game with the same secret writes another entry:\n- %s\n+ %s", r.Bytes, again.Bytes)
		}
		return g.decidesTheSame()
	})
}

func (g *game) decidesTheSame() error {
	for _, d := range engineDecisions(g.fold) {
		c, err := command(d, d.Moves[0])
		if err != nil {
			return err
		}
		one, err := g.fold.Decide(c, g.key, g.time())
		if err != nil {
			return err
		}
		two, err := g.fold.Decide(c, g.key, g.time())
		if err != nil {
			return err
		}
		if one.Hash != two.Hash {
			return fmt.Errorf("deciding %q twice writes two entries:\n- %s\n+ %s", d.Kind, one.Bytes, two.Bytes)
		}
	}
	return nil
}
