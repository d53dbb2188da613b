package postgres_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store/dialect"
	"nemeton/testkit/must"
)

var placeholder = regexp.MustCompile(`\$(\d+)`)

// scans implements Scans of storetest.Fixture. Postgres prefers a scan of a small table, so scans are turned off; it then chooses one only without an index.
func scans(t testing.TB, address string) map[string][]string {
	t.Helper()
	conn := must.Return(pgx.Connect(t.Context(), address))(t)
	defer func() { _ = conn.Close(t.Context()) }()
	run := func(statement string) (lines []string) {
		t.Helper()
		results := must.Return(conn.PgConn().Exec(t.Context(), statement).ReadAll())(t, statement)
		for _, row := range results[0].Rows {
			lines = append(lines, string(row[0]))
		}
		return lines
	}
	run("SET enable_seqscan = off")
	run("SET plan_cache_mode = force_generic_plan")
	found := map[string][]string{}
	for _, q := range dialect.Statements() {
		if q.Postgres == "" {
			continue
		}
		most := 0
		for _, m := range placeholder.FindAllStringSubmatch(q.Postgres, -1) {
			n := must.Return(strconv.Atoi(m[1]))(t)
			most = max(most, n)
		}
		run("PREPARE explained AS " + q.Postgres)
		call := "EXPLAIN EXECUTE explained"
		if most > 0 {
			call += "(" + strings.TrimSuffix(strings.Repeat("NULL, ", most), ", ") + ")"
		}
		for _, line := range run(call) {
			if strings.Contains(line, "Seq Scan on") {
				found[q.Postgres] = append(found[q.Postgres], strings.TrimSpace(line))
			}
		}
		run("DEALLOCATE explained")
	}
	return found
}
