package rows

import (
	"context"
	"errors"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

// archivesMigration is the migration that a program must know to read a database without the archived logs.
const archivesMigration = 11

const archivedColumns = "SELECT t.id, t.title, t.seq, t.head, t.listed_at, a.object, a.bytes FROM archives a JOIN tables t ON t.id = a.table_id WHERE a.state = 'held'"

var (
	logsToArchive = dialect.SQL(`SELECT id, title, seq, head, listed_at FROM tables WHERE state = 'finished' AND archived = 0 AND (listed_at, id) > (?1, ?2) AND listed_at < ?3
		/*lite AND key <> coalesce((SELECT table_key FROM entries WHERE n = (SELECT max(n) FROM entries)), 0)*/ ORDER BY listed_at, id LIMIT ?4`)
	beginArchive = dialect.SQL("INSERT INTO archives (table_id, object, state, expires) VALUES (?1, ?2, 'begun', ?3)")

	// lockFinished selects the key of a finished table with its last record ?2. On SQLite, entries get ascending numbers as long as the last one of all stays.
	lockFinished = dialect.SQL(`SELECT key, head FROM tables WHERE id = ?1 AND state = 'finished' AND seq = ?2 AND archived = ?3
		/*lite AND (archived = 1 OR key <> coalesce((SELECT table_key FROM entries WHERE n = (SELECT max(n) FROM entries)), 0))*//*pg FOR UPDATE*/`)
	setArchived  = dialect.SQL("UPDATE tables SET archived = ?2 WHERE id = ?1")
	holdLog      = dialect.SQL("UPDATE archives SET state = 'held', bytes = ?3 WHERE table_id = ?1 AND object = ?2 AND state = 'begun'")
	releaseLog   = dialect.SQL("UPDATE archives SET state = 'unused', expires = ?3 WHERE table_id = ?1 AND object = ?2 AND state = 'held'")
	raiseReaders = dialect.SQL("UPDATE meta SET readers = ?1 WHERE one = 1 AND readers < ?1")
	deleteLog    = dialect.SQL("DELETE FROM entries WHERE table_key = ?1")
	dropShots    = dialect.SQL("DELETE FROM snapshots WHERE table_key = ?1")
	returnEntry  = dialect.SQL("INSERT INTO entries (table_key, seq, time, seat, command, bytes, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")

	archivedLog  = dialect.SQL(archivedColumns + " AND a.table_id = ?1")
	archivedLogs = dialect.SQL(archivedColumns + " AND a.table_id > ?1 ORDER BY a.table_id LIMIT ?2")
	// AllArchived is of an inspection, which has no store.
	AllArchived = dialect.SQL(archivedColumns + " ORDER BY a.table_id")

	// expireBegun comes before unusedObjects, so that no transaction can use the objects any more.
	expireBegun   = dialect.SQL("UPDATE archives SET state = 'unused' WHERE state <> 'held' AND state = 'begun' AND expires < ?1")
	unusedObjects = dialect.SQL("SELECT table_id, object FROM archives WHERE state <> 'held' AND state = 'unused' AND expires < ?1 ORDER BY expires, table_id, object LIMIT ?2")
	forgetObject  = dialect.SQL("DELETE FROM archives WHERE table_id = ?1 AND object = ?2 AND state = 'unused'")
)

var scanFinished = dialect.Into(func(l *store.FinishedLog) []any {
	return []any{&l.Table, &l.Title, &l.Seq, (*[32]byte)(&l.Head), &l.ListedAt}
})

// EachArchived calls each with a row of AllArchived.
func EachArchived(each func(store.ArchivedLog) error) func(dialect.Scan) error {
	return func(scan dialect.Scan) error {
		l, err := scanArchived(scan)
		if err == nil {
			err = each(l)
		}
		return err
	}
}

var scanArchived = dialect.Into(func(l *store.ArchivedLog) []any {
	return []any{&l.Table, &l.Title, &l.Seq, (*[32]byte)(&l.Head), &l.ListedAt, &l.Object, &l.Bytes}
})

// LogsToArchive implements store.Archives, as the methods below.
func (s *Rows) LogsToArchive(ctx context.Context, before time.Time, after store.FinishedLog, limit int) ([]store.FinishedLog, error) {
	return dialect.Collect(ctx, s.db, scanFinished, logsToArchive, after.ListedAt, after.Table, before, limit)
}

func (s *Rows) BeginArchive(ctx context.Context, o store.ArchiveObject, expires time.Time) error {
	_, err := s.db.Exec(ctx, beginArchive, o.Table, o.Name, expires)
	return err
}

func (s *Rows) ArchiveLog(ctx context.Context, l store.ArchivedLog) error {
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		key, err := lockLog(ctx, tx, l, false)
		if err != nil {
			return err
		}
		if held, err := tx.Exec(ctx, holdLog, l.Table, l.Object, l.Bytes); err != nil || held == 0 {
			return orConflict(err)
		}
		return tx.Send(ctx, raiseReaders.With(archivesMigration), setArchived.With(l.Table, true), deleteLog.With(key), dropShots.With(key))
	})
}

// lockLog locks a table with an archived log, or one with its log in the database, and returns its key. It returns store.ErrConflict if the table is another one.
func lockLog(ctx context.Context, tx dialect.Tx, l store.ArchivedLog, archived bool) (key int64, err error) {
	var head [32]byte
	err = dialect.Row(ctx, tx, lockFinished, []any{l.Table, int64(l.Seq), archived}, &key, &head)
	if err == nil && head != l.Head || errors.Is(err, store.ErrNotFound) {
		err = store.ErrConflict
	}
	return key, err
}

func orConflict(err error) error {
	if err == nil {
		err = store.ErrConflict
	}
	return err
}

// returnedAtOnce is the number of records that ReturnLog sends together.
const returnedAtOnce = 500

func (s *Rows) ReturnLog(ctx context.Context, l store.ArchivedLog, records []engine.Record, expires time.Time) error {
	if n := len(records); engine.Seq(n) != l.Seq || n == 0 || records[n-1].Hash != l.Head {
		return store.ErrConflict
	}
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		key, err := lockLog(ctx, tx, l, true)
		if err != nil {
			return err
		}
		if released, err := tx.Exec(ctx, releaseLog, l.Table, l.Object, expires); err != nil || released == 0 {
			return orConflict(err)
		}
		calls := []dialect.Call{setArchived.With(l.Table, false)}
		for n, r := range records {
			e := r.Entry
			calls = append(calls, returnEntry.With(key, int64(e.Seq), time.UnixMilli(e.Time), int64(e.Seat), dialect.Command(e.Command), r.Bytes, [32]byte(r.Hash)))
			if len(calls) < returnedAtOnce && n < len(records)-1 {
				continue
			}
			if err := tx.Send(ctx, calls...); err != nil {
				return err
			}
			calls = calls[:0]
		}
		return nil
	})
}

func (s *Rows) ArchivedLog(ctx context.Context, id store.TableID) (store.ArchivedLog, error) {
	return dialect.One(ctx, s.db, scanArchived, archivedLog, id)
}

func (s *Rows) ArchivedLogs(ctx context.Context, after store.TableID, limit int) ([]store.ArchivedLog, error) {
	return dialect.Collect(ctx, s.db, scanArchived, archivedLogs, after, limit)
}

func (s *Rows) ObjectsToDelete(ctx context.Context, before time.Time, limit int) ([]store.ArchiveObject, error) {
	if _, err := s.db.Exec(ctx, expireBegun, before); err != nil {
		return nil, err
	}
	return dialect.Collect(ctx, s.db, dialect.Into(func(o *store.ArchiveObject) []any { return []any{&o.Table, &o.Name} }), unusedObjects, before, limit)
}

func (s *Rows) ForgetObject(ctx context.Context, o store.ArchiveObject) error {
	_, err := s.db.Exec(ctx, forgetObject, o.Table, o.Name)
	return err
}
