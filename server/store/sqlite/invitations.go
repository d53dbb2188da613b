package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/row"
)

const (
	insertInvitation = `INSERT INTO invitations (table_id, invited, inviter, session, created_at)
		SELECT ?1, p.id, x.player, x.id, ?2 FROM players p, sessions x WHERE p.id = ?3 AND NOT p.erased AND x.id = ?4 AND x.player = ?5
		ON CONFLICT (table_id, invited) DO UPDATE SET inviter = excluded.inviter, session = excluded.session, created_at = excluded.created_at, answer = '', answered_at = 0`
	insertBlock = `INSERT INTO blocks (player, blocked, created_at) SELECT a.id, b.id, ?3 FROM players a, players b
		WHERE a.id = ?1 AND NOT a.erased AND b.id = ?2 AND NOT b.erased ON CONFLICT (player, blocked) DO UPDATE SET created_at = excluded.created_at`
	oldInvitations = `DELETE FROM invitations WHERE (table_id, invited) IN
		(SELECT table_id, invited FROM invitations WHERE created_at < ?1 ORDER BY created_at LIMIT ?2)`
)

// Invite implements store.Invitations. Transactions that write run one after the other.
func (s *Store) Invite(ctx context.Context, i store.Invitation, since time.Time, check func(store.InvitationUsage) error) error {
	var refused error
	err := s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		u, err := invitationUsage(ctx, tx, i, since)
		if err != nil {
			return err
		}
		if refused = check(u); refused != nil {
			return refused
		}
		result, err := tx.ExecContext(ctx, insertInvitation, i.Table, i.CreatedAt.UnixMicro(), i.Invited, i.Session, i.Inviter)
		if err != nil {
			return err
		}
		return requireChange(result)
	})
	if refused != nil {
		return refused // unchanged, as promised
	}
	return err
}

func invitationUsage(ctx context.Context, tx *sql.Tx, i store.Invitation, since time.Time) (u store.InvitationUsage, err error) {
	if err := tx.QueryRowContext(ctx, row.SelectHasBlocked, i.Invited, i.Inviter).Scan(&u.Blocked); err != nil {
		return u, err
	}
	previous, err := scanInvitation(tx.QueryRowContext(ctx, row.SelectPrevious, i.Table, i.Invited), &u.Counts)
	if err == nil {
		u.Previous = &previous
	} else if !errors.Is(err, sql.ErrNoRows) {
		return u, err
	}
	err = scanEach(ctx, tx, func(rows *sql.Rows) error {
		var sent store.SentInvitation
		sent.Invitation, err = scanInvitation(rows, &sent.Open)
		u.Sent = append(u.Sent, sent)
		return err
	}, row.SelectSent, i.Inviter, since.UnixMicro())
	return u, err
}

// scanInvitation scans an invitation, and after it more columns.
func scanInvitation(from interface{ Scan(...any) error }, more ...any) (i store.Invitation, err error) {
	err = from.Scan(append([]any{&i.Table, &i.Invited, &i.Inviter, &i.Session, micros{&i.CreatedAt}, &i.Answer, microsOrZero{&i.AnsweredAt}}, more...)...)
	return i, err
}

// InvitationsTo implements store.Invitations.
func (s *Store) InvitationsTo(ctx context.Context, player store.PlayerID, limit int) ([]store.Invitation, error) {
	return s.invitations(ctx, row.SelectInvitationsTo, player, limit)
}

var countInvitations = row.CountInvitations("i.invited IN (SELECT value FROM json_each(?1))")

// CountInvitations implements store.Invitations.
func (s *Store) CountInvitations(ctx context.Context, players []store.PlayerID) (map[store.PlayerID]int, error) {
	counts := map[store.PlayerID]int{}
	err := s.each(ctx, func(rows *sql.Rows) error {
		var player store.PlayerID
		var n int
		err := rows.Scan(&player, &n)
		counts[player] = n
		return err
	}, countInvitations, row.IDs(players))
	return counts, err
}

// InvitationsOf implements store.Invitations.
func (s *Store) InvitationsOf(ctx context.Context, id store.TableID) ([]store.Invitation, error) {
	return s.invitations(ctx, row.SelectInvitationsOf, id)
}

func (s *Store) invitations(ctx context.Context, query string, args ...any) (list []store.Invitation, err error) {
	err = s.each(ctx, func(rows *sql.Rows) error {
		i, err := scanInvitation(rows)
		list = append(list, i)
		return err
	}, query, args...)
	return list, err
}

// DeclineInvitation implements store.Invitations.
func (s *Store) DeclineInvitation(ctx context.Context, id store.TableID, invited store.PlayerID, now time.Time) error {
	return s.changeRow(ctx, row.DeclineInvitation, id, invited, now.UnixMicro())
}

// RemoveInvitations implements store.Retention.
func (s *Store) RemoveInvitations(ctx context.Context, before time.Time, limit int) (n int, err error) {
	err = s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, oldInvitations, before.UnixMicro(), limit)
		if err != nil {
			return err
		}
		removed, err := result.RowsAffected()
		n = int(removed)
		return err
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

// Block implements store.Invitations.
func (s *Store) Block(ctx context.Context, player, blocked store.PlayerID, now time.Time) error {
	return s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, insertBlock, player, blocked, now.UnixMicro())
		if err != nil {
			return err
		}
		if err := requireChange(result); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, row.TrimBlocks, player, store.MaxBlocks)
		return err
	})
}

// Unblock implements store.Invitations.
func (s *Store) Unblock(ctx context.Context, player, blocked store.PlayerID) error {
	return s.changeRow(ctx, row.DeleteBlock, player, blocked)
}

// Blocked implements store.Invitations.
func (s *Store) Blocked(ctx context.Context, player store.PlayerID) ([]store.PlayerID, error) {
	list, err := column[store.PlayerID](s.read.QueryContext(ctx, row.SelectBlocked, player))
	return list, s.fail(ctx, err)
}

// HasBlocked implements store.Invitations.
func (s *Store) HasBlocked(ctx context.Context, player, other store.PlayerID) (blocked bool, err error) {
	err = s.read.QueryRowContext(ctx, row.SelectHasBlocked, player, other).Scan(&blocked)
	return blocked, s.fail(ctx, err)
}
