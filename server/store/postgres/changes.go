package postgres

import (
	"context"
	"strconv"
	"strings"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

// maxChanges is the maximum number of rows that are read at once. More of them, such as during a long transaction, count as unknown changes.
const maxChanges = 10_000

// readChanges reads all visible rows from a transaction on. Next is the oldest transaction that still runs: all before it have ended, and their rows were visible.
// Rows of later transactions come again, because the cursor does not pass the oldest one. The history has the timeline, which changes with each
// failover, and what changes with a restore. System identifiers are readable for every role.
const readChanges = `WITH now AS MATERIALIZED (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS next,
		concat_ws('/', (SELECT epoch FROM meta), (SELECT system_identifier FROM pg_control_system()),
			(SELECT oid FROM pg_database WHERE datname = current_database()),
			CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END) AS history)
	SELECT now.next, now.history, coalesce(c.tables, '') FROM now
	LEFT JOIN (SELECT tables FROM changes WHERE tx >= $1::bigint::text::xid8 ORDER BY tx LIMIT $2) c ON true`

// ChangedSince implements store.ChangeFeed.
func (s *Store) ChangedSince(ctx context.Context, since store.Cursor) (store.Changes, error) {
	ctx, done := s.reading(ctx, readChanges)
	defer done()
	rows, err := s.pool.Query(ctx, readChanges, since.At, maxChanges+1)
	if err != nil {
		return store.Changes{}, fail(ctx, err)
	}
	defer rows.Close()
	var c store.Changes
	n := 0
	for ; rows.Next(); n++ {
		var tables string
		if err := rows.Scan(&c.Next.At, &c.Next.History, &tables); err != nil {
			return store.Changes{}, fail(ctx, err)
		}
		if n == 0 {
			c.Unknown = c.Next.History != since.History || c.Next.At < since.At
		}
		if !c.Unknown {
			c.Tables = appendChanges(c.Tables, tables)
		}
	}
	if n > maxChanges {
		c.Unknown, c.Tables = true, nil
	}
	return c, fail(ctx, rows.Err())
}

// appendChanges decodes the tables of a row.
func appendChanges(list []store.ChangedTable, tables string) []store.ChangedTable {
	for change := range strings.FieldsSeq(tables) {
		id, what, _ := strings.Cut(change, ":")
		seq, _ := strconv.ParseUint(what, 10, 64) // 0: no entry
		list = append(list, store.ChangedTable{Table: store.TableID(id), Seq: engine.Seq(seq), Chat: what == dialect.ChatMark})
	}
	return list
}

// ForgetChanges implements store.ChangeFeed. A restored database may have rows of transactions that are still to come; they are deleted as well.
func (s *Store) ForgetChanges(ctx context.Context, before store.Cursor) error {
	_, err := s.exec(ctx, "DELETE FROM changes WHERE tx < $1::bigint::text::xid8 OR tx >= pg_snapshot_xmax(pg_current_snapshot())", before.At)
	return err
}
