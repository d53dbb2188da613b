package enginetest

import (
	"bytes"
	"fmt"

	"nemeton/engine"
)

// parts: a view that is updated by the parts that an entry touches equals a view made anew, for every viewer. Parts that are not touched do not change.
func parts(x suite) error {
	var shared []engine.EncodedMember
	return x.each(lively, func(g *game, r engine.Record, events []engine.Event) error {
		if r.Entry.Seq == 1 {
			shared = nil
		}
		changed := g.fold.Changed(r.Entry.Kind, events)
		var err error
		if shared, err = g.fold.SharedMembers(shared, changed, new([]byte)); err != nil {
			return err
		}
		anew, err := g.fold.SharedMembers(nil, engine.AllParts, new([]byte))
		if err != nil {
			return err
		}
		for i, m := range anew {
			if !bytes.Equal(shared[i].Value, m.Value) {
				return fmt.Errorf("member %s changed, but no event of %+v touches it:\n- %s\n+ %s", m.Name, events, shared[i].Value, m.Value)
			}
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
