package postgres

import (
	"context"
	"errors"
	"math"
	"sync"

	"github.com/jackc/pgx/v5"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

// The statements of logs name the partition by the table's key, and compare it with the id: a database that was restored may give the key to another table.
var (
	selectTableKey = dialect.SQL("/*pg SELECT key FROM tables WHERE id = ?1*/")
	selectRecords  = dialect.SQL(`/*pg SELECT seq, bytes, hash FROM entries WHERE table_key = ?1 AND seq > ?2 AND ` + isKey + ` ORDER BY seq LIMIT ?3*/`)
	selectCommand  = dialect.SQL(`/*pg SELECT seq, bytes, hash FROM entries WHERE table_key = ?1 AND seat = ?2 AND command = ?3 AND ` + isKey + "*/")
)

const isKey = "EXISTS (SELECT 1 FROM tables WHERE id = ?4 AND key = ?1)"

// maxKeys is the maximum number of cached keys.
const maxKeys = 1 << 14

// tableKeys caches the keys of tables, by which entries are partitioned.
type tableKeys struct {
	mu   sync.Mutex // guards byID
	byID map[store.TableID]int64
}

func (k *tableKeys) of(ctx context.Context, s *Store, id store.TableID) (key int64, err error) {
	k.mu.Lock()
	key, cached := k.byID[id]
	k.mu.Unlock()
	if cached {
		return key, nil
	}
	if err := s.pool.QueryRow(ctx, selectTableKey.Postgres, id).Scan(&key); err != nil {
		return 0, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.byID == nil || len(k.byID) >= maxKeys {
		k.byID = map[store.TableID]int64{}
	}
	k.byID[id] = key
	return key, nil
}

// forget drops a key that found nothing, because the table may have another one.
func (k *tableKeys) forget(id store.TableID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.byID, id)
}

func (s *Store) Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) ([]engine.Record, error) {
	ctx, done := s.reading(ctx, selectRecords.Postgres)
	defer done()
	if after > math.MaxInt64 || !dialect.Storable(id) {
		return nil, nil
	}
	key, err := s.keys.of(ctx, s, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fail(ctx, err)
	}
	rows, err := s.pool.Query(ctx, selectRecords.Postgres, key, int64(after), max(limit, 0), id)
	if err != nil {
		return nil, fail(ctx, err)
	}
	list, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (engine.Record, error) { return dialect.ScanRecord(r.Scan, id) })
	if len(list) == 0 {
		s.keys.forget(id)
	}
	return list, fail(ctx, err)
}

func (s *Store) Command(ctx context.Context, id store.TableID, seat engine.Seat, command string) (engine.Record, error) {
	ctx, done := s.reading(ctx, selectCommand.Postgres)
	defer done()
	if !dialect.Storable(id) || !dialect.Storable(command) {
		return engine.Record{}, store.ErrNotFound
	}
	key, err := s.keys.of(ctx, s, id)
	if err != nil {
		return engine.Record{}, fail(ctx, err)
	}
	r, err := dialect.ScanRecord(s.pool.QueryRow(ctx, selectCommand.Postgres, key, seat, dialect.Command(command), id).Scan, id)
	if err != nil {
		s.keys.forget(id)
	}
	return r, fail(ctx, err)
}
