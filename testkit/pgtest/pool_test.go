package pgtest

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"nemeton/bench/scratch"
	"nemeton/testkit/must"
)

// A database is like a new one, whatever the last test with it did.
func TestLend(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	s := must.Return(shared())(t)
	address, drop, err := scratch.Create(ctx, s.address, s.template)
	must.Succeed(t, err)
	t.Cleanup(func() { must.Succeed(t, drop()) })
	fresh := stateOf(ctx, t, address)
	for name, change := range map[string]string{
		"nothing": "SELECT",
		"rows": `INSERT INTO players (id, name, created_at) VALUES ('p', 'Ada', 1);
			UPDATE meta SET epoch = 7; DELETE FROM pulse; SELECT nextval('tables_key_seq')`,
		"a table":      "CREATE TABLE more (one integer)",
		"a column":     "ALTER TABLE players ADD COLUMN more text",
		"a constraint": "ALTER TABLE players DROP CONSTRAINT players_erased",
		"statistics":   "INSERT INTO players (id, name, created_at) VALUES ('p', 'Ada', 1); ANALYZE players",
		"the version":  "DELETE FROM goose_db_version WHERE version_id > 3",
	} {
		address, giveBack, err := lend(ctx, s)
		must.Succeed(t, err)
		conn := must.Return(pgx.Connect(ctx, address))(t)
		must.Return(conn.Exec(ctx, change))(t)
		must.Succeed(t, giveBack()) // the connection is still open, as that of a server that a test left
		address, giveBack, err = lend(ctx, s)
		must.Succeed(t, err)
		got := stateOf(ctx, t, address)
		must.Succeed(t, giveBack())
		_ = conn.Close(ctx)
		if got.Shape != fresh.Shape || !maps.Equal(got.Rows, fresh.Rows) || !slices.Equal(got.Sequences, fresh.Sequences) {
			t.Errorf("after a change of %s: got %+v, want %+v", name, got, fresh)
		}
	}
}

// Two tests at once have two databases.
func TestLend_Twice(t *testing.T) {
	t.Parallel()
	if one, two := New(t), New(t); one == two {
		t.Errorf("got %s twice", one)
	}
}

func stateOf(ctx context.Context, t *testing.T, address string) state {
	t.Helper()
	conn := must.Return(pgx.Connect(ctx, address))(t)
	defer func() { _ = conn.Close(ctx) }()
	return must.Return(look(ctx, conn))(t)
}
