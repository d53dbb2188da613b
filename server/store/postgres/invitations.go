package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store"
	"nemeton/server/store/row"
)

// The statements of invitations and blocks, with the placeholders of Postgres.
var (
	selectPrevious      = row.Numbered(row.SelectPrevious)
	selectSent          = row.Numbered(row.SelectSent)
	selectInvitationsTo = row.Numbered(row.SelectInvitationsTo)
	countInvitations    = row.CountInvitations("i.invited = ANY ($1)")
	selectInvitationsOf = row.Numbered(row.SelectInvitationsOf)
	acceptInvitations   = row.Numbered(row.AcceptInvitations)
	declineInvitation   = row.Numbered(row.DeclineInvitation)
	trimBlocks          = row.Numbered(row.TrimBlocks)
	deleteBlock         = row.Numbered(row.DeleteBlock)
	selectBlocked       = row.Numbered(row.SelectBlocked)
	selectHasBlocked    = row.Numbered(row.SelectHasBlocked)
)

// The locks of players prevent that a row is added for a player who is being erased.
const (
	insertInvitation = `INSERT INTO invitations (table_id, invited, inviter, session, created_at)
		SELECT $1, p.id, x.player, x.id, $2 FROM players p, sessions x WHERE p.id = $3 AND NOT p.erased AND x.id = $4 AND x.player = $5 FOR SHARE OF p
		ON CONFLICT (table_id, invited) DO UPDATE SET inviter = excluded.inviter, session = excluded.session, created_at = excluded.created_at, answer = '', answered_at = NULL`
	insertBlock = `INSERT INTO blocks (player, blocked, created_at) SELECT a.id, b.id, $3 FROM players a, players b
		WHERE a.id = $1 AND NOT a.erased AND b.id = $2 AND NOT b.erased FOR SHARE OF a, b
		ON CONFLICT (player, blocked) DO UPDATE SET created_at = excluded.created_at`
)

// Invite implements store.Invitations.
func (s *Store) Invite(ctx context.Context, i store.Invitation, since time.Time, check func(store.InvitationUsage) error) error {
	for _, text := range []string{string(i.Table), string(i.Invited), string(i.Inviter), i.Session} {
		if !storable(text) {
			return store.ErrNotFound
		}
	}
	var refused error
	err := s.change(ctx, func(tx pgx.Tx) error {
		if err := lockQuota(ctx, tx, i.Inviter); err != nil {
			return err
		}
		u, err := invitationUsage(ctx, tx, i, since)
		if err != nil {
			return err
		}
		if refused = check(u); refused != nil {
			return refused
		}
		result, err := tx.Exec(ctx, insertInvitation, i.Table, i.CreatedAt, i.Invited, i.Session, i.Inviter)
		if err == nil && result.RowsAffected() == 0 {
			err = store.ErrNotFound
		}
		return err
	})
	if refused != nil {
		return refused // unchanged, as promised
	}
	return err
}

func invitationUsage(ctx context.Context, tx pgx.Tx, i store.Invitation, since time.Time) (u store.InvitationUsage, err error) {
	if err := tx.QueryRow(ctx, selectHasBlocked, i.Invited, i.Inviter).Scan(&u.Blocked); err != nil {
		return u, err
	}
	previous, err := scanInvitation(tx.QueryRow(ctx, selectPrevious, i.Table, i.Invited), &u.Counts)
	if err == nil {
		u.Previous = &previous
	} else if !errors.Is(err, pgx.ErrNoRows) {
		return u, err
	}
	rows, err := tx.Query(ctx, selectSent, i.Inviter, since)
	if err != nil {
		return u, err
	}
	u.Sent, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (sent store.SentInvitation, err error) {
		sent.Invitation, err = scanInvitation(r, &sent.Open)
		return sent, err
	})
	return u, err
}

// scanInvitation scans an invitation, and after it more columns.
func scanInvitation(from pgx.Row, more ...any) (i store.Invitation, err error) {
	var answered *time.Time
	err = from.Scan(append([]any{&i.Table, &i.Invited, &i.Inviter, &i.Session, &i.CreatedAt, &i.Answer, &answered}, more...)...)
	i.CreatedAt, i.AnsweredAt = i.CreatedAt.UTC(), orZero(answered)
	return i, err
}

// InvitationsTo implements store.Invitations.
func (s *Store) InvitationsTo(ctx context.Context, player store.PlayerID, limit int) ([]store.Invitation, error) {
	if !storable(string(player)) {
		return nil, nil
	}
	return s.invitations(ctx, selectInvitationsTo, player, limit)
}

// CountInvitations implements store.Invitations.
func (s *Store) CountInvitations(ctx context.Context, players []store.PlayerID) (map[store.PlayerID]int, error) {
	ctx, done := s.reading(ctx)
	defer done()
	rows, err := s.pool.Query(ctx, countInvitations, storables(players))
	if err != nil {
		return nil, fail(ctx, err)
	}
	counts := map[store.PlayerID]int{}
	var player store.PlayerID
	var n int
	_, err = pgx.ForEachRow(rows, []any{&player, &n}, func() error {
		counts[player] = n
		return nil
	})
	return counts, fail(ctx, err)
}

// InvitationsOf implements store.Invitations.
func (s *Store) InvitationsOf(ctx context.Context, id store.TableID) ([]store.Invitation, error) {
	if !storable(string(id)) {
		return nil, nil
	}
	return s.invitations(ctx, selectInvitationsOf, id)
}

func (s *Store) invitations(ctx context.Context, query string, args ...any) ([]store.Invitation, error) {
	ctx, done := s.reading(ctx)
	defer done()
	rows, err := s.pool.Query(ctx, query, args...)
	if err != nil {
		return nil, fail(ctx, err)
	}
	list, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (store.Invitation, error) { return scanInvitation(r) })
	return list, fail(ctx, err)
}

// DeclineInvitation implements store.Invitations.
func (s *Store) DeclineInvitation(ctx context.Context, id store.TableID, invited store.PlayerID, now time.Time) error {
	if !storable(string(id)) || !storable(string(invited)) {
		return store.ErrNotFound
	}
	return s.changeRow(ctx, declineInvitation, id, invited, now)
}

// RemoveInvitations implements store.Retention.
func (s *Store) RemoveInvitations(ctx context.Context, before time.Time, limit int) (int, error) {
	n, err := s.exec(ctx, `WITH old AS MATERIALIZED (
			SELECT table_id, invited FROM invitations WHERE created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
		DELETE FROM invitations WHERE (table_id, invited) IN (SELECT table_id, invited FROM old)`, before, limit)
	return int(n), err
}

// Block implements store.Invitations. Concurrent calls of one player run one after the other.
func (s *Store) Block(ctx context.Context, player, blocked store.PlayerID, now time.Time) error {
	if !storable(string(player)) || !storable(string(blocked)) {
		return store.ErrNotFound
	}
	return s.change(ctx, func(tx pgx.Tx) error {
		if err := lockQuota(ctx, tx, player); err != nil {
			return err
		}
		result, err := tx.Exec(ctx, insertBlock, player, blocked, now)
		if err != nil {
			return err
		}
		if result.RowsAffected() == 0 {
			return store.ErrNotFound
		}
		_, err = tx.Exec(ctx, trimBlocks, player, store.MaxBlocks)
		return err
	})
}

// Unblock implements store.Invitations.
func (s *Store) Unblock(ctx context.Context, player, blocked store.PlayerID) error {
	if !storable(string(player)) || !storable(string(blocked)) {
		return store.ErrNotFound
	}
	return s.changeRow(ctx, deleteBlock, player, blocked)
}

// Blocked implements store.Invitations.
func (s *Store) Blocked(ctx context.Context, player store.PlayerID) (list []store.PlayerID, err error) {
	if !storable(string(player)) {
		return nil, nil
	}
	var id store.PlayerID
	err = s.each(ctx, []any{&id}, func() { list = append(list, id) }, selectBlocked, player)
	return list, err
}

// HasBlocked implements store.Invitations.
func (s *Store) HasBlocked(ctx context.Context, player, other store.PlayerID) (blocked bool, err error) {
	if !storable(string(player)) || !storable(string(other)) {
		return false, nil
	}
	err = s.each(ctx, []any{&blocked}, func() {}, selectHasBlocked, player, other)
	return blocked, err
}
