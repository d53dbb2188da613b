package memstore

import (
	"context"
	"slices"

	"nemeton/server/store"
	"nemeton/server/store/row"
)

// transparency is the log of created and finished tables. Its slices never change in place.
type transparency struct {
	queue   []store.LogFact
	entries [][]byte
	hashes  [][32]byte
}

// note queues a fact.
func (l *transparency) note(kind store.LogKind, table store.TableID, value [32]byte) {
	l.queue = append(slices.Clip(l.queue), store.LogFact{Kind: kind, Table: table, Value: value})
}

// read returns hashes of the tree.
func (l *transparency) read(indexes []int64) ([][32]byte, error) {
	found := map[int64][]byte{}
	for _, n := range indexes {
		if n >= 0 && n < int64(len(l.hashes)) {
			found[n] = l.hashes[n][:]
		}
	}
	return row.LogHashes(indexes, found)
}

// GrowLog implements store.Transparency.
func (s *Store) GrowLog(ctx context.Context, limit int, add store.LogTree) (n int, err error) {
	err = s.update(ctx, func(d *data) error {
		facts := d.transparency.queue[:min(limit, len(d.transparency.queue))]
		if len(facts) == 0 {
			return nil
		}
		entries, hashes, err := add(int64(len(d.transparency.entries)), facts, d.transparency.read)
		if err != nil {
			return err
		}
		n = len(facts)
		d.transparency = transparency{
			queue:   d.transparency.queue[n:],
			entries: append(slices.Clip(d.transparency.entries), entries...),
			hashes:  append(slices.Clip(d.transparency.hashes), hashes...),
		}
		return nil
	})
	return n, err
}

// LogSize implements store.Transparency.
func (s *Store) LogSize(ctx context.Context) (size int64, err error) {
	err = s.view(ctx, func(d *data) error {
		size = int64(len(d.transparency.entries))
		return nil
	})
	return size, err
}

// LogEntries implements store.Transparency.
func (s *Store) LogEntries(ctx context.Context, first int64, limit int) (list [][]byte, err error) {
	err = s.view(ctx, func(d *data) error {
		all := d.transparency.entries
		first = min(max(first, 0), int64(len(all)))
		list = slices.Clone(all[first:min(first+int64(limit), int64(len(all)))])
		return nil
	})
	return list, err
}

// LogHashes implements store.Transparency.
func (s *Store) LogHashes(ctx context.Context, indexes []int64) (list [][32]byte, err error) {
	err = s.view(ctx, func(d *data) error {
		list, err = d.transparency.read(indexes)
		return err
	})
	return list, err
}
