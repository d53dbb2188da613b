package sqlite

import (
	"path/filepath"
	"strings"
	"testing"

	"nemeton/server/store/row"
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

// The statements of players' pages find the rows of their players by an index, and read no other rows of results.
func TestResults_UseIndexes(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "a.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	for statement, index := range map[string]string{
		row.SelectResults:       "results_of_player (player=?",
		row.SelectFigures:       "COVERING INDEX results_figures (player=?",
		row.SelectHeadToHead:    "(player=?",
		row.SelectTogether:      "(player=?",
		row.SelectCompanions:    "results_of_player (player=?",
		row.SelectPrevious:      "(table_id=? AND invited=?",
		row.SelectSent:          "invitations_from (inviter=?",
		row.SelectInvitationsTo: "invitations_to (invited=?",
		countInvitations:        "invitations_to (invited=?",
		row.SelectInvitationsOf: "(table_id=?",
		row.AcceptInvitations:   "(table_id=?",
		row.SelectBlocked:       "(player=?",
		oldInvitations:          "invitations_age (created_at<?",
	} {
		plan := planOf(t, s, statement)
		if !strings.Contains(plan, index) || strings.Contains(plan, "SCAN r") || strings.Contains(plan, "SCAN t") || strings.Contains(plan, "SCAN i") {
			t.Errorf("%s\ngot the plan\n%swant one that uses %s and scans no table", statement, plan, index)
		}
	}
}

// planOf returns the plan of a statement, one step a line.
func planOf(t *testing.T, s *Store, statement string) string {
	t.Helper()
	rows, err := s.read.DB.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+statement, 1, 1, 1, 1, 1, 1)
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
