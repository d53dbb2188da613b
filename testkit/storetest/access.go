package storetest

import (
	"slices"
	"testing"

	"nemeton/server/store"
	"nemeton/server/store/access"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// AccessCase is a caller at a table whose host sits at it, and which has the invite "x" and a barred player "barred". The host's friends are "friend" and
// "barred"; "asked" has not answered.
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
		{store.Private, "friend", "", access.None},
		{store.ForFriends, "", "", access.None},
		{store.ForFriends, "", "x", access.Watch},
		{store.ForFriends, "guest", "", access.None},
		{store.ForFriends, "guest", "x", access.Watch},
		{store.ForFriends, "friend", "", access.Watch},
		{store.ForFriends, "friend", "wrong", access.Watch},
		{store.ForFriends, "asked", "", access.None},
		{store.ForFriends, "barred", "", access.None},
		{store.ForFriends, "barred", "x", access.Known},
		{store.ForFriends, "host", "", access.Seated},
		{"later", "guest", "", access.None},
		{"later", "friend", "", access.None},
		{"later", "host", "", access.Seated},
	}
}

func (c AccessCase) Row() store.Table {
	return newTable(func(r *store.Table) {
		r.Visibility, r.Invite, r.Barred = c.Visibility, "x", []store.PlayerID{"barred"}
		if c.Visibility == store.ForFriends {
			r.Friends = []store.PlayerID{"barred", "friend"}
		}
	})
}

var accessLists = contractCase{"contain the tables that their viewer may see", func(t *testing.T, f Fixture) {
	for n, name := range []store.PlayerID{"host", "friend", "barred", "asked"} {
		p := newPlayer(string(name))
		p.ID = name
		must.Succeed(t, f.Store.CreatePlayer(t.Context(), p, newSession(p.ID, byte(n+1))))
	}
	makeFriends(t, f.Store, "host", "friend")
	makeFriends(t, f.Store, "host", "barred")
	must.Return(f.Store.AskFriend(t.Context(), "host", "asked", at(1)))(t)
	for _, c := range AccessCases() {
		row := c.Row()
		if row.Visibility == "later" {
			continue // no store holds a visibility that it does not know
		}
		must.Succeed(t, f.Store.CreateTable(t.Context(), row, ""))
		wantEqual(t, "friends of the host", must.Return(f.Store.Table(t.Context(), row.ID))(t).Friends, row.Friends)
		got := slices.Contains(listTables(t, f.Store, store.Query{Viewer: store.PlayerID(c.Caller)}), row.ID)
		// A list knows no invites.
		expect.Equal(t, got, access.Of(row, store.PlayerID(c.Caller), "") >= access.Reads, c, "listed")
	}
}}
