package sqlite

import (
	"context"
	"database/sql"
	"time"

	"nemeton/server/store"
)

// IssueToken implements store.Sessions.
func (s *Store) IssueToken(ctx context.Context, session string, hash [32]byte, now, since time.Time) error {
	return s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var recent bool
		err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM session_tokens WHERE session = s.id AND NOT old AND at > ?2)
			FROM sessions s WHERE id = ?1`, session, since.UnixMicro()).Scan(&recent)
		if err != nil {
			return err
		}
		if recent {
			return store.ErrConflict
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO session_tokens (hash, session, old, at) VALUES (?, ?, 0, ?)", hash[:], session, now.UnixMicro())
		if err != nil {
			return err
		}
		return trimTokens(ctx, tx, session, false, store.MaxIssuedTokens)
	})
}

// trimTokens deletes the oldest tokens beyond the number.
func trimTokens(ctx context.Context, tx *sql.Tx, session string, old bool, number int) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM session_tokens WHERE hash IN
		(SELECT hash FROM session_tokens WHERE session = ?1 AND old = ?2 ORDER BY at DESC, hash LIMIT -1 OFFSET ?3)`, session, old, number)
	return err
}

// SessionBySpareToken implements store.Sessions.
func (s *Store) SessionBySpareToken(ctx context.Context, hash [32]byte) (store.SpareToken, store.Session, store.Player, error) {
	k := store.SpareToken{Hash: hash}
	x, p, err := scanSession(s.read.QueryRowContext(ctx, "SELECT k.session, k.old, k.at, "+sessionColumns+`
		FROM session_tokens k JOIN sessions s ON s.id = k.session JOIN players p ON p.id = s.player WHERE k.hash = ?`, hash[:]),
		&k.Session, &k.Old, micros{&k.At})
	if err != nil {
		return store.SpareToken{}, store.Session{}, store.Player{}, s.fail(ctx, err)
	}
	return k, x, p, nil
}

// ConfirmToken implements store.Sessions.
func (s *Store) ConfirmToken(ctx context.Context, hash [32]byte, now time.Time) error {
	return s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var session string
		err := tx.QueryRowContext(ctx, "DELETE FROM session_tokens WHERE hash = ? AND NOT old RETURNING session", hash[:]).Scan(&session)
		if err != nil {
			return err
		}
		at := now.UnixMicro()
		if _, err := tx.ExecContext(ctx, "UPDATE session_tokens SET old = 1, at = ? WHERE session = ? AND NOT old", at, session); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO session_tokens (hash, session, old, at) SELECT token_hash, id, 1, ? FROM sessions WHERE id = ?", at, session)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "UPDATE sessions SET token_hash = ?, token_at = ? WHERE id = ?", hash[:], at, session); err != nil {
			return err
		}
		return trimTokens(ctx, tx, session, true, store.MaxOldTokens)
	})
}
