package rows

import (
	"context"
	"errors"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

// linkColumns are the columns of a link, in the order that scanLink expects.
const linkColumns = "id, kind, code_hash, player, session, coalesce(table_id, ''), coalesce(seat, 0), created_at, expires_at, misses"

var (
	// insertLink needs the session, and the table if there is one. The foreign key locks the session, so that one that ends meanwhile takes the link with it.
	insertLink = dialect.SQL(`INSERT INTO links (id, kind, code_hash, player, session, table_id, seat, created_at, expires_at)
		SELECT ?1, ?2, ?3, player, id, nullif(?4, ''), CASE WHEN ?4 = '' THEN NULL ELSE CAST(?5 AS bigint) END, ?6, ?7 FROM sessions
		WHERE id = ?8 AND player = ?9 AND (?4 = '' OR EXISTS (SELECT 1 FROM tables t WHERE t.id = ?4))`)
	trimLinks = dialect.SQL(`DELETE FROM links WHERE id IN
		(SELECT id FROM links WHERE player = ?1 AND kind = ?2 ORDER BY created_at DESC, id DESC LIMIT ` + dialect.All + ` OFFSET ?3)`)
	selectLinks = dialect.SQL("SELECT " + linkColumns + ` FROM links WHERE player = ?1 AND expires_at > ?2
		AND (table_id IS NULL OR EXISTS (SELECT 1 FROM tables t WHERE t.id = links.table_id AND t.state = 'running')) ORDER BY created_at DESC, id DESC`)
	revokeLink = dialect.SQL("DELETE FROM links WHERE id = ?1 AND player = ?2")
	// deleteExpired leaves the links for apps: their players learn that the code has expired.
	deleteExpired = dialect.SQL("DELETE FROM links WHERE id IN (SELECT id FROM links WHERE expires_at <= ?1 AND kind <> 'app' " + dialect.SkipLocked + ")")
	// lockMaker locks the row of a link's player before the link, in the order in which erasing and revoking lock them.
	lockMaker = dialect.SQL("SELECT p.id FROM players p WHERE p.erased = 0 AND p.id = (SELECT player FROM links WHERE code_hash = ?1 AND kind = ?2) " + dialect.LockPlayer)
	claimLink = dialect.SQL("DELETE FROM links WHERE code_hash = ?1 AND kind = 'device' AND expires_at > ?2 RETURNING player")
	claimApp  = dialect.SQL("DELETE FROM links WHERE code_hash = ?1 AND kind = 'app' AND expires_at > ?2 AND misses < ?3 RETURNING player")
	// lockApps lets claims for apps run one after the other: without it, many concurrent guesses would all be compared with a code before the first of them
	// counts.
	lockApps  = dialect.SQL("/*pg SELECT pg_advisory_xact_lock(1400, 0)*/")
	expired   = dialect.SQL("SELECT expires_at <= ?2 FROM links WHERE code_hash = ?1 AND kind = 'app'")
	countMiss = dialect.SQL(`UPDATE links SET misses = misses + 1 WHERE id IN
		(SELECT id FROM links WHERE kind = 'app' AND expires_at > ?1 AND misses < ?2 /*pg ORDER BY id FOR UPDATE*/)`)
	selectOffer = dialect.SQL("SELECT " + linkColumns + " FROM links WHERE code_hash = ?1 AND kind = 'handover' AND expires_at > ?2")
)

// CreateLink implements store.Sessions. It locks the player's row, so that concurrent calls cannot exceed LinkKind.Most.
func (s *Rows) CreateLink(ctx context.Context, l store.Link) error {
	if !dialect.Storable(l.Player) || !dialect.Storable(l.Session) || !dialect.Storable(l.Table) {
		return store.ErrNotFound
	}
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if err := requirePlayer(ctx, tx, l.Player); err != nil {
			return err
		}
		if err := dialect.ChangeRow(ctx, tx, insertLink, l.ID, l.Kind, l.CodeHash, l.Table, l.Seat, l.CreatedAt, l.ExpiresAt, l.Session, l.Player); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, trimLinks, l.Player, l.Kind, l.Kind.Most())
		return err
	})
}

var scanLink = dialect.Into(func(l *store.Link) []any {
	return []any{&l.ID, &l.Kind, &l.CodeHash, &l.Player, &l.Session, &l.Table, &l.Seat, &l.CreatedAt, &l.ExpiresAt, &l.Misses}
})

func (s *Rows) Links(ctx context.Context, player store.PlayerID, now time.Time) ([]store.Link, error) {
	return dialect.Collect(ctx, s.db, scanLink, selectLinks, player, now)
}

func (s *Rows) RevokeLink(ctx context.Context, player store.PlayerID, id string) error {
	return dialect.ChangeRow(ctx, s.db, revokeLink, id, player)
}

// ClaimLink implements store.Sessions. It also deletes expired links, except those that a concurrent call deletes.
func (s *Rows) ClaimLink(ctx context.Context, hash [32]byte, now time.Time, x store.Session) (id store.PlayerID, err error) {
	// A transaction of its own, because the next one must lock the player's row before any link.
	if _, err := s.db.Exec(ctx, deleteExpired, now); err != nil {
		return "", err
	}
	err = s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		id, err = claim(ctx, tx, store.DeviceLink, hash, x, claimLink, hash, now)
		return err
	})
	if err != nil {
		return "", err
	}
	return id, nil
}

func claim(ctx context.Context, tx dialect.Tx, kind store.LinkKind, hash [32]byte, x store.Session, q *dialect.Statement, args ...any) (id store.PlayerID, err error) {
	if err = dialect.Row(ctx, tx, lockMaker, []any{hash, kind}, &id); err == nil {
		err = dialect.Row(ctx, tx, q, args, &id)
	}
	if err != nil {
		return "", err
	}
	x.Player = id
	return id, tx.Send(ctx, addSession(x))
}

// ClaimAppLink implements store.Sessions. lockApps is taken before all other locks.
func (s *Rows) ClaimAppLink(ctx context.Context, hash [32]byte, now time.Time, x store.Session) (id store.PlayerID, err error) {
	var refused error
	err = s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) (err error) {
		refused = nil
		if _, err := tx.Exec(ctx, lockApps); err != nil {
			return err
		}
		if id, err = claim(ctx, tx, store.AppLink, hash, x, claimApp, hash, now, store.MaxMisses); !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if refused, err = appRefusal(ctx, tx, hash, now); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, countMiss, now, store.MaxMisses)
		return err
	})
	if err = errors.Join(err, refused); err != nil {
		return "", err
	}
	return id, nil
}

// appRefusal returns the reason for which a code signs nobody in.
func appRefusal(ctx context.Context, tx dialect.Tx, hash [32]byte, now time.Time) (refused, err error) {
	var late bool
	err = dialect.Row(ctx, tx, expired, []any{hash, now}, &late)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return store.ErrNotFound, nil
	case err != nil:
		return nil, err
	case late:
		return store.ErrExpired, nil
	}
	return store.ErrLocked, nil
}

func (s *Rows) Offer(ctx context.Context, hash [32]byte, now time.Time) (store.Link, error) {
	return dialect.One(ctx, s.db, scanLink, selectOffer, hash, now)
}
