package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/pgtest"
)

// While another program locks a table that a move needs, a write cannot be proven.
func TestProbeWrite_LockedTables(t *testing.T) {
	t.Parallel()
	for _, table := range []string{"entries", "tables", "meta"} {
		t.Run(table, func(t *testing.T) {
			t.Parallel()
			address := pgtest.New(t)
			s := open(t, address)
			conn := must.Return(pgx.Connect(t.Context(), address))(t)
			defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
			must.Return(conn.Exec(t.Context(), "BEGIN; LOCK TABLE "+table+" IN ACCESS EXCLUSIVE MODE"))(t)
			limited, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			expect.Error(t, s.ProbeWrite(limited), store.ErrUnavailable, "locked")
			must.Return(conn.Exec(t.Context(), "ROLLBACK"))(t)
			expect.Error(t, s.ProbeWrite(t.Context()), nil, "unlocked")
		})
	}
}
