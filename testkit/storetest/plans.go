package storetest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"nemeton/server/store"
	"nemeton/testkit/must"
)

// scansAllowed are beginnings of the statements that may read a whole table, with the reasons.
var scansAllowed = []string{
	// The pages of operators count all people and open reports, and list reports in an order of their own.
	"SELECT (SELECT count(*) FROM players p",
	"SELECT r.id, r.table_id, r.channel, r.number, r.author, r.text, r.phrase, r.said_at, r.reporter, r.reason, r.created_at, r.closed_at FROM chat_reports r WHERE r.closed_at = 0 OR",
	// All open suggestions are wanted, and their number is bounded.
	"SELECT id, language, file, key, text, created_at FROM text_suggestions WHERE closed_at = 0",
	// A doctor compares all archived logs with the objects of the archive.
	"SELECT t.id, t.title, t.seq, t.head, t.listed_at, a.object, a.bytes FROM archives a JOIN tables t ON t.id = a.table_id WHERE a.state = 'held' ORDER BY a.table_id",
	// Nodes, bans and signing keys are few, and all or most of them are wanted.
	"SELECT reads FROM nodes",
	"DELETE FROM nodes WHERE touched_at <",
	"SELECT range, reason, made_by, created_at, ends_at FROM bans",
	"DELETE FROM bans WHERE range IN (",
	"SELECT n, name, public, private, created_at FROM signing_keys",
}

var plans = []contractCase{
	{"statements find their rows by an index", func(t *testing.T, f Fixture) {
		if f.Scans == nil {
			t.Skip("this store has no statements")
		}
		for n := range 1 << 7 { // the forms of lists
			bit := func(b int) bool { return n>>b&1 == 1 }
			q := store.Query{AllTables: bit(0), Listed: bit(2)}
			if bit(1) {
				q.Title = "meduris"
			}
			if bit(3) {
				q.State = store.Running
			}
			if bit(4) {
				q.Player = "p"
			}
			if bit(5) {
				q.Viewer = "v"
			}
			if bit(6) {
				q.Before, q.BeforeID, q.Limit = time.Unix(9, 0), "b", 5
			}
			must.Return(f.Store.ListTables(t.Context(), q))(t)
		}
		for statement, steps := range f.Scans(t) {
			text := strings.Join(strings.Fields(statement), " ")
			if !slices.ContainsFunc(scansAllowed, func(beginning string) bool { return strings.HasPrefix(text, beginning) }) {
				t.Errorf("%s\nreads a whole table: %s", text, strings.Join(slices.Compact(steps), "; "))
			}
		}
	}},
}
