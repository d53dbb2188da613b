package sqlitetest

import (
	"context"
	"database/sql"
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// Lock locks a file against writers, as another program with a long transaction does, until unlock is called or the test ends.
func Lock(t testing.TB, path string) (unlock func()) {
	t.Helper()
	db := must.Return(sql.Open("sqlite", path))(t)
	t.Cleanup(func() { _ = db.Close() })
	conn, err := db.Conn(context.Background())
	if err == nil {
		// The server may be writing at this moment.
		_, err = conn.ExecContext(context.Background(), "PRAGMA busy_timeout = 60000; BEGIN EXCLUSIVE")
	}
	must.Succeed(t, err)
	return func() {
		t.Helper()
		expect.Error(t, expect.Second(conn.ExecContext(context.Background(), "ROLLBACK")), nil)
		_ = conn.Close()
	}
}
