package sqlite_test

import (
	"database/sql"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"nemeton/server/store/dialect"
	"nemeton/testkit/must"
)

// scanned matches the step of a plan that reads all rows of a table or an index.
var scanned = regexp.MustCompile(`^SCAN \w+( USING .*)?$`)

// live matches the step that reads an index of rows that still matter, such as live seats, or the beginning of an index up to the limit of a page.
var live = regexp.MustCompile(` USING (COVERING )?INDEX (places_live|notices_due|tables_closed|tables_just_finished|sessions_idle)$`)

// common matches the names of common tables.
var common = regexp.MustCompile(`WITH (\w+) AS MATERIALIZED`)

// derived matches the names of subqueries after FROM.
var derived = regexp.MustCompile(`\) (\w+)\b`)

// scans implements Scans of storetest.Fixture.
func scans(t testing.TB, path string) map[string][]string {
	t.Helper()
	db := must.Return(sql.Open("sqlite", "file:"+urlOf(path)))(t)
	defer func() { _ = db.Close() }()
	found := map[string][]string{}
	for _, q := range dialect.Statements() {
		if q.SQLite == "" {
			continue
		}
		for _, step := range plan(t, db, q.SQLite) {
			if c := common.FindStringSubmatch(q.SQLite); c != nil && step == "SCAN "+c[1] {
				continue
			}
			if slices.ContainsFunc(derived.FindAllStringSubmatch(q.SQLite, -1), func(d []string) bool { return step == "SCAN "+d[1] }) {
				continue
			}
			if scanned.MatchString(step) && !live.MatchString(step) {
				found[q.SQLite] = append(found[q.SQLite], step)
			}
		}
	}
	return found
}

var placeholder = regexp.MustCompile(`\?(\d+)`)

func plan(t testing.TB, db *sql.DB, statement string) (steps []string) {
	t.Helper()
	var args []any
	for _, m := range placeholder.FindAllStringSubmatch(statement, -1) {
		n := must.Return(strconv.Atoi(m[1]))(t)
		for len(args) < n {
			args = append(args, 1)
		}
	}
	rows, err := db.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+statement, args...)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id, parent, unused int
		var detail string
		must.Succeed(t, rows.Scan(&id, &parent, &unused, &detail))
		steps = append(steps, detail)
	}
	must.Succeed(t, rows.Err())
	return steps
}
