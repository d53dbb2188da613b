package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store"
	"nemeton/server/store/row"
)

// queueCreated queues the fact that a table was created.
func queueCreated(b *pgx.Batch, t *store.Table) error {
	commitment, err := t.Commitment()
	queue(b, store.LogCreated, t.ID, commitment)
	return err
}

// queueChanged queues the fact that a change gave the table another commitment, if it did.
func queueChanged(b *pgx.Batch, before, after *store.Table) error {
	commitment, changed, err := row.NewCommitment(before, after)
	if changed {
		queue(b, store.LogChanged, after.ID, commitment)
	}
	return err
}

func queue(b *pgx.Batch, kind store.LogKind, id store.TableID, value [32]byte) {
	b.Queue("INSERT INTO log_queue (kind, table_id, value) VALUES ($1, $2, $3)", int(kind), id, value[:])
}

// queued is a fact with its number in the queue.
type queued struct {
	n    int64
	fact store.LogFact
}

// GrowLog implements store.Transparency. It looks at the queue before it locks the log, because the queue is empty most of the time.
func (s *Store) GrowLog(ctx context.Context, limit int, add store.LogTree) (n int, err error) {
	var waiting bool
	if err := s.pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM log_queue)").Scan(&waiting); err != nil || !waiting {
		return 0, fail(ctx, err)
	}
	err = s.change(ctx, func(tx pgx.Tx) error {
		var size, hashes int64
		if err := tx.QueryRow(ctx, "SELECT size FROM log_size FOR UPDATE").Scan(&size); err != nil {
			return err
		}
		list, err := readQueue(ctx, tx, limit)
		if n = len(list); err != nil || n == 0 {
			return err
		}
		if err := tx.QueryRow(ctx, "SELECT coalesce(max(n) + 1, 0) FROM log_hashes").Scan(&hashes); err != nil {
			return err
		}
		facts, numbers := make([]store.LogFact, n), make([]int64, n)
		for i, q := range list {
			facts[i], numbers[i] = q.fact, q.n
		}
		entries, added, err := add(size, facts, func(indexes []int64) ([][32]byte, error) { return logHashes(ctx, tx, indexes) })
		if err != nil {
			return err
		}
		sums := make([][]byte, len(added))
		for i := range added {
			sums[i] = added[i][:]
		}
		var b pgx.Batch
		b.Queue("INSERT INTO log_entries (n, entry) SELECT $1::bigint + nth - 1, entry FROM unnest($2::bytea[]) WITH ORDINALITY AS e (entry, nth)", size, entries)
		b.Queue("INSERT INTO log_hashes (n, hash) SELECT $1::bigint + nth - 1, hash FROM unnest($2::bytea[]) WITH ORDINALITY AS h (hash, nth)", hashes, sums)
		b.Queue("UPDATE log_size SET size = $1", size+int64(n))
		b.Queue("DELETE FROM log_queue WHERE n = ANY ($1::bigint[])", numbers)
		return sendAll(ctx, tx, &b)
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

func readQueue(ctx context.Context, tx pgx.Tx, limit int) ([]queued, error) {
	rows, err := tx.Query(ctx, "SELECT n, kind, table_id, value FROM log_queue ORDER BY n LIMIT $1", limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (q queued, err error) {
		var kind int
		var table store.TableID
		var value []byte
		if err := r.Scan(&q.n, &kind, &table, &value); err != nil {
			return q, err
		}
		q.fact, err = row.LogFact(kind, table, value)
		return q, err
	})
}

// LogSize implements store.Transparency.
func (s *Store) LogSize(ctx context.Context) (size int64, err error) {
	ctx, done := s.reading(ctx)
	defer done()
	return size, fail(ctx, s.pool.QueryRow(ctx, "SELECT size FROM log_size").Scan(&size))
}

// LogEntries implements store.Transparency.
func (s *Store) LogEntries(ctx context.Context, first int64, limit int) ([][]byte, error) {
	ctx, done := s.reading(ctx)
	defer done()
	rows, err := s.pool.Query(ctx, "SELECT entry FROM log_entries WHERE n >= $1 ORDER BY n LIMIT $2", first, limit)
	if err != nil {
		return nil, fail(ctx, err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[[]byte])
	return list, fail(ctx, err)
}

// LogHashes implements store.Transparency.
func (s *Store) LogHashes(ctx context.Context, indexes []int64) ([][32]byte, error) {
	ctx, done := s.reading(ctx)
	defer done()
	list, err := logHashes(ctx, s.pool, indexes)
	return list, fail(ctx, err)
}

// querier is a transaction or the pool.
type querier interface {
	Query(ctx context.Context, statement string, args ...any) (pgx.Rows, error)
}

func logHashes(ctx context.Context, from querier, indexes []int64) ([][32]byte, error) {
	rows, err := from.Query(ctx, "SELECT n, hash FROM log_hashes WHERE n = ANY ($1::bigint[])", indexes)
	if err != nil {
		return nil, err
	}
	found := map[int64][]byte{}
	var n int64
	var hash []byte
	if _, err := pgx.ForEachRow(rows, []any{&n, &hash}, func() error {
		found[n] = append([]byte(nil), hash...)
		return nil
	}); err != nil {
		return nil, err
	}
	return row.LogHashes(indexes, found)
}
