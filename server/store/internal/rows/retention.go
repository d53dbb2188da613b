package rows

import (
	"context"
	"slices"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

// The statements of EndSeats. endTables comes first: of two nodes, one counts a table. SQLite joins pages that have become almost empty only when it deletes
// a row of them. With a new key, even the same one, it deletes and inserts the row. Measured: 459 bytes of pages a finished table instead of 1,989.
var (
	justFinished  = dialect.SQL("SELECT id FROM tables WHERE state = 'finished' AND ended = 0 AND listed_at < ?1 ORDER BY listed_at, id LIMIT ?2")
	endTables     = dialect.SQL("UPDATE tables SET ended = 1 /*lite , key = key*/ WHERE id " + dialect.InList1 + " AND state = 'finished' AND ended = 0")
	endSeats      = dialect.SQL("UPDATE places SET ended_at = (SELECT t.listed_at FROM tables t WHERE t.id = places.table_id) WHERE table_id " + dialect.InList1)
	countFinished = dialect.SQL("UPDATE meta SET finished = finished + ?1 WHERE one = 1")
)

// Tables are closed, locked and removed one by one, because no database of several parts locks rows of all of them in one statement.
var (
	idleTables = dialect.SQL("SELECT id FROM tables WHERE state <> 'closed' AND state = 'open' AND listed_at < ?1 ORDER BY listed_at, id LIMIT ?2")
	closeIdle  = dialect.SQL("UPDATE tables SET state = 'closed', rev = rev + 1, updated_at = ?3, listed_at = ?3 WHERE id = ?1 AND state = 'open' AND listed_at < ?2")
	// closedTables selects the tables to remove. On SQLite, the newest table of all stays until there is a newer one. So its key, which a cache may still have,
	// is never given to another table.
	closedTables = dialect.SQL(`SELECT id FROM tables WHERE state = 'closed' AND listed_at < ?1 /*lite AND key < (SELECT max(key) FROM tables)*/
		ORDER BY listed_at, id LIMIT ?2`)
	lockClosed = dialect.SQL("SELECT id FROM tables WHERE id = ?1 AND state = 'closed' /*pg FOR UPDATE*/")
	// removeTables are the statements that remove closed tables, whose list is their argument. The foreign keys of their rows do the rest. On SQLite, meta notes
	// the last entry, so that no loss is seen.
	removeTables = []*dialect.Statement{
		dialect.SQL(`/*pg INSERT INTO changes (tables) SELECT string_agg(id, ' ') FROM (SELECT id FROM tables WHERE id IN (LIST ?1)
			UNION SELECT id FROM tables WHERE rematch <> '' AND rematch IN (LIST ?1)) x HAVING count(*) > 0*/`),
		dialect.SQL("UPDATE tables SET rematch = '', rev = rev + 1 WHERE rematch <> '' AND rematch IN (LIST ?1)"),
		dialect.SQL("DELETE FROM places WHERE table_id IN (LIST ?1)"),
		dialect.SQL("DELETE FROM links WHERE table_id IS NOT NULL AND table_id IN (LIST ?1)"),
		dialect.SQL(`/*lite UPDATE meta SET entries = max(entries, coalesce((SELECT max(n) FROM entries WHERE table_key IN
			(SELECT key FROM tables WHERE id IN (LIST ?1))), 0)) WHERE one = 1*/`),
		dialect.SQL("DELETE FROM entries WHERE table_key IN (SELECT key FROM tables WHERE id IN (LIST ?1))"),
		dialect.SQL("UPDATE archives SET state = 'unused', expires = 0 WHERE table_id IN (LIST ?1)"),
		dialect.SQL("DELETE FROM tables WHERE id IN (LIST ?1)"),
	}

	nextPlayers = dialect.SQL("SELECT id FROM players WHERE id > ?1 ORDER BY id LIMIT ?2")
	// idlePlayers selects those of the players ?2 that are idle since the time ?1.
	idlePlayers = dialect.SQL(`SELECT p.id FROM players p WHERE p.id IN (LIST ?2) AND p.created_at < ?1
		AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.player = p.id AND s.seen_at >= ?1) ORDER BY p.id`)
	lockPlayers = dialect.SQL("/*pg SELECT 1 FROM players WHERE id " + dialect.InList1 + " ORDER BY id FOR UPDATE*/")
	// stayAmong select those of the players ?1 who stay: they have a seat, or can sign in without a session. The data of a mail address is JSON of notify.
	stayAmong = []*dialect.Statement{
		dialect.SQL("SELECT DISTINCT player FROM places WHERE player <> '' AND player " + dialect.InList1),
		dialect.SQL("SELECT DISTINCT player FROM ways WHERE player " + dialect.InList1),
		dialect.SQL(`SELECT DISTINCT player FROM channels WHERE kind = 'mail' AND data LIKE '%"verified":true%' AND player ` + dialect.InList1),
	}
	lockTheirs = dialect.SQL("/*pg SELECT 1 FROM sessions WHERE player IN (LIST ?1) ORDER BY id FOR UPDATE*/")
	// removePlayers deletes idle players after the statements of forget.
	removePlayers = []*dialect.Statement{
		dialect.SQL("DELETE FROM links WHERE player IN (LIST ?1)"),
		dialect.SQL("DELETE FROM sessions WHERE player IN (LIST ?1)"),
		dialect.SQL("DELETE FROM players WHERE id IN (LIST ?1)"),
	}

	expiredLinks = dialect.SQL(`WITH expired AS MATERIALIZED (SELECT id FROM links WHERE expires_at < ?1 ORDER BY expires_at LIMIT ?2 ` + dialect.SkipLocked + `)
		DELETE FROM links WHERE id IN (SELECT id FROM expired)`)
	expiredAttempts = dialect.SQL(`WITH expired AS MATERIALIZED (SELECT id FROM attempts WHERE expires_at < ?1 ORDER BY expires_at LIMIT ?2 ` + dialect.SkipLocked + `)
		DELETE FROM attempts WHERE id IN (SELECT id FROM expired)`)
	expiredDoorCodes = dialect.SQL(`WITH expired AS MATERIALIZED (SELECT id FROM door_codes WHERE expires_at < ?1 ORDER BY expires_at LIMIT ?2 ` + dialect.SkipLocked + `)
		DELETE FROM door_codes WHERE id IN (SELECT id FROM expired)`)
)

// CloseIdleTables implements store.Retention. It waits for tables that another transaction has locked, which are then no longer idle.
func (s *Rows) CloseIdleTables(ctx context.Context, before, now time.Time, limit int) (closed []store.TableID, err error) {
	ids, err := dialect.Column[store.TableID](ctx, s.db, idleTables, before, limit)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	slices.Sort(ids) // two nodes lock rows in the same order, so that they cannot deadlock
	err = s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		closed = nil
		for _, id := range ids {
			n, err := tx.Exec(ctx, closeIdle, id, before, now)
			if err != nil {
				return err
			}
			if n > 0 {
				closed = append(closed, id)
			}
		}
		return tx.Send(ctx, dialect.NoteTables(closed...))
	})
	if err != nil {
		return nil, err
	}
	return closed, nil
}

func (s *Rows) RemoveClosedTables(ctx context.Context, before time.Time, limit int) (n int, err error) {
	ids, err := dialect.Column[store.TableID](ctx, s.db, closedTables, before, limit)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	slices.Sort(ids) // as in CloseIdleTables
	err = s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		var locked []store.TableID
		for _, id := range ids {
			found, err := dialect.Column[store.TableID](ctx, tx, lockClosed, id)
			if err != nil {
				return err
			}
			locked = append(locked, found...)
		}
		n = len(locked)
		return sendAll(ctx, tx, locked, removeTables)
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

func (s *Rows) EndSeats(ctx context.Context, before time.Time, limit int) (n int, err error) {
	ids, err := dialect.Column[store.TableID](ctx, s.db, justFinished, before, limit)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	slices.Sort(ids) // rows are locked in the order of the list, so that two nodes cannot deadlock
	err = s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		ended, err := tx.Exec(ctx, endTables, dialect.List(ids))
		if err != nil {
			return err
		}
		n = int(ended)
		return tx.Send(ctx, endSeats.With(dialect.List(ids)), countFinished.With(ended))
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

func sendAll[ID ~string](ctx context.Context, tx dialect.Tx, ids []ID, statements ...[]*dialect.Statement) error {
	var calls []dialect.Call
	for _, list := range statements {
		for _, statement := range list {
			calls = append(calls, statement.With(dialect.List(ids)))
		}
	}
	return tx.Send(ctx, calls...)
}

// idleNow returns those of the players that are idle since a time, and have neither a seat nor a way back.
func idleNow(ctx context.Context, from dialect.Queryer, before time.Time, among []store.PlayerID) ([]store.PlayerID, error) {
	idle, err := dialect.Column[store.PlayerID](ctx, from, idlePlayers, before, dialect.List(among))
	for _, statement := range stayAmong {
		if err != nil || len(idle) == 0 {
			return nil, err
		}
		var stay []store.PlayerID
		stay, err = dialect.Column[store.PlayerID](ctx, from, statement, dialect.List(idle))
		idle = slices.DeleteFunc(idle, func(id store.PlayerID) bool { return slices.Contains(stay, id) })
	}
	return idle, err
}

// RemoveIdlePlayers implements store.Retention. It examines the players without a transaction, so that play does not wait.
func (s *Rows) RemoveIdlePlayers(ctx context.Context, before time.Time, after store.PlayerID, limit int) (removed int, next store.PlayerID, err error) {
	examined, err := dialect.Column[store.PlayerID](ctx, s.db, nextPlayers, after, limit)
	if err != nil {
		return 0, "", err
	}
	if len(examined) == limit {
		next = examined[limit-1]
	}
	idle, err := idleNow(ctx, s.db, before, examined)
	if err != nil || len(idle) == 0 {
		return 0, next, err
	}
	err = s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		// Lock the idle players, so that no session is added, and then their sessions, so that none is seen. Players who come back meanwhile are no longer
		// idle in the last query, which sees the changes that the locks waited for.
		for _, lock := range []*dialect.Statement{lockPlayers, lockTheirs} {
			if _, err := tx.Exec(ctx, lock, dialect.List(idle)); err != nil {
				return err
			}
		}
		locked, err := idleNow(ctx, tx, before, idle)
		if err != nil {
			return err
		}
		removed = len(locked)
		return sendAll(ctx, tx, locked, forget, removePlayers)
	})
	if err != nil {
		return 0, "", err
	}
	return removed, next, nil
}

func (s *Rows) RemoveExpiredLinks(ctx context.Context, before time.Time, limit int) (int, error) {
	return dialect.RemoveUpTo(ctx, s.db, before, limit, expiredLinks, expiredAttempts, expiredDoorCodes)
}
