package row

import (
	"slices"
	"strings"

	"nemeton/server/store"
)

// The statements of invitations and blocks, for both databases; see Numbered.
const (
	invitationColumns = "i.table_id, i.invited, i.inviter, coalesce(i.session, ''), i.created_at, i.answer, i.answered_at"

	// stillMeant is the condition that an invitation without an answer counts, except for blocks.
	stillMeant = `i.answer = '' AND i.session IS NOT NULL AND t.state = 'open'
		AND EXISTS (SELECT 1 FROM places p WHERE p.table_id = i.table_id AND p.player = i.inviter)
		AND NOT EXISTS (SELECT 1 FROM places p WHERE p.table_id = i.table_id AND p.player = i.invited)`

	notBlocked = " AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.player = i.invited AND b.blocked = i.inviter)"

	// SelectPrevious has the arguments table and invited player. It returns an invitation and whether it counts.
	SelectPrevious = "SELECT " + invitationColumns + ", " + stillMeant + " FROM invitations i JOIN tables t ON t.id = i.table_id WHERE i.table_id = ?1 AND i.invited = ?2"

	// SelectSent has the arguments inviter and time. It returns invitations, each with whether its table is open.
	SelectSent = "SELECT " + invitationColumns + `, t.state = 'open' FROM invitations i JOIN tables t ON t.id = i.table_id
		WHERE i.inviter = ?1 AND i.created_at > ?2 ORDER BY i.created_at, i.table_id, i.invited`

	// SelectInvitationsTo has the arguments player and limit.
	SelectInvitationsTo = "SELECT " + invitationColumns + " FROM invitations i JOIN tables t ON t.id = i.table_id WHERE i.invited = ?1 AND " + stillMeant + notBlocked + `
		ORDER BY i.created_at DESC, i.table_id DESC LIMIT ?2`

	countInvitations = "SELECT i.invited, count(*) FROM invitations i JOIN tables t ON t.id = i.table_id WHERE %s AND " + stillMeant + notBlocked + " GROUP BY i.invited"

	// SelectInvitationsOf has the argument table.
	SelectInvitationsOf = "SELECT " + invitationColumns + " FROM invitations i WHERE i.table_id = ?1 ORDER BY i.created_at, i.invited"

	// AcceptInvitations has the arguments table and time. It answers the invitations of all who sit at the table.
	AcceptInvitations = `UPDATE invitations SET answer = 'accepted', answered_at = ?2 WHERE table_id = ?1 AND answer = ''
		AND invited IN (SELECT player FROM places WHERE table_id = ?1 AND player <> '')`

	// DeclineInvitation has the arguments table, invited player and time.
	DeclineInvitation = `UPDATE invitations SET answer = 'declined', answered_at = ?3 WHERE table_id = ?1 AND invited = ?2 AND answer = ''`

	// TrimBlocks has the arguments player and number of blocks that stay.
	TrimBlocks = `DELETE FROM blocks WHERE player = ?1 AND blocked NOT IN (SELECT blocked FROM blocks WHERE player = ?1 ORDER BY created_at DESC, blocked LIMIT ?2)`

	DeleteBlock      = "DELETE FROM blocks WHERE player = ?1 AND blocked = ?2"
	SelectBlocked    = "SELECT blocked FROM blocks WHERE player = ?1 ORDER BY created_at DESC, blocked"
	SelectHasBlocked = "SELECT EXISTS (SELECT 1 FROM blocks WHERE player = ?1 AND blocked = ?2)"
)

// CountInvitations returns the statement that counts the invitations of the players that a condition on i.invited selects.
func CountInvitations(among string) string { return strings.Replace(countInvitations, "%s", among, 1) }

// ErasePlayerRows are the statements that delete the invitations, blocks, channels, nudges and unlisted tables of the player ?1.
func ErasePlayerRows() []string {
	return []string{
		"DELETE FROM invitations WHERE inviter = ?1 OR invited = ?1", "DELETE FROM blocks WHERE player = ?1 OR blocked = ?1",
		"DELETE FROM notifiers WHERE player = ?1", "DELETE FROM nudges WHERE nudger = ?1 OR nudged = ?1",
		"DELETE FROM unlisted WHERE player = ?1",
	}
}

// Numbered returns a statement with the placeholders of Postgres.
func Numbered(statement string) string { return strings.ReplaceAll(statement, "?", "$") }

// SeatsPlayer reports whether a change gives a seat to a player who had none at the table.
func SeatsPlayer(before, after []store.Seat) bool {
	return slices.ContainsFunc(after, func(s store.Seat) bool {
		return s.Player != "" && !slices.ContainsFunc(before, func(b store.Seat) bool { return b.Player == s.Player })
	})
}
