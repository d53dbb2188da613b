// Package storetest checks the contract of store.Store with one suite for all implementations. A bug of a store first becomes a case here.
package storetest

import (
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/server/store"
)

// Fixture is an empty store, with access to its data.
type Fixture struct {
	Store store.Store
	// Reopen closes the store and opens the same data again, as a restarted server does.
	Reopen func(t testing.TB) store.Store
	// Damage changes the bytes of a stored record.
	Damage func(t testing.TB, table store.TableID, seq engine.Seq)
	// DamageSnapshot changes the bytes of a stored snapshot.
	DamageSnapshot func(t testing.TB, table store.TableID, seq engine.Seq)
	// Cut removes the records after seq behind the store's back and sets the row's seq and head back, as a failover does that lost commits.
	Cut func(t testing.TB, table store.TableID, seq engine.Seq)
	// Duplicate inserts a second record of a seq behind the store's back and returns the error of the database. Nil if that is impossible.
	Duplicate func(t testing.TB, table store.TableID, seq engine.Seq) error
	// Exec runs a statement behind the store's back and returns the number of changed rows.
	Exec func(t testing.TB, statement string) int64
	// Restored is Reopen for a database that was restored.
	Restored func(t testing.TB) store.Store
	// Scans returns the statements that serve both databases and read a whole table, with these steps of their plans. Nil for a store without statements.
	Scans func(t testing.TB) map[string][]string
}

// TableGroups are the groups of the contract that need nothing but tables, their logs and snapshots, and the store's time.
var TableGroups = []string{"Tables", "Update", "Changes", "Log", "Names", "History", "Snapshot", "Batch", "TimeControl"}

// Run checks the contract, or the given groups of it. Fresh returns an empty store. Fresh and Reopen close their stores when the test ends.
func Run(t *testing.T, fresh func(t testing.TB) Fixture, groups ...string) {
	t.Helper()
	for _, group := range []struct {
		name  string
		cases []contractCase
	}{
		{"Players", players},
		{"Sessions", sessions},
		{"Links", links},
		{"AppLinks", appLinks},
		{"Offers", offers},
		{"Tokens", tokens},
		{"Tables", tables},
		{"Update", updates},
		{"Changes", changes},
		{"List", lists},
		{"Log", logs},
		{"Names", tableNames},
		{"PlayerNames", playerNames},
		{"History", histories},
		{"Snapshot", snapshots},
		{"Race", races},
		{"Batch", batches},
		{"Quota", quotas},
		{"Archive", archives},
		{"Retention", retention},
		{"Results", results},
		{"Invitations", invitations},
		{"Notifications", notifications},
		{"MailCounts", mailCounts},
		{"Chat", slices.Concat(chats, toldChats)},
		{"Report", reports},
		{"Operator", operators},
		{"Suggestion", suggestions},
		{"SigningKey", signingKeys},
		{"TimeControl", timeControl},
		{"Recoveries", recoveries},
		{"Friends", friends},
		{"Ways", ways},
		{"Doors", doors},
		{"Restart", restarts},
		{"Plan", plans},
	} {
		if len(groups) > 0 && !slices.Contains(groups, group.name) {
			continue
		}
		t.Run(group.name, func(t *testing.T) {
			t.Parallel()
			for _, c := range group.cases {
				t.Run(c.name, func(t *testing.T) {
					t.Parallel()
					c.check(t, fresh(t))
				})
			}
		})
	}
}

type contractCase struct {
	name  string
	check func(t *testing.T, f Fixture)
}
