package pgtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"nemeton/bench/scratch"
)

// lend returns the address of a migrated database without rows, which the caller has for itself until giveBack. Creating and dropping a database costs the
// server several times as much as emptying one. So databases stay, as the template does, and are emptied before the next test. A lock that ends with
// its connection says which are in use.
func lend(ctx context.Context, s server) (address string, giveBack func() error, err error) {
	conn, err := pgx.Connect(ctx, s.address)
	if err != nil {
		return "", nil, err
	}
	for number := 1; ; number++ {
		name := fmt.Sprintf("%s_%d", s.template, number)
		var mine bool
		err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock(hashtext($1))", name).Scan(&mine)
		if err == nil && !mine {
			continue
		}
		if err == nil {
			err = prepare(ctx, conn, s, name)
		}
		if err != nil {
			return "", nil, errors.Join(err, conn.Close(ctx))
		}
		return scratch.Address(s.address, name), func() error { return conn.Close(context.WithoutCancel(ctx)) }, nil
	}
}

// prepare gives the database a state like the template's. The comment on the database describes that state.
func prepare(ctx context.Context, conn *pgx.Conn, s server, name string) error {
	var comment *string
	err := conn.QueryRow(ctx, "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = $1", name).Scan(&comment)
	if err == nil && comment != nil {
		if emptied, err := empty(ctx, conn, scratch.Address(s.address, name), name, *comment); err != nil || emptied {
			return err
		}
	} else if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return err
	}
	for _, statement := range []string{"DROP DATABASE IF EXISTS " + name + " WITH (FORCE)", "CREATE DATABASE " + name + " TEMPLATE " + s.template} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	inside, err := pgx.Connect(ctx, scratch.Address(s.address, name))
	if err != nil {
		return err
	}
	fresh, err := look(ctx, inside)
	if err = errors.Join(err, inside.Close(ctx)); err != nil {
		return err
	}
	text, err := json.Marshal(fresh)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "COMMENT ON DATABASE "+name+" IS "+quote(string(text)))
	return err
}

// A state is everything in a database that a test can change.
type state struct {
	Shape     string            `json:"shape"`     // a hash of everything but rows and sequences
	Rows      map[string]string `json:"rows"`      // of each table with rows, as JSON
	Sequences []string          `json:"sequences"` // calls of setval
}

func look(ctx context.Context, conn *pgx.Conn) (s state, err error) {
	if err := conn.QueryRow(ctx, shape).Scan(&s.Shape); err != nil {
		return s, err
	}
	tables, err := filled(ctx, conn)
	if err != nil {
		return s, err
	}
	s.Rows = map[string]string{}
	for _, table := range tables {
		if s.Rows[table], err = rowsOf(ctx, conn, table); err != nil {
			return s, err
		}
	}
	sequences, err := list(ctx, conn, "SELECT oid::regclass::text FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace")
	for _, name := range sequences {
		var call string
		if err := conn.QueryRow(ctx, "SELECT format('setval(%L, %s, %L)', '"+name+"', last_value, is_called) FROM "+name).Scan(&call); err != nil {
			return s, err
		}
		s.Sequences = append(s.Sequences, call)
	}
	return s, err
}

// shape hashes the definitions of all relations, functions and schemas, the rights and settings, and the statistics of columns, which plans depend on.
const shape = `SELECT md5(string_agg(line, ' ' ORDER BY line)) FROM (
	SELECT concat_ws(' ', relname, relkind, reloptions, relpersistence, relacl) FROM pg_class WHERE relnamespace = 'public'::regnamespace
	UNION ALL SELECT concat_ws(' ', relname, attname, atttypid, attnotnull, attstorage) FROM pg_attribute JOIN pg_class c ON c.oid = attrelid WHERE relnamespace = 'public'::regnamespace AND attnum > 0
	UNION ALL SELECT concat_ws(' ', relname, pg_get_expr(adbin, adrelid)) FROM pg_attrdef JOIN pg_class c ON c.oid = adrelid
	UNION ALL SELECT concat_ws(' ', indexrelid::regclass, indisvalid, pg_get_indexdef(indexrelid)) FROM pg_index JOIN pg_class c ON c.oid = indrelid WHERE relnamespace = 'public'::regnamespace
	UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid)) FROM pg_constraint
	UNION ALL SELECT concat_ws(' ', tgenabled, pg_get_triggerdef(oid)) FROM pg_trigger WHERE NOT tgisinternal
	UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
	UNION ALL SELECT concat_ws(' ', nspname, nspacl) FROM pg_namespace WHERE nspname NOT LIKE 'pg_%'
	UNION ALL SELECT concat_ws(' ', datacl, datallowconn, datconnlimit) FROM pg_database WHERE datname = current_database()
	UNION ALL SELECT setconfig::text FROM pg_db_role_setting JOIN pg_database d ON d.oid = setdatabase WHERE datname = current_database()
	UNION ALL SELECT starelid::regclass::text FROM pg_statistic JOIN pg_class c ON c.oid = starelid WHERE relnamespace = 'public'::regnamespace
) AS lines (line)`

// filled returns the tables that have pages. Partitioned tables have none.
func filled(ctx context.Context, conn *pgx.Conn) ([]string, error) {
	return list(ctx, conn, "SELECT oid::regclass::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0")
}

func rowsOf(ctx context.Context, conn *pgx.Conn, table string) (rows string, err error) {
	err = conn.QueryRow(ctx, "SELECT coalesce(json_agg(t), '[]') FROM "+table+" t").Scan(&rows)
	return rows, err
}

func list(ctx context.Context, conn *pgx.Conn, query string) ([]string, error) {
	rows, err := conn.Query(ctx, query)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// empty ends all connections to the database and restores its rows and sequences from the comment. It reports false for a database whose shape
// differs.
func empty(ctx context.Context, conn *pgx.Conn, address, name, comment string) (_ bool, err error) {
	var fresh state
	if err := json.Unmarshal([]byte(comment), &fresh); err != nil {
		return false, err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = $1", name); err != nil {
		return false, err
	}
	inside, err := pgx.Connect(ctx, address)
	if err != nil {
		return false, nil // a database that refuses connections is made anew
	}
	defer func() { err = errors.Join(err, inside.Close(ctx)) }()
	var now string
	if err := inside.QueryRow(ctx, shape).Scan(&now); err != nil || now != fresh.Shape {
		return false, err
	}
	statements := []string{"SELECT pg_stat_reset()"}
	tables, err := filled(ctx, inside)
	if err != nil {
		return false, err
	}
	var changed []string
	for _, table := range tables {
		if rows, ok := fresh.Rows[table]; ok {
			now, err := rowsOf(ctx, inside, table)
			if err != nil {
				return false, err
			}
			if now == rows {
				continue
			}
			statements = append(statements, "DELETE FROM "+table,
				"INSERT INTO "+table+" OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::"+table+", "+quote(rows)+")")
			continue
		}
		changed = append(changed, table)
	}
	if len(changed) > 0 {
		statements = append(statements, "TRUNCATE "+strings.Join(changed, ", ")+" CASCADE")
	}
	for _, call := range fresh.Sequences {
		statements = append(statements, "SELECT "+call)
	}
	_, err = inside.Exec(ctx, strings.Join(statements, ";"))
	return err == nil, err
}

// quote returns a text as an SQL literal.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
