package enginetest

import (
	"errors"
	"fmt"

	"nemeton/engine"
	"nemeton/engine/codec"
)

// listedAccepted: every listed move encodes as an object, occurs once in its list, reads back equal, and is accepted.
func listedAccepted(x suite) error {
	longest := 0
	err := x.each(lively, func(g *game, _ engine.Record, _ []engine.Event) error {
		for _, d := range engineDecisions(g.fold) {
			longest = max(longest, len(d.Moves))
			if err := x.listed(d); err != nil {
				return fmt.Errorf("decision %s %q of seat %d: %w", d.ID, d.Kind, d.Seat, err)
			}
			if !g.due() {
				continue
			}
			for _, m := range g.some(d.Moves) {
				if err := g.accepts(d, m); err != nil {
					return fmt.Errorf("decision %s %q of seat %d, listed move %s: %w", d.ID, d.Kind, d.Seat, encode(m), err)
				}
			}
		}
		return nil
	})
	x.Logf("longest list of moves: %d", longest)
	return err
}

func (x suite) listed(d engine.Decision) error {
	if len(d.Moves) == 0 {
		return errors.New("the decision lists no moves")
	}
	met := make(map[engine.Move]bool, len(d.Moves))
	for _, m := range d.Moves {
		raw, err := codec.Canonical(m)
		if err != nil {
			return err
		}
		if raw[0] != '{' {
			return fmt.Errorf("move %s is not an object", raw)
		}
		if met[m] {
			return fmt.Errorf("move %s is listed twice", raw)
		}
		met[m] = true
		// The client sends the plain encoding, which need not be canonical.
		back, err := x.title.Moves().Parse(d.Kind, encode(m))
		if err != nil {
			return fmt.Errorf("move %s cannot be read back: %w", raw, err)
		}
		if back != m {
			return fmt.Errorf("move %s reads back as %s (%T for %T)", raw, encode(back), back, m)
		}
	}
	return nil
}

func (g *game) accepts(d engine.Decision, m engine.Move) (err error) {
	defer func() {
		if bad := recover(); bad != nil {
			err = fmt.Errorf("panic: %v", bad)
		}
	}()
	c, err := command(d, m)
	if err != nil {
		return err
	}
	f := g.fold.Clone()
	r, err := f.Decide(c, g.key, g.time())
	if err != nil {
		return err
	}
	_, err = f.Apply(r)
	return err
}
