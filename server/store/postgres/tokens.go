package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store"
)

// IssueToken implements store.Sessions. It locks the session, so that of two concurrent calls one sees the token of the other.
func (s *Store) IssueToken(ctx context.Context, session string, hash [32]byte, now, since time.Time) error {
	if !storable(session) {
		return store.ErrNotFound
	}
	return s.change(ctx, func(tx pgx.Tx) error {
		var found bool
		if err := tx.QueryRow(ctx, "SELECT true FROM sessions WHERE id = $1 FOR UPDATE", session).Scan(&found); err != nil {
			return err
		}
		result, err := tx.Exec(ctx, `INSERT INTO session_tokens (hash, session, old, at) SELECT $2, $1, false, $3
			WHERE NOT EXISTS (SELECT FROM session_tokens WHERE session = $1 AND NOT old AND at > $4)`, session, hash[:], now, since)
		if err != nil {
			return err
		}
		if result.RowsAffected() == 0 {
			return store.ErrConflict
		}
		return trimTokens(ctx, tx, session, false, store.MaxIssuedTokens)
	})
}

// trimTokens deletes the oldest tokens beyond the number.
func trimTokens(ctx context.Context, tx pgx.Tx, session string, old bool, number int) error {
	_, err := tx.Exec(ctx, `DELETE FROM session_tokens WHERE hash IN
		(SELECT hash FROM session_tokens WHERE session = $1 AND old = $2 ORDER BY at DESC, hash OFFSET $3)`, session, old, number)
	return err
}

// SessionBySpareToken implements store.Sessions.
func (s *Store) SessionBySpareToken(ctx context.Context, hash [32]byte) (store.SpareToken, store.Session, store.Player, error) {
	ctx, done := s.reading(ctx)
	defer done()
	k := store.SpareToken{Hash: hash}
	x, p, err := scanSession(s.pool.QueryRow(ctx, "SELECT k.session, k.old, k.at, "+sessionColumns+`
		FROM session_tokens k JOIN sessions s ON s.id = k.session JOIN players p ON p.id = s.player WHERE k.hash = $1`, hash[:]),
		&k.Session, &k.Old, &k.At)
	if err != nil {
		return store.SpareToken{}, store.Session{}, store.Player{}, fail(ctx, err)
	}
	k.At = k.At.UTC()
	return k, x, p, nil
}

// ConfirmToken implements store.Sessions.
func (s *Store) ConfirmToken(ctx context.Context, hash [32]byte, now time.Time) error {
	return s.change(ctx, func(tx pgx.Tx) error {
		var session string
		err := tx.QueryRow(ctx, `SELECT s.id FROM session_tokens k JOIN sessions s ON s.id = k.session
			WHERE k.hash = $1 AND NOT k.old FOR UPDATE`, hash[:]).Scan(&session)
		if err != nil {
			return err
		}
		var b pgx.Batch
		b.Queue("DELETE FROM session_tokens WHERE hash = $1", hash[:])
		b.Queue("UPDATE session_tokens SET old = true, at = $2 WHERE session = $1 AND NOT old", session, now)
		b.Queue("INSERT INTO session_tokens (hash, session, old, at) SELECT token_hash, id, true, $2 FROM sessions WHERE id = $1", session, now)
		b.Queue("UPDATE sessions SET token_hash = $2, token_at = $3 WHERE id = $1", session, hash[:], now)
		if err := sendAll(ctx, tx, &b); err != nil {
			return err
		}
		return trimTokens(ctx, tx, session, true, store.MaxOldTokens)
	})
}
