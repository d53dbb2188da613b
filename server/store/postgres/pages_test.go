package postgres_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store/postgres"
	"nemeton/testkit/must"
	"nemeton/testkit/pgtest"
	"nemeton/testkit/storetest"
	"nemeton/testkit/testsize"
)

// Pages of tables hold little but rows, although each move writes a row anew, and nearly all moves stay in their page. VACUUM runs in between, as it does by
// itself in a real database.
func TestStore_PagesOfTables(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	address := pgtest.New(t)
	s := must.Return(postgres.Open(t.Context(), address, postgres.Options{}))(t)
	const rounds, games, moves = 20, 250, 30
	for range rounds {
		storetest.PlayGames(t, s, games, 100, moves)
		raw(t, address, "VACUUM tables")
	}
	must.Succeed(t, s.Close()) // ended sessions have reported their changes
	conn := must.Return(pgx.Connect(t.Context(), address))(t)
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	var pages, columns, inPlace int
	must.Succeed(t, conn.QueryRow(t.Context(), `SELECT pg_relation_size('tables') / count(*), sum(pg_column_size(t.*)) / count(*),
		(SELECT n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'tables') FROM tables t`).Scan(&pages, &columns, &inPlace))
	share := 100 * inPlace / (rounds * games * moves)
	t.Logf("a row has %d bytes of columns and %d bytes of pages; %d %% of the moves stayed in their page", columns, pages, share)
	if pages > 1000 || share < 90 {
		t.Errorf("got %d bytes of pages a row and %d %% of the moves in their page, want at most 1,000 bytes and at least 90 %%", pages, share)
	}
}
