package memstore

import (
	"context"
	"fmt"
	"slices"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

// entry is a record as a database would store it, and a cache of the decoded record; nil: decode it again.
type entry struct {
	raw, hash []byte
	decoded   *engine.Record
	row       store.Table // as the entry left it
}

func (e entry) record(id store.TableID, at int) (engine.Record, error) {
	if e.decoded != nil {
		return *e.decoded, nil
	}
	return dialect.Record(id, engine.Seq(at+1), e.raw, e.hash)
}

// Append implements store.Log, without offers and results.
func (s *Store) Append(ctx context.Context, a store.Append) error {
	return s.update(ctx, func(d *data) error {
		e := &a.Record.Entry
		t, ok := d.tables[a.Table]
		if !ok {
			return store.ErrNotFound
		}
		c := command{e.Seat, e.Command}
		if _, stored := t.commands[c]; stored && e.Command != "" {
			return store.ErrDuplicate
		}
		if a.NewHolder != nil && a.NewHolder.Offer != [32]byte{} {
			return store.ErrOffer // there are no offers
		}
		if e.Seq != t.row.Seq+1 || e.Prev != t.row.Head && !s.anyPrev || a.Rev != 0 && a.Rev != t.row.Rev {
			return dialect.Refusal(false, e.Seq == t.row.Seq+1 && e.Prev != t.row.Head)
		}
		if !slices.Contains([]store.State{store.Open, store.Running, store.Finished, store.Closed}, a.State) {
			return fmt.Errorf("table %s: unknown state %q", a.Table, a.State)
		}
		if len(t.log) == 0 {
			t.open = t.row
		}
		t.commands[c] = len(t.log)
		next := t.row
		next.Seq, next.Head, next.State, next.Owing, next.Winners, next.StandIns, next.Ending, next.DueAt = e.Seq, a.Record.Hash, a.State, a.Owing, a.Winners, a.StandIns, a.Ending, a.DueAt
		next.UpdatedAt = stored(a.Now)
		next.Contributions, next.Answers = nil, nil
		next = clone(next)
		if a.NewHolder != nil {
			next.Seats[a.NewHolder.Seat].Player = a.NewHolder.Player
		}
		for _, n := range a.Names {
			if _, ok := d.players[n.Player]; ok {
				t.removeNames(func(old name) bool { return old.Seat == n.Seat && old.Holder == n.Holder })
				t.names = append(t.names, name{n, e.Seq})
			}
		}
		t.row, t.epoch = next, d.epoch
		t.log = append(t.log, entry{raw: a.Record.Bytes, hash: a.Record.Hash[:], decoded: &a.Record, row: next})
		return nil
	})
}

func (s *Store) Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) (list []engine.Record, err error) {
	err = s.view(ctx, func(d *data) error {
		t, ok := d.tables[id]
		if !ok || after >= engine.Seq(len(t.log)) {
			return nil
		}
		for at := int(after); at < len(t.log) && len(list) < limit; at++ {
			r, err := t.log[at].record(id, at)
			if err != nil {
				list = nil
				return err
			}
			list = append(list, r)
		}
		return nil
	})
	return list, err
}

func (s *Store) Command(ctx context.Context, id store.TableID, seat engine.Seat, name string) (r engine.Record, err error) {
	err = s.view(ctx, func(d *data) error {
		t, ok := d.tables[id]
		if !ok || name == "" {
			return store.ErrNotFound
		}
		at, ok := t.commands[command{seat, name}]
		if !ok {
			return store.ErrNotFound
		}
		r, err = t.log[at].record(id, at)
		return err
	})
	return r, err
}
