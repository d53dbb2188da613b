package enginetest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"nemeton/engine"
	"nemeton/engine/codec"
)

// refusals: a command that is not a listed move of the seat's open decision is refused with the right error and changes
// nothing.
func refusals(x suite) error {
	var old *engine.Decision             // an answered decision
	pool := map[string]([]engine.Move){} // moves met so far, by kind of decision
	return x.each(lively, func(g *game, r engine.Record, _ []engine.Event) error {
		if r.Entry.Seq == 1 {
			old = nil
		}
		open := engineDecisions(g.fold)
		for _, d := range open {
			if len(pool[d.Kind]) < 2000 {
				pool[d.Kind] = append(pool[d.Kind], d.Moves...)
			}
		}
		if g.due() {
			before, err := g.replayed(len(g.log))
			if err != nil {
				return err
			}
			for _, d := range open {
				if err := g.refuses(d, old, pool); err != nil {
					return fmt.Errorf("decision %s %q of seat %d: %w", d.ID, d.Kind, d.Seat, err)
				}
			}
			if err := g.equals(before); err != nil {
				return fmt.Errorf("refusing changed something: %w", err)
			}
		}
		if len(open) > 0 {
			old = &open[0]
		}
		return nil
	})
}

// refuses tries commands that must be refused on one open decision.
func (g *game) refuses(d engine.Decision, old *engine.Decision, pool map[string][]engine.Move) error {
	good, err := command(d, d.Moves[g.r.IntN(len(d.Moves))])
	if err != nil {
		return err
	}
	try := func(what string, want error, change func(c *engine.Command)) {
		c := good
		change(&c)
		if refused := g.try(c); err == nil && !errors.Is(refused, want) {
			err = fmt.Errorf("%s, move %s: got %v, want %v", what, c.Move, refused, want)
		}
	}
	try("an unknown id", engine.ErrStaleDecision, func(c *engine.Command) { c.Decision = "no such decision" })
	try("no id", engine.ErrStaleDecision, func(c *engine.Command) { c.Decision = "" })
	if old != nil && !g.isOpen(old.ID) {
		try("an answered decision", engine.ErrStaleDecision, func(c *engine.Command) { c.Decision = old.ID })
	}
	for seat := engine.NoSeat; int(seat) <= g.seats; seat++ {
		if seat != d.Seat {
			try(fmt.Sprintf("seat %d", seat), engine.ErrNotYours, func(c *engine.Command) { c.Seat = seat })
		}
	}
	for _, garbage := range malformed(good.Move) {
		try("garbage", engine.ErrMalformed, func(c *engine.Command) { c.Move = garbage })
	}
	for _, m := range g.some(pool[d.Kind]) {
		if !slices.Contains(d.Moves, m) {
			try("an unlisted move", engine.ErrIllegalMove, func(c *engine.Command) { c.Move = encode(m) })
		}
	}
	if err != nil {
		return err
	}
	for _, raw := range mutated(good.Move) {
		if err := g.refusesUnlessListed(d, good, raw); err != nil {
			return err
		}
	}
	return nil
}

// refusesUnlessListed tries a well-formed variation of a move: it is accepted only if it is listed too.
func (g *game) refusesUnlessListed(d engine.Decision, c engine.Command, raw []byte) error {
	c.Move = raw
	refused, listed := g.try(c), false
	for _, m := range d.Moves {
		encoded, err := codec.Canonical(m)
		if err != nil {
			return err
		}
		listed = listed || bytes.Equal(encoded, raw)
	}
	switch {
	case listed && refused != nil:
		return fmt.Errorf("listed move %s: %w", raw, refused)
	case !listed && !errors.Is(refused, engine.ErrMalformed) && !errors.Is(refused, engine.ErrIllegalMove):
		return fmt.Errorf("changed move %s: got %v, want a refusal", raw, refused)
	}
	return nil
}

// try decides on the live fold, where nothing may change, and returns the refusal.
func (g *game) try(c engine.Command) (err error) {
	defer func() {
		if bad := recover(); bad != nil {
			err = fmt.Errorf("panic: %v", bad)
		}
	}()
	_, err = g.fold.Decide(c, g.key, g.time())
	return err
}

func (g *game) isOpen(id engine.DecisionID) bool {
	return slices.ContainsFunc(engineDecisions(g.fold), func(d engine.Decision) bool { return d.ID == id })
}
