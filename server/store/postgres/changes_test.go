package postgres_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store"
	"nemeton/server/store/postgres"
	"nemeton/testkit/must"
	"nemeton/testkit/pgtest"
	"nemeton/testkit/storetest"
)

// checkChanges checks that each change of a table or chat that a test made was noted.
func checkChanges(t testing.TB, address string) {
	t.Helper()
	if t.Failed() {
		return
	}
	ctx := context.WithoutCancel(t.Context())
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return // the test ended its server
	}
	defer func() { _ = conn.Close(ctx) }()
	rows, _ := conn.Query(ctx, `WITH noted AS (SELECT split_part(x, ':', 1) AS id, split_part(x, ':', 2) AS what FROM changes, unnest(string_to_array(tables, ' ')) x)
		SELECT 'row of ' || id FROM tables t WHERE rev - 1 > (SELECT count(*) FROM noted n WHERE n.id = t.id AND what = '')
		UNION ALL SELECT 'log of ' || id FROM tables t WHERE seq > coalesce((SELECT max(CASE WHEN what ~ '^[0-9]+$' THEN what::bigint END) FROM noted n WHERE n.id = t.id), 0)
		UNION ALL SELECT 'chat of ' || table_id FROM chat_channels c WHERE rev > (SELECT count(*) FROM noted n WHERE n.id = c.table_id AND what = 'chat')`)
	if list, err := pgx.CollectRows(rows, pgx.RowTo[string]); err != nil || len(list) > 0 {
		t.Errorf("changes that were not noted: %v, %v", list, err)
	}
}

// A transaction that began before a change, and ends after it, delays no other change and loses none of its own.
func TestChangedSince_LongTransaction(t *testing.T) {
	t.Parallel()
	address := pgtest.New(t)
	s := open(t, address)
	first, second := storetest.CreateTable(t, s), storetest.CreateTable(t, s)
	since := changed(t, s, store.Cursor{}).Next
	conn := must.Return(pgx.Connect(t.Context(), address))(t)
	defer func() { _ = conn.Close(t.Context()) }()
	long := must.Return(conn.Begin(t.Context()))(t)
	must.Return(long.Exec(t.Context(), "INSERT INTO changes (tables) VALUES ($1)", first))(t)
	must.Return(s.UpdateTable(t.Context(), second, func(r *store.Table) error { r.Host = "new"; return nil }))(t)
	during := changed(t, s, since)
	if !tells(during, second) || tells(during, first) {
		t.Errorf("during the transaction: got %+v, want only table %s", during, second)
	}
	must.Succeed(t, long.Commit(t.Context()))
	if after := changed(t, s, during.Next); !tells(after, first) {
		t.Errorf("after the transaction: got %+v, want table %s", after, first)
	}
}

func TestChangedSince_TooMany(t *testing.T) {
	t.Parallel()
	address := pgtest.New(t)
	s := open(t, address)
	since := changed(t, s, store.Cursor{}).Next
	raw(t, address, "INSERT INTO changes (tables) SELECT 'x' FROM generate_series(1, 10001)")
	many := changed(t, s, since)
	if !many.Unknown || len(many.Tables) > 0 {
		t.Errorf("got %d tables, unknown %v, want unknown changes", len(many.Tables), many.Unknown)
	}
	// They are gone once the transactions of other tests that began before them have ended.
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for c := many; c.Unknown; c = changed(t, s, c.Next) {
		must.Succeed(t, s.ForgetChanges(t.Context(), c.Next))
		select {
		case <-t.Context().Done():
			t.Fatal("the changes are not forgotten")
		case <-tick.C:
		}
	}
}

// A cursor of a primary that failed is of another history, because the new primary may lack changes before it.
func TestChangedSince_Failover(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	s := open(t, p.Address)
	must.Succeed(t, p.Part(t.Context()))
	for n := range 100 {
		player, session := guest(n)
		must.Succeed(t, s.CreatePlayer(t.Context(), player, session))
	}
	since := changed(t, s, store.Cursor{}).Next
	must.Succeed(t, p.Primary.Halt(t.Context()))
	must.Succeed(t, p.Promote(t.Context()))
	awaitWrite(t, s)
	for n := range 200 { // the transactions pass those that were lost
		player, session := guest(1000 + n)
		must.Succeed(t, s.CreatePlayer(t.Context(), player, session))
	}
	if c := changed(t, s, since); !c.Unknown {
		t.Errorf("got %+v, want unknown changes", c)
	}
}

func changed(t *testing.T, s *postgres.Store, since store.Cursor) store.Changes {
	t.Helper()
	return must.Return(s.ChangedSince(t.Context(), since))(t)
}

func tells(c store.Changes, id store.TableID) bool {
	return slices.ContainsFunc(c.Tables, func(x store.ChangedTable) bool { return x.Table == id })
}
