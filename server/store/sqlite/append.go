package sqlite

import (
	"context"
	"database/sql/driver"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
	"nemeton/server/store/internal/batch"
)

// batchSize is the maximum number of appends in a transaction. It bounds the time for which a batch blocks other writers.
const batchSize = 256

// Append implements store.Log. Concurrent appends of different tables share a transaction.
func (s *Store) Append(ctx context.Context, a store.Append) error {
	encoded, err := dialect.EncodeAppend(a)
	if err != nil {
		return err
	}
	return s.appends.Commit(ctx, encoded)
}

// commitBatch stores a batch in one transaction. It does not use the callers' contexts, because one canceled caller must not roll back the appends
// of the others.
func (s *Store) commitBatch(appends []*dialect.Append) []error {
	ctx := context.Background()
	results, added, keys := make([]error, len(appends)), make([]bool, len(appends)), make([]driver.Value, len(appends))
	for i, a := range appends {
		keys[i], results[i] = s.key(ctx, a.Table)
	}
	committing := false
	err := s.withWriter(ctx, func(w *writer) (err error) {
		if _, err = w.exec(ctx, w.begin); err != nil {
			return err
		}
		defer func() {
			if err != nil {
				_, _ = w.exec(ctx, w.rollback) // fails if SQLite has rolled back already
			}
		}()
		if err = s.lock.check(s.journal); err != nil {
			return err
		}
		for i, a := range appends {
			if results[i] != nil {
				continue
			}
			if added[i], err = w.add(ctx, keys[i], a); err != nil {
				return err
			}
		}
		committing = true
		if _, err = w.exec(ctx, w.commit); err == nil {
			s.mark.note(w.last, 0)
		}
		return err
	})
	switch {
	case err == nil:
		for i, a := range appends {
			if results[i] == nil && !added[i] {
				results[i] = s.offerRefusal(ctx, a.NewHolder, a.Table, a.Now, s.refusal(ctx, a.Table, &a.Record.Entry))
			}
		}
		return results
	case committing:
		return batch.Reconcile(ctx, s, appends, results, s.fail(ctx, err))
	}
	// Nothing was stored. A single append may be at fault.
	return batch.CommitEach(appends, results, s.fail(ctx, err), s.commitBatch)
}

const maxKeys = 4096

// key returns the number by which entries name their table. A key never changes, so keys are cached. Only commitBatch may call this.
// Measured with 128 tables: an append takes 46 µs of processor time instead of 61.
func (s *Store) key(ctx context.Context, id store.TableID) (driver.Value, error) {
	if key, cached := s.keys[id]; cached {
		return key, nil
	}
	var key int64
	if err := s.read.QueryRowContext(ctx, "SELECT key FROM tables WHERE id = ?", id).Scan(&key); err != nil {
		return nil, s.fail(ctx, err)
	}
	if len(s.keys) >= maxKeys {
		clear(s.keys)
	}
	s.keys[id] = key
	return key, nil
}

// refusal returns the reason for which an entry was not added: store.ErrDuplicate, store.ErrDiverged or store.ErrConflict.
func (s *Store) refusal(ctx context.Context, id store.TableID, e *engine.Entry) error {
	var duplicate, diverged bool
	err := s.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM entries WHERE table_key = t.key AND seat = ?2 AND command = ?3), seq = ?4 AND head <> ?5
		FROM tables t WHERE id = ?1`, id, e.Seat, command(e.Command), int64(e.Seq-1), e.Prev[:]).Scan(&duplicate, &diverged)
	if err != nil {
		return s.fail(ctx, err)
	}
	return dialect.Refusal(duplicate, diverged)
}
