package storetest

import (
	"slices"
	"testing"

	"nemeton/server/store"
	"nemeton/server/store/access"
)

// AccessCase is a caller at a table whose host sits at it, and which has the invite "x" and a barred player "barred".
type AccessCase struct {
	Visibility     store.Visibility
	Caller, Invite string
	Want           access.Level
}

// AccessCases returns the cases that hold both for access.Of and for the lists of a store.
func AccessCases() []AccessCase {
	return []AccessCase{
		{store.Public, "", "", access.Watch},
		{store.Public, "", "wrong", access.Watch},
		{store.Public, "guest", "", access.Watch},
		{store.Public, "host", "", access.Seated},
		{store.Public, "barred", "", access.Reads},
		{store.Public, "barred", "x", access.Reads},
		{store.Private, "", "", access.None},
		{store.Private, "", "wrong", access.None},
		{store.Private, "", "x", access.Watch},
		{store.Private, "guest", "", access.None},
		{store.Private, "guest", "X", access.None},
		{store.Private, "guest", "x", access.Watch},
		{store.Private, "host", "", access.Seated},
		{store.Private, "host", "wrong", access.Seated},
		{store.Private, "barred", "", access.None},
		{store.Private, "barred", "wrong", access.None},
		{store.Private, "barred", "x", access.Known},
	}
}

// Row returns the table of a case.
func (c AccessCase) Row() store.Table {
	return newTable(func(r *store.Table) { r.Visibility, r.Invite, r.Barred = c.Visibility, "x", []store.PlayerID{"barred"} })
}

var accessLists = contractCase{"contain the tables that their viewer may see", func(t *testing.T, f Fixture) {
	for _, c := range AccessCases() {
		row := c.Row()
		must(t, f.Store.CreateTable(t.Context(), row, ""))
		got := slices.Contains(listTables(t, f.Store, store.Query{Viewer: store.PlayerID(c.Caller)}), row.ID)
		// A list knows no invites.
		if want := access.Of(row, store.PlayerID(c.Caller), "") >= access.Reads; got != want {
			t.Errorf("%+v: listed is %v, want %v", c, got, want)
		}
	}
}}
