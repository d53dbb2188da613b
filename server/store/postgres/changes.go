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
	SELECT now.next, now.history, n, tables FROM now, (SELECT count(*) AS n, coalesce(string_agg(tables, ' '), '') AS tables
		FROM (SELECT tables FROM changes WHERE tx >= $1::bigint::text::xid8 ORDER BY tx LIMIT $2) AS c) AS changed`

// ChangedSince implements store.ChangeFeed.
func (s *Store) ChangedSince(ctx context.Context, since store.Cursor) (store.Changes, error) {
	ctx, done := s.reading(ctx, readChanges)
	defer done()
	var c store.Changes
	var n int
	var tables string
	if err := s.pool.QueryRow(ctx, readChanges, since.At, maxChanges+1).Scan(&c.Next.At, &c.Next.History, &n, &tables); err != nil {
		return store.Changes{}, fail(ctx, err)
	}
	c.Unknown = c.Next.History != since.History || c.Next.At < since.At || n > maxChanges
	if !c.Unknown {
		c.Tables = parseChanges(tables)
	}
	return c, nil
}

// parseChanges decodes the tables of all rows.
func parseChanges(tables string) []store.ChangedTable {
	var list []store.ChangedTable
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
