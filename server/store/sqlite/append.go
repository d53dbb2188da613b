package sqlite

import (
	"context"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/internal/group"
	"nemeton/server/store/row"
)

// batchSize bounds how long a batch keeps other writers from the one connection.
const batchSize = 256

// Append implements store.Log. It shares its transaction with the appends of other tables.
func (s *Store) Append(ctx context.Context, a store.Append) error {
	spelled, err := row.EncodeAppend(a)
	if err != nil {
		return err
	}
	return s.appends.Append(ctx, spelled)
}

// commitBatch stores a batch in one transaction. No context of a caller reaches it: who gives up must not undo what others wait for.
func (s *Store) commitBatch(batch []*row.Append) []error {
	ctx := context.Background()
	fates, added, keys := make([]error, len(batch)), make([]bool, len(batch)), make([]int64, len(batch))
	for i, a := range batch {
		keys[i], fates[i] = s.key(ctx, a.Table)
	}
	committing := false
	err := s.writing(ctx, func(w *writer) (err error) {
		if _, err = w.exec(ctx, w.begin); err != nil {
			return err
		}
		defer func() {
			if err != nil {
				_, _ = w.exec(ctx, w.rollback) // some errors have done it already
			}
		}()
		for i, a := range batch {
			if fates[i] != nil {
				continue
			}
			if added[i], err = w.add(ctx, keys[i], a); err != nil {
				return err
			}
		}
		committing = true
		_, err = w.exec(ctx, w.commit)
		return err
	})
	switch {
	case err == nil:
		for i, a := range batch {
			if fates[i] == nil && !added[i] {
				fates[i] = s.whyNot(ctx, a.Table, &a.Record.Entry)
			}
		}
		return fates
	case committing:
		return group.Settle(ctx, s, batch, fates, s.fail(ctx, err))
	}
	// Nothing was stored. One of them may be to blame: each on its own.
	return group.Apart(batch, fates, s.fail(ctx, err), s.commitBatch)
}

// maxKeys bounds what is remembered of keys.
const maxKeys = 4096

// key finds the number by which entries name their table. It never changes, so that it is asked for once; keep alone does that.
func (s *Store) key(ctx context.Context, id store.TableID) (key int64, err error) {
	if key, known := s.keys[id]; known {
		return key, nil
	}
	if err := s.read.QueryRowContext(ctx, "SELECT key FROM tables WHERE id = ?", id).Scan(&key); err != nil {
		return 0, s.fail(ctx, err)
	}
	if len(s.keys) >= maxKeys {
		clear(s.keys)
	}
	s.keys[id] = key
	return key, nil
}

// whyNot says why an entry could not stand in the log.
func (s *Store) whyNot(ctx context.Context, id store.TableID, e *engine.Entry) error {
	var known bool
	err := s.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM entries WHERE table_key = t.key AND seat = ?2 AND command = ?3)
		FROM tables t WHERE id = ?1`, id, e.Seat, spellCommand(e.Command)).Scan(&known)
	switch {
	case err != nil:
		return s.fail(ctx, err)
	case known:
		return store.ErrDuplicate
	default:
		return store.ErrConflict
	}
}
