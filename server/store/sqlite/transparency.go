package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"nemeton/server/store"
	"nemeton/server/store/row"
)

const logSize = "SELECT coalesce(max(n) + 1, 0) FROM log_entries"

// queueCreated queues the fact that a table was created.
func queueCreated(ctx context.Context, tx *sql.Tx, t *store.Table) error {
	commitment, err := t.Commitment()
	if err != nil {
		return err
	}
	return queue(ctx, tx, store.LogCreated, t.ID, commitment)
}

// queueChanged queues the fact that a change gave the table another commitment, if it did.
func queueChanged(ctx context.Context, tx *sql.Tx, before, after *store.Table) error {
	commitment, changed, err := row.NewCommitment(before, after)
	if err != nil || !changed {
		return err
	}
	return queue(ctx, tx, store.LogChanged, after.ID, commitment)
}

func queue(ctx context.Context, tx *sql.Tx, kind store.LogKind, id store.TableID, value [32]byte) error {
	_, err := tx.ExecContext(ctx, "INSERT INTO log_queue (kind, table_id, value) VALUES (?, ?, ?)", int(kind), id, value[:])
	return err
}

// GrowLog implements store.Transparency. It looks at the queue before it starts a transaction, because the queue is empty most of the time.
func (s *Store) GrowLog(ctx context.Context, limit int, add store.LogTree) (n int, err error) {
	var queued bool
	if err := s.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM log_queue)").Scan(&queued); err != nil || !queued {
		return 0, s.fail(ctx, err)
	}
	err = s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		facts, last, err := readQueue(tx.QueryContext(ctx, "SELECT n, kind, table_id, value FROM log_queue ORDER BY n LIMIT ?", limit))
		if n = len(facts); err != nil || n == 0 {
			return err
		}
		var size, hashes int64
		if err := tx.QueryRowContext(ctx, logSize).Scan(&size); err != nil {
			return err
		}
		if err := tx.QueryRowContext(ctx, "SELECT coalesce(max(n) + 1, 0) FROM log_hashes").Scan(&hashes); err != nil {
			return err
		}
		entries, added, err := add(size, facts, func(indexes []int64) ([][32]byte, error) { return logHashes(ctx, tx, indexes) })
		if err != nil {
			return err
		}
		for i, e := range entries {
			if _, err := tx.ExecContext(ctx, "INSERT INTO log_entries (n, entry) VALUES (?, ?)", size+int64(i), e); err != nil {
				return err
			}
		}
		for i, h := range added {
			if _, err := tx.ExecContext(ctx, "INSERT INTO log_hashes (n, hash) VALUES (?, ?)", hashes+int64(i), h[:]); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, "DELETE FROM log_queue WHERE n <= ?", last)
		return err
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

// readQueue reads queued facts and the number of the last one.
func readQueue(rows *sql.Rows, err error) (facts []store.LogFact, last int64, _ error) {
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var kind int
		var table store.TableID
		var value []byte
		if err := rows.Scan(&last, &kind, &table, &value); err != nil {
			return nil, 0, err
		}
		fact, err := row.LogFact(kind, table, value)
		if err != nil {
			return nil, 0, err
		}
		facts = append(facts, fact)
	}
	return facts, last, rows.Err()
}

// LogSize implements store.Transparency.
func (s *Store) LogSize(ctx context.Context) (size int64, err error) {
	return size, s.fail(ctx, s.read.QueryRowContext(ctx, logSize).Scan(&size))
}

// LogEntries implements store.Transparency.
func (s *Store) LogEntries(ctx context.Context, first int64, limit int) ([][]byte, error) {
	list, err := column[[]byte](s.read.QueryContext(ctx, "SELECT entry FROM log_entries WHERE n >= ? ORDER BY n LIMIT ?", first, limit))
	return list, s.fail(ctx, err)
}

// LogHashes implements store.Transparency.
func (s *Store) LogHashes(ctx context.Context, indexes []int64) ([][32]byte, error) {
	list, err := logHashes(ctx, &s.read, indexes)
	return list, s.fail(ctx, err)
}

// querier is a transaction or the reader.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func logHashes(ctx context.Context, from querier, indexes []int64) (_ [][32]byte, err error) {
	wanted, err := json.Marshal(indexes)
	if err != nil {
		return nil, err
	}
	rows, err := from.QueryContext(ctx, "SELECT n, hash FROM log_hashes WHERE n IN (SELECT value FROM json_each(?))", string(wanted))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	found := map[int64][]byte{}
	for rows.Next() {
		var n int64
		var hash []byte
		if err := rows.Scan(&n, &hash); err != nil {
			return nil, err
		}
		found[n] = hash
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return row.LogHashes(indexes, found)
}
