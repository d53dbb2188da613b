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
	db := must.Return(sql.Open("sqlite", path+"?_pragma=busy_timeout(60000)"))(t)
	defer func() { _ = db.Close() }()
	must.Return(db.ExecContext(context.Background(), statement, args...))(t)
}
