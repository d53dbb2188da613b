package rows

import (
	"context"
	"errors"
	"slices"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

const (
	fromInvitations = "SELECT i.table_id, i.invited, i.inviter, coalesce(i.session, ''), i.created_at, i.answer, i.answered_at"

	// stillMeant is the condition that an invitation without an answer counts, except for blocks.
	stillMeant = `i.answer = '' AND i.session IS NOT NULL AND t.state = 'open'
		AND EXISTS (SELECT 1 FROM places p WHERE p.table_id = i.table_id AND p.player = i.inviter)
		AND NOT EXISTS (SELECT 1 FROM places p WHERE p.table_id = i.table_id AND p.player = i.invited)`

	notBlocked = " AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.player = i.invited AND b.blocked = i.inviter)"
)

var (
	selectPrevious = dialect.SQL(fromInvitations + ", " + stillMeant + " FROM invitations i JOIN tables t ON t.id = i.table_id WHERE i.table_id = ?1 AND i.invited = ?2")
	selectSent     = dialect.SQL(fromInvitations + `, t.state = 'open' FROM invitations i JOIN tables t ON t.id = i.table_id
		WHERE i.inviter = ?1 AND i.created_at > ?2 ORDER BY i.created_at, i.table_id, i.invited`)
	selectInvitationsTo = dialect.SQL(fromInvitations + " FROM invitations i JOIN tables t ON t.id = i.table_id WHERE i.invited = ?1 AND " + stillMeant + notBlocked + `
		ORDER BY i.created_at DESC, i.table_id DESC LIMIT ?2`)
	countInvitations = dialect.SQL("SELECT i.invited, count(*) FROM invitations i JOIN tables t ON t.id = i.table_id WHERE i.invited IN (LIST ?1) AND " +
		stillMeant + notBlocked + " GROUP BY i.invited")
	selectInvitationsOf = dialect.SQL(fromInvitations + " FROM invitations i WHERE i.table_id = ?1 ORDER BY i.created_at, i.invited")
	// insertInvitation locks both players, so that none is erased meanwhile, and the session, so that it does not end.
	insertInvitation = dialect.SQL(`INSERT INTO invitations (table_id, invited, inviter, session, created_at)
		SELECT t.id, p.id, a.id, x.id, ?2 FROM tables t, players a, players p, sessions x
		WHERE t.id = ?1 AND p.id = ?3 AND p.erased = 0 AND x.id = ?4 AND x.player = ?5 AND a.id = ?5 /*pg FOR SHARE OF a, p, x*/
		ON CONFLICT (table_id, invited) DO UPDATE SET inviter = excluded.inviter, session = excluded.session, created_at = excluded.created_at, answer = '', answered_at = 0`)
	acceptInvitations = dialect.SQL(`UPDATE invitations SET answer = 'accepted', answered_at = ?2 WHERE table_id = ?1 AND answer = ''
		AND invited IN (SELECT player FROM places WHERE table_id = ?1 AND player <> '')`)
	declineInvitation = dialect.SQL("UPDATE invitations SET answer = 'declined', answered_at = ?3 WHERE table_id = ?1 AND invited = ?2 AND answer = ''")
	oldInvitations    = dialect.SQL(`DELETE FROM invitations WHERE (table_id, invited) IN
		(SELECT table_id, invited FROM invitations WHERE created_at < ?1 ORDER BY created_at LIMIT ?2)`)

	insertBlock = dialect.SQL(`INSERT INTO blocks (player, blocked, created_at) SELECT a.id, b.id, ?3 FROM players a, players b
		WHERE a.id = ?1 AND a.erased = 0 AND b.id = ?2 AND b.erased = 0 /*pg FOR SHARE OF a, b*/ ON CONFLICT (player, blocked) DO UPDATE SET created_at = excluded.created_at`)
	trimBlocks = dialect.SQL(`DELETE FROM blocks WHERE player = ?1 AND blocked NOT IN
		(SELECT blocked FROM blocks WHERE player = ?1 ORDER BY created_at DESC, blocked LIMIT ?2)`)
	deleteBlock   = dialect.SQL("DELETE FROM blocks WHERE player = ?1 AND blocked = ?2")
	selectBlocked = dialect.SQL("SELECT blocked FROM blocks WHERE player = ?1 ORDER BY created_at DESC, blocked")
	hasBlocked    = dialect.SQL("SELECT EXISTS (SELECT 1 FROM blocks WHERE player = ?1 AND blocked = ?2)")
)

// Invite implements store.Invitations. Concurrent calls of one inviter run one after the other.
func (s *Rows) Invite(ctx context.Context, i store.Invitation, since time.Time, check func(store.InvitationUsage) error) error {
	if !dialect.Storable(i.Table) || !dialect.Storable(i.Invited) || !dialect.Storable(i.Inviter) || !dialect.Storable(i.Session) {
		return store.ErrNotFound
	}
	var refused error
	err := s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if _, err := tx.Exec(ctx, lockQuota, i.Inviter); err != nil {
			return err
		}
		u, err := invitationUsage(ctx, tx, i, since)
		if err != nil {
			return err
		}
		if refused = check(u); refused != nil {
			return refused
		}
		return dialect.ChangeRow(ctx, tx, insertInvitation, i.Table, i.CreatedAt, i.Invited, i.Session, i.Inviter)
	})
	if refused != nil {
		return refused // unchanged, as promised
	}
	return err
}

func invitationUsage(ctx context.Context, tx dialect.Tx, i store.Invitation, since time.Time) (u store.InvitationUsage, err error) {
	if err := dialect.Row(ctx, tx, hasBlocked, []any{i.Invited, i.Inviter}, &u.Blocked); err != nil {
		return u, err
	}
	err = tx.Query(ctx, func(scan dialect.Scan) error {
		previous, err := scanInvitation(scan, &u.Counts)
		u.Previous = &previous
		return err
	}, selectPrevious, i.Table, i.Invited)
	if err != nil {
		return u, err
	}
	u.Sent, err = dialect.Collect(ctx, tx, func(scan dialect.Scan) (sent store.SentInvitation, err error) {
		sent.Invitation, err = scanInvitation(scan, &sent.Open)
		return sent, err
	}, selectSent, i.Inviter, since)
	return u, err
}

func scanInvitation(scan dialect.Scan, more ...any) (i store.Invitation, err error) {
	err = scan(append([]any{&i.Table, &i.Invited, &i.Inviter, &i.Session, &i.CreatedAt, &i.Answer, &i.AnsweredAt}, more...)...)
	return i, err
}

func (s *Rows) invitations(ctx context.Context, q *dialect.Statement, args ...any) ([]store.Invitation, error) {
	return dialect.Collect(ctx, s.db, func(scan dialect.Scan) (store.Invitation, error) { return scanInvitation(scan) }, q, args...)
}

func (s *Rows) InvitationsTo(ctx context.Context, player store.PlayerID, limit int) ([]store.Invitation, error) {
	return s.invitations(ctx, selectInvitationsTo, player, limit)
}

func (s *Rows) CountInvitations(ctx context.Context, players []store.PlayerID) (map[store.PlayerID]int, error) {
	return dialect.Map[store.PlayerID, int](ctx, s.db, countInvitations, dialect.List(players))
}

func (s *Rows) InvitationsOf(ctx context.Context, id store.TableID) ([]store.Invitation, error) {
	return s.invitations(ctx, selectInvitationsOf, id)
}

func (s *Rows) DeclineInvitation(ctx context.Context, id store.TableID, invited store.PlayerID, now time.Time) error {
	return dialect.ChangeRow(ctx, s.db, declineInvitation, id, invited, now)
}

func (s *Rows) RemoveInvitations(ctx context.Context, before time.Time, limit int) (int, error) {
	return dialect.RemoveUpTo(ctx, s.db, before, limit, oldInvitations)
}

// Block implements store.Invitations. Concurrent calls of one player run one after the other.
func (s *Rows) Block(ctx context.Context, player, blocked store.PlayerID, now time.Time) error {
	if !dialect.Storable(player) || !dialect.Storable(blocked) {
		return store.ErrNotFound
	}
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if _, err := tx.Exec(ctx, lockQuota, player); err != nil {
			return err
		}
		if err := dialect.ChangeRow(ctx, tx, insertBlock, player, blocked, now); err != nil {
			return err
		}
		return tx.Send(ctx, trimBlocks.With(player, store.MaxBlocks), deleteFriends.With(player, blocked), changeTables.With(player, blocked),
			noteTablesForFriends.With(player, blocked))
	})
}

func (s *Rows) Unblock(ctx context.Context, player, blocked store.PlayerID) error {
	return dialect.ChangeRow(ctx, s.db, deleteBlock, player, blocked)
}

func (s *Rows) Blocked(ctx context.Context, player store.PlayerID) ([]store.PlayerID, error) {
	return dialect.Column[store.PlayerID](ctx, s.db, selectBlocked, player)
}

func (s *Rows) HasBlocked(ctx context.Context, player, other store.PlayerID) (blocked bool, err error) {
	return s.holds(ctx, hasBlocked, player, other)
}

// holds returns the flag of a query. It is false if an argument cannot be stored.
func (s *Rows) holds(ctx context.Context, q *dialect.Statement, args ...any) (flag bool, err error) {
	if err = dialect.Row(ctx, s.db, q, args, &flag); errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return flag, err
}

// seatsPlayer reports whether a change gives a seat to a player who had none at the table.
func seatsPlayer(before, after []store.Seat) bool {
	return slices.ContainsFunc(after, func(s store.Seat) bool {
		return s.Player != "" && !slices.ContainsFunc(before, func(b store.Seat) bool { return b.Player == s.Player })
	})
}
