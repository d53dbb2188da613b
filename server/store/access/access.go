// Package access decides who may see a table: in the API, on sockets, in the chat, in lists and in exports.
package access

import (
	"crypto/subtle"
	"slices"

	"nemeton/engine"
	"nemeton/server/store"
)

// Level is what a caller may do at a table. Each level includes those before it.
type Level int

// The levels.
const (
	None   Level = iota // the table does not exist for the caller
	Known               // the caller holds the invite, but the host has removed them: they learn only that they are removed
	Reads               // a public table from which the host has removed the caller
	Watch               // the caller may be a spectator
	Seated              // the caller has a seat
)

// Of returns the level of a caller who presents an invite; both may be empty. A table for friends also opens to
// the friends of its host. A private one, and one whose visibility is unknown, opens to people with a seat or the invite alone.
func Of(row store.Table, caller store.PlayerID, invite string) Level {
	_, sits := SeatOf(row, caller)
	barred, public := Barred(row, caller), Public(row)
	switch {
	case !sits && !Opens(row, invite) && (barred || !isFriend(row, caller)):
		return None
	case barred && !public:
		return Known
	case barred:
		return Reads
	case sits:
		return Seated
	}
	return Watch
}

// Listed is the same decision in SQL, for rows t of tables and a caller %s without an invite: their level is Reads or more.
const Listed = "(" + ListedToAll + " OR " + Sits + " OR t.friends = 1 AND " + OpenToFriends + ` AND t.host IN (SELECT friend FROM friends WHERE player = %s AND agreed = 1))`

// ListedToAll is Listed for callers who are anonymous.
const ListedToAll = "t.visibility = 'public'"

// OpenToFriends is the condition on a table for friends that its host has not removed the friend %s.
const OpenToFriends = `t.visibility = 'private' AND t.barred NOT LIKE '%"' || %s || '"%'`

// Sits selects the tables where the player %s has a seat.
const Sits = "EXISTS (SELECT 1 FROM places s WHERE s.table_id = t.id AND s.player <> '' AND s.player = %s)"

func isFriend(row store.Table, caller store.PlayerID) bool {
	return row.Visibility == store.ForFriends && caller != "" && slices.Contains(row.Friends, caller)
}

// Public reports whether everybody may see the table.
func Public(row store.Table) bool { return row.Visibility == store.Public }

// Opens reports whether an invite opens a table. Any invite opens a public table. The comparison takes the same time for wrong and right ones.
func Opens(row store.Table, invite string) bool {
	return Public(row) || (invite != "" && subtle.ConstantTimeCompare([]byte(row.Invite), []byte(invite)) == 1)
}

// InviteOf returns the invite that opens a table, empty for a public table. The row keeps the invite in case the table becomes private again.
func InviteOf(row store.Table) string {
	if Public(row) {
		return ""
	}
	return row.Invite
}

// Barred reports whether the host removed the player from the table and has not lifted the ban. A seat ends the ban: a player can get it only by becoming one with
// a guest who sat down.
func Barred(row store.Table, player store.PlayerID) bool {
	_, sits := SeatOf(row, player)
	return !sits && player != "" && slices.Contains(row.Barred, player)
}

// SeatOf returns the seat of a player; false: they have none.
func SeatOf(row store.Table, player store.PlayerID) (engine.Seat, bool) {
	if player == "" {
		return engine.NoSeat, false
	}
	at := slices.IndexFunc(row.Seats, func(p store.Seat) bool { return p.Player == player })
	return engine.Seat(at), at >= 0
}
