package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"nemeton/migrations"
	"nemeton/server/store"
	"nemeton/server/store/internal/rows"
)

// inspectedSettings are the settings on which the promises of the store depend.
var inspectedSettings = []string{"fsync", "synchronous_commit", "full_page_writes", "synchronous_standby_names", "statement_timeout", "max_connections"}

// Inspect looks at the database while its servers may be running. It changes nothing. It calls archived with each archived log, in
// the order of tables. Errors are those of Open.
func Inspect(ctx context.Context, address string, archived func(store.ArchivedLog) error) (found store.Inspection, err error) {
	found = store.Inspection{Engine: "Postgres", Newest: migrations.Newest(), Settings: map[string]string{}, Postgres: &store.InspectedPostgres{}}
	config, err := parse(address)
	if err != nil {
		return found, err
	}
	if _, err := behindPooler(ctx, config.ConnConfig, func(text string) { found.Warnings = append(found.Warnings, text) }); err != nil {
		return found, refusal(ctx, err)
	}
	if found.Version, found.Readers, err = versions(ctx, config.ConnConfig); err != nil {
		return found, refusal(ctx, err)
	}
	conn, err := pgx.ConnectConfig(ctx, config.ConnConfig)
	if err != nil {
		return found, refusal(ctx, err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if err := inspect(ctx, conn, &found); err != nil {
		return found, refusal(ctx, err)
	}
	if found.Version == 0 {
		found.Untried = "the database is empty"
		return found, nil
	}
	if found.Unwritable = tryWrite(ctx, conn); found.Unwritable != nil {
		found.Unwritable = fmt.Errorf("%w", refusal(ctx, found.Unwritable))
	}
	if err := eachArchived(ctx, conn, archived); err != nil {
		return found, refusal(ctx, err)
	}
	return found, nil
}

// eachArchived calls each, which may be nil, with the archived logs. A database without migrations, or whose role may not read them, has none.
func eachArchived(ctx context.Context, conn *pgx.Conn, each func(store.ArchivedLog) error) error {
	if each == nil {
		return nil
	}
	var readable bool
	err := conn.QueryRow(ctx, "SELECT coalesce(has_table_privilege(to_regclass('public.archives'), 'SELECT') AND has_table_privilege(to_regclass('public.tables'), 'SELECT'), false)").Scan(&readable)
	if err != nil || !readable {
		return err
	}
	list, err := conn.Query(ctx, rows.AllArchived.Postgres)
	return scanAll(list, err, rows.EachArchived(each))
}

func inspect(ctx context.Context, conn *pgx.Conn, found *store.Inspection) error {
	p := found.Postgres
	began := time.Now()
	err := conn.QueryRow(ctx, `SELECT current_setting('server_version_num')::int, 'Postgres ' || current_setting('server_version'), clock_timestamp(),
		current_user, (SELECT rolsuper FROM pg_roles WHERE rolname = current_user), pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on'`).
		Scan(&found.Number, &found.Engine, &found.Now, &p.Role, &p.Superuser, &p.ReadOnly)
	if err != nil {
		return err
	}
	found.Now = found.Now.Add(time.Since(began) / 2) // about the time of the answer
	for _, name := range inspectedSettings {
		var value string
		if err := conn.QueryRow(ctx, "SELECT current_setting($1)", name).Scan(&value); err != nil {
			return err
		}
		found.Settings[name] = value
	}
	rows, err := conn.Query(ctx, `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
		AND NOT (has_table_privilege(oid, 'SELECT') AND (relname = 'goose_db_version' OR
			has_table_privilege(oid, 'INSERT') AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE'))) ORDER BY relname`)
	if err != nil {
		return err
	}
	if p.Lacking, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
		return err
	}
	if err := countPasskeys(ctx, conn, found); err != nil {
		return err
	}
	return conn.QueryRow(ctx, `SELECT count(*), count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')),
		pg_has_role(current_user, 'pg_read_all_stats', 'USAGE') FROM pg_stat_replication`).Scan(&p.Standbys, &p.Synchronous, &p.StandbysShown)
}

// countPasskeys counts the passkeys by name. Older databases have none, and a role without rights counts none.
func countPasskeys(ctx context.Context, conn *pgx.Conn, found *store.Inspection) error {
	var readable bool
	if err := conn.QueryRow(ctx, "SELECT coalesce(has_table_privilege(to_regclass('public.ways'), 'SELECT'), false)").Scan(&readable); err != nil || !readable {
		return err
	}
	rows, err := conn.Query(ctx, "SELECT coalesce(data::json ->> 'name', ''), count(*) FROM ways WHERE kind = 'passkey' GROUP BY 1")
	if err != nil {
		return err
	}
	found.Passkeys = map[string]int{}
	var name string
	var n int
	_, err = pgx.ForEachRow(rows, []any{&name, &n}, func() error {
		found.Passkeys[name] = n
		return nil
	})
	return err
}

// tryWrite writes in a transaction that it rolls back.
func tryWrite(ctx context.Context, conn *pgx.Conn) error {
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE meta SET epoch = epoch")
	return errors.Join(err, tx.Rollback(ctx))
}
