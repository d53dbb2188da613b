package sqlite

import (
	"path/filepath"
	"strings"
	"testing"
)

// The statements that run while people play find their rows by an index.
func TestRetention_UsesIndexes(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "a.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	for statement, index := range map[string]string{
		closeIdle:     "tables_by_state",
		closedTables:  "tables_closed",
		countCreated:  "tables_of_creator",
		clearRematch:  "tables_by_rematch",
		expiredLinks:  "links_expiry",
		nextPlayers:   "sqlite_autoindex_players",
		idleAmong:     "places_of_player",
		removeEntries: "entries_",
	} {
		plan := planOf(t, s, statement)
		if !strings.Contains(plan, index) || strings.Contains(plan, "SCAN t") || strings.Contains(plan, "SCAN p") {
			t.Errorf("%s\ngot the plan\n%swant one that uses %s and scans no table", statement, plan, index)
		}
	}
}

// planOf returns the plan of a statement, one step a line.
func planOf(t *testing.T, s *Store, statement string) string {
	t.Helper()
	rows, err := s.read.DB.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+statement, 1, 1, 1)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	defer func() { _ = rows.Close() }()
	var plan strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		plan.WriteString(detail + "\n")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return plan.String()
}
