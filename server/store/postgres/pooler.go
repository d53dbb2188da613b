package postgres

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// timeouts are the server settings of all connections. The store has no slow statements. A statement that hangs blocks a connection or a row
// that others wait for.
var timeouts = map[string]string{
	"application_name":                    "nemeton",
	"statement_timeout":                   "10s",
	"lock_timeout":                        "5s",
	"idle_in_transaction_session_timeout": "15s",
}

// appendSettings are the server settings of the connections for appends. Their two statements have a fixed plan, made once for a connection: index
// lookups from the list of appends to the row. Without statistics the planner might choose another plan. The address of the database can set others.
var appendSettings = map[string]string{
	"plan_cache_mode":  "force_generic_plan",
	"jit":              "off",
	"enable_seqscan":   "off",
	"enable_hashjoin":  "off",
	"enable_mergejoin": "off",
}

// setForAppend makes appendSettings for the present transaction.
const setForAppend = `SELECT set_config('jit', 'off', true), set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
	set_config('enable_mergejoin', 'off', true)`

// withoutTimeouts warns about a role without timeouts behind a pooler.
const withoutTimeouts = "a pooler is between this server and Postgres, and the role has no timeouts; a statement that hangs would block others: " +
	"ALTER ROLE ... SET statement_timeout = '10s'; ALTER ROLE ... SET lock_timeout = '5s'; ALTER ROLE ... SET idle_in_transaction_session_timeout = '15s'"

// behindPooler adds the timeouts to the configuration and connects. It returns true if a pooler (PgBouncer) refuses or drops them.
// Then no call may depend on the state of a connection, because a pooler may give each transaction another one. So there are no parameters at the start
// of a connection and no named statements. An operator can demand the same by default_query_exec_mode=cache_describe in the address.
func behindPooler(ctx context.Context, config *pgx.ConnConfig, warn func(string)) (bool, error) {
	demanded := config.DefaultQueryExecMode != pgx.QueryExecModeCacheStatement
	if !demanded {
		added := addTimeouts(config)
		timeout, err := statementTimeout(ctx, config)
		if err == nil && timeout != "0" {
			return false, nil
		}
		if err != nil && !refusesParameters(err) {
			return false, err
		}
		for _, name := range added {
			delete(config.RuntimeParams, name)
		}
	}
	config.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	timeout, err := statementTimeout(ctx, config)
	if err == nil && timeout == "0" && warn != nil {
		warn(withoutTimeouts)
	}
	return true, err
}

func addTimeouts(config *pgx.ConnConfig) (added []string) {
	for name, value := range timeouts {
		if _, set := config.RuntimeParams[name]; !set {
			config.RuntimeParams[name] = value
			added = append(added, name)
		}
	}
	return added
}

func refusesParameters(err error) bool {
	var failure *pgconn.PgError
	return errors.As(err, &failure) && failure.Code == "08P01" && strings.Contains(failure.Message, "startup parameter")
}

// statementTimeout returns the statement timeout of a new connection; "0" means none.
func statementTimeout(ctx context.Context, config *pgx.ConnConfig) (timeout string, err error) {
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close(ctx) }()
	err = conn.QueryRow(ctx, "SELECT current_setting('statement_timeout')", pgx.QueryExecModeExec).Scan(&timeout)
	return timeout, err
}
