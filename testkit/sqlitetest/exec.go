package sqlitetest

import (
	"context"
	"database/sql"
	"testing"

	"nemeton/testkit/must"
)

// Exec changes a file past its store, as an operator can with SQL. It waits for other writers.
func Exec(t testing.TB, path, statement string, args ...any) {
	t.Helper()
	db, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(60000)")
	must.Succeed(t, err)
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(context.Background(), statement, args...); err != nil {
		t.Fatal(err)
	}
}
