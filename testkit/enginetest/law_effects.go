package enginetest

import (
	"bytes"
	"fmt"
	"slices"

	"nemeton/engine"
	"nemeton/engine/codec"
)

// Played is a move of a random game, with the game from there on.
type Played struct {
	Seat     engine.Seat
	Decision engine.Decision
	Move     engine.Move
	Before   *engine.Fold
	Steps    []Entry // the move's entry, then the later ones
}

// Entry is one entry of a game.
type Entry struct {
	Events []engine.Event
	After  *engine.Fold
}

// View is the view of the seat that moved, after the first n entries; 0: before the move.
func (p Played) View(n int) any {
	f := p.Before
	if n > 0 {
		f = p.Steps[n-1].After
	}
	return f.View(engine.SeatViewer(p.Seat)).Title
}

// Events lists the events of the first n entries.
func (p Played) Events(n int) (list []engine.Event) {
	for _, s := range p.Steps[:min(n, len(p.Steps))] {
		list = append(list, s.Events...)
	}
	return list
}

// effects: a title's effects are of the kinds that it lists, and true. Options.Happened tells from the views and events of the game what each
// move did. Exactly these effects must have been named, and each range must hold the value that came out.
func effects(x suite) error {
	title, ok := x.title.(engine.Explainer)
	if !ok {
		return nil
	}
	met := map[string]int{}
	var moves []Played
	var before *engine.Fold
	err := x.each(plain, func(g *game, r engine.Record, events []engine.Event) error {
		after := g.fold.Clone()
		for i := range moves {
			moves[i].Steps = append(moves[i].Steps, Entry{events, after})
		}
		if p, ok := playedMove(before, r); ok && len(g.log) > 1 {
			p.Steps = []Entry{{events, after}}
			moves = append(moves, p)
		}
		if before = after; !g.over() {
			return nil
		}
		for _, p := range moves {
			if err := x.truthful(title, p, met); err != nil {
				return fmt.Errorf("seat %d, %q with %s: %w", p.Seat, p.Decision.Kind, encode(p.Move), err)
			}
		}
		moves, before = nil, nil
		return nil
	})
	x.Logf("effects by kind: %v", met)
	for kind := range title.EffectKinds() {
		if err == nil && met[kind] == 0 && x.Happened != nil && !slices.Contains(x.Rare, kind) {
			return fmt.Errorf("no move of any game had the effect %q", kind)
		}
	}
	return err
}

// playedMove finds the move of an entry in the decisions before it.
func playedMove(before *engine.Fold, r engine.Record) (Played, bool) {
	if before == nil || r.Entry.Decision == "" {
		return Played{}, false
	}
	d, ok := find(engineDecisions(before), r.Entry.Decision)
	at := slices.IndexFunc(d.Moves, func(m engine.Move) bool {
		raw, err := codec.Canonical(m)
		return err == nil && bytes.Equal(raw, r.Entry.Move)
	})
	if !ok || at < 0 {
		return Played{}, false
	}
	return Played{Seat: d.Seat, Decision: d, Move: d.Moves[at], Before: before}, true
}

// truthful compares the named effects of a move with those that happened.
func (x suite) truthful(title engine.Explainer, p Played, met map[string]int) error {
	k := p.Before.Knowledge(engine.SeatViewer(p.Seat))
	list := title.Effects(k, p.Decision)
	if len(list) != len(p.Decision.Moves) {
		return fmt.Errorf("effects of %d moves, want %d", len(list), len(p.Decision.Moves))
	}
	for _, effects := range list {
		for _, e := range effects {
			if err := wellFormed(title.EffectKinds(), e); err != nil {
				return err
			}
		}
	}
	if x.Happened == nil {
		return nil
	}
	named := slices.Clone(list[slices.Index(p.Decision.Moves, p.Move)])
	happened := x.Happened(p)
	for _, is := range happened {
		met[is.Kind]++
		at := slices.IndexFunc(named, func(e engine.Effect) bool { return e.Holds(is) })
		if at < 0 {
			return fmt.Errorf("%s happened, named are %s", encode(is), encode(named))
		}
		named = slices.Delete(named, at, at+1)
	}
	if len(named) > 0 {
		return fmt.Errorf("%s did not happen, but %s", encode(named), encode(happened))
	}
	return nil
}

// wellFormed reports an effect that is not of a kind in the list.
func wellFormed(kinds engine.EffectKinds, e engine.Effect) error {
	names, ok := kinds[e.Kind]
	if !ok {
		return fmt.Errorf("%s is of no kind that the title lists", encode(e))
	}
	if !slices.EqualFunc(e.Values, names, func(v engine.EffectValue, name string) bool { return v.Name == name && v.Min <= v.Max }) {
		return fmt.Errorf("%s needs the values %v", encode(e), names)
	}
	return nil
}
