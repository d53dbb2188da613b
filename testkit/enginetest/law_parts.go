package enginetest

import (
	"bytes"
	"fmt"

	"nemeton/engine"
)

// parts: a view that is updated by the parts that an entry touches equals a view made anew, for every viewer. Parts that are not touched do not change. The same
// holds for the views after the single events of an entry, and the last of them is the view after the entry.
func parts(x suite) error {
	var shared []engine.EncodedMember
	var before *engine.Fold
	return x.each(lively, func(g *game, r engine.Record, events []engine.Event) error {
		if r.Entry.Seq == 1 {
			shared, before = nil, nil
		}
		if before != nil && r.Entry.Kind == engine.KindMove {
			if err := stages(g, before, shared, events); err != nil {
				return err
			}
		}
		before = g.fold.Clone()
		changed := g.fold.Changed(r.Entry.Kind, events)
		var err error
		if shared, err = g.fold.SharedMembers(shared, changed, new([]byte)); err != nil {
			return err
		}
		if err := sameMembers(g.fold, shared, events); err != nil {
			return err
		}
		for _, v := range g.viewers {
			own, err := g.fold.AppendOwn(nil, v)
			if err != nil {
				return err
			}
			want, err := g.fold.View(v).AppendOwn(nil)
			if err != nil {
				return err
			}
			if !bytes.Equal(own, want) {
				return fmt.Errorf("the own members of %s differ from those of the whole view:\n- %s\n+ %s", v, want, own)
			}
		}
		return nil
	})
}

// stages compares the shared view after each event of a move with one that is made anew.
func stages(g *game, before *engine.Fold, shared []engine.EncodedMember, events []engine.Event) (err error) {
	before.EachEvent(events, func(n int, f *engine.Fold) {
		if err != nil {
			return
		}
		if shared, err = f.SharedMembers(shared, f.Changed(engine.KindMove, events[n:n+1]), new([]byte)); err == nil {
			err = sameMembers(f, shared, events[n:n+1])
		}
	})
	if err == nil {
		err = sameMembers(g.fold, shared[:len(shared)-engineMembers], events)
	}
	return err
}

// engineMembers is the number of shared members at the end that the engine adds, because they also depend on other things than events.
const engineMembers = 2

// sameMembers compares shared members with those of a view that is made anew.
func sameMembers(f *engine.Fold, shared []engine.EncodedMember, events []engine.Event) error {
	anew, err := f.SharedMembers(nil, engine.AllParts, new([]byte))
	if err != nil {
		return err
	}
	for i, m := range shared {
		if !bytes.Equal(m.Value, anew[i].Value) {
			return fmt.Errorf("member %s changed, but no event of %+v touches it:\n- %s\n+ %s", m.Name, events, m.Value, anew[i].Value)
		}
	}
	return nil
}
