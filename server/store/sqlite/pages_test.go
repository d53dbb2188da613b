package sqlite_test

import (
	"database/sql"
	"testing"
	"time"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/sqlitetest"
	"nemeton/testkit/storetest"
	"nemeton/testkit/testsize"
)

// The rows of finished tables fill their pages.
func TestStore_PagesOfTables(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	path := sqlitetest.File(t)
	s := open(t, path)
	const games = 200
	storetest.PlayGames(t, s, games, 20, 3)
	expect.Equal(t, must.Return(s.EndSeats(t.Context(), time.Now().Add(time.Hour), 2*games))(t), games, "ended")
	db := must.Return(sql.Open("sqlite", "file:"+urlOf(path)))(t)
	defer func() { _ = db.Close() }()
	var bytes int
	must.Succeed(t, db.QueryRowContext(t.Context(), "SELECT sum(pgsize) FROM dbstat WHERE name = 'tables'").Scan(&bytes))
	t.Logf("%d bytes of pages a row", bytes/games)
	if bytes > 700*games {
		t.Errorf("got %d bytes of pages a row, want at most 700", bytes/games)
	}
}
