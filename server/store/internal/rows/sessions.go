package rows

import (
	"context"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

// sessionColumns are the columns of a session and its player, in the order that session expects.
const sessionColumns = "s.id, s.token_hash, s.label, s.created_at, s.seen_at, s.token_at, p.id, p.name, p.created_at, p.erased, p.shown, p.vacation / 1000"

var (
	// insertSession locks the player's row, so that the player is not erased meanwhile.
	insertSession = dialect.SQL(`INSERT INTO sessions (id, token_hash, player, label, created_at, seen_at, token_at)
		SELECT ?1, ?2, p.id, ?3, ?4, ?5, ?4 FROM players p WHERE p.id = ?6 AND p.erased = 0 ` + dialect.LockPlayer)
	sessionByToken = dialect.SQL("SELECT " + sessionColumns + " FROM sessions s JOIN players p ON p.id = s.player WHERE s.token_hash = ?1")
	setSessionSeen = dialect.SQL("UPDATE sessions SET seen_at = CASE WHEN seen_at > ?2 THEN seen_at ELSE ?2 END WHERE id = ?1")
	sessionsOf     = dialect.SQL("SELECT id, token_hash, label, created_at, seen_at, token_at FROM sessions WHERE player = ?1 ORDER BY created_at DESC, id DESC")
	liveSessions   = dialect.SQL("SELECT id, player FROM sessions WHERE id " + dialect.InList1)

	lockSession = dialect.SQL("SELECT 1 FROM sessions WHERE id = ?1 /*pg FOR UPDATE*/")
	recentToken = dialect.SQL("SELECT EXISTS (SELECT 1 FROM session_tokens WHERE session = ?1 AND old = 0 AND at > ?2)")
	insertToken = dialect.SQL("INSERT INTO session_tokens (hash, session, old, at) VALUES (?1, ?2, 0, ?3)")
	trimTokens  = dialect.SQL(`DELETE FROM session_tokens WHERE hash IN
		(SELECT hash FROM session_tokens WHERE session = ?1 AND old = ?2 ORDER BY at DESC, hash LIMIT ` + dialect.All + ` OFFSET ?3)`)
	sessionBySpareToken = dialect.SQL("SELECT k.session, k.old, k.at, " + sessionColumns + `
		FROM session_tokens k JOIN sessions s ON s.id = k.session JOIN players p ON p.id = s.player WHERE k.hash = ?1`)
	// lockByToken locks the session and the token, so that a token is confirmed once.
	lockByToken   = dialect.SQL("SELECT s.id FROM session_tokens k JOIN sessions s ON s.id = k.session WHERE k.hash = ?1 AND k.old = 0 /*pg FOR UPDATE*/")
	deleteToken   = dialect.SQL("DELETE FROM session_tokens WHERE hash = ?1")
	replaceTokens = dialect.SQL("UPDATE session_tokens SET old = 1, at = ?2 WHERE session = ?1 AND old = 0")
	keepToken     = dialect.SQL("INSERT INTO session_tokens (hash, session, old, at) SELECT token_hash, id, 1, ?2 FROM sessions WHERE id = ?1")
	setToken      = dialect.SQL("UPDATE sessions SET token_hash = ?2, token_at = ?3 WHERE id = ?1")

	endOne      = dialect.SQL("DELETE FROM sessions WHERE id = ?1 AND player = ?2 RETURNING id")
	endAllOf    = dialect.SQL("DELETE FROM sessions WHERE player = ?1 RETURNING id")
	endOthersOf = dialect.SQL("DELETE FROM sessions WHERE player = ?1 AND id <> ?2 RETURNING id")
	endIdle     = dialect.SQL(`WITH idle AS MATERIALIZED (SELECT id FROM sessions WHERE seen_at < ?1 ORDER BY seen_at LIMIT ?2 ` + dialect.SkipLocked + `)
		DELETE FROM sessions WHERE id IN (SELECT id FROM idle) RETURNING id`)
	// keepInvitations keeps the invitations that ended sessions made, so that a later one can see them.
	keepInvitations = dialect.SQL("UPDATE invitations SET session = NULL WHERE session IS NOT NULL AND session " + dialect.InList1)
	// emptyInvite changes one table, because no database of several parts locks rows of all of them in one statement.
	invitesOf   = dialect.SQL("SELECT id FROM tables WHERE invite_session <> '' AND invite_session " + dialect.InList1 + " AND state IN ('open', 'running') ORDER BY id")
	emptyInvite = dialect.SQL("UPDATE tables SET invite = '', invite_session = '', rev = rev + 1 WHERE id = ?2 AND invite_session " + dialect.InList1 + " AND state IN ('open', 'running')")
)

func addSession(x store.Session) dialect.Call {
	return insertSession.With(x.ID, x.TokenHash, x.Label, x.CreatedAt, x.SeenAt, x.Player)
}

func (s *Rows) CreateSession(ctx context.Context, x store.Session) error {
	if !dialect.Storable(x.Player) {
		return store.ErrNotFound
	}
	return dialect.ChangeRow(ctx, s.db, insertSession, addSession(x).Args...)
}

// session runs a query for sessionColumns, and before them the columns for more.
func (s *Rows) session(ctx context.Context, q *dialect.Statement, hash [32]byte, more ...any) (x store.Session, p store.Player, err error) {
	err = dialect.Row(ctx, s.db, q, []any{hash}, append(more, &x.ID, &x.TokenHash, &x.Label, &x.CreatedAt, &x.SeenAt, &x.TokenAt,
		&p.ID, &p.Name, &p.CreatedAt, &p.Erased, &p.Shown, &p.Vacation)...)
	if err != nil {
		return store.Session{}, store.Player{}, err
	}
	x.Player = p.ID
	return x, p, nil
}

func (s *Rows) SessionByToken(ctx context.Context, hash [32]byte) (store.Session, store.Player, error) {
	return s.session(ctx, sessionByToken, hash)
}

func (s *Rows) SetSessionSeen(ctx context.Context, id string, seen time.Time) error {
	return dialect.ChangeRow(ctx, s.db, setSessionSeen, id, seen)
}

func (s *Rows) Sessions(ctx context.Context, player store.PlayerID) ([]store.Session, error) {
	return dialect.Collect(ctx, s.db, func(scan dialect.Scan) (store.Session, error) {
		x := store.Session{Player: player}
		err := scan(&x.ID, &x.TokenHash, &x.Label, &x.CreatedAt, &x.SeenAt, &x.TokenAt)
		return x, err
	}, sessionsOf, player)
}

func (s *Rows) LiveSessions(ctx context.Context, ids []string) (map[string]store.PlayerID, error) {
	return dialect.Map[string, store.PlayerID](ctx, s.db, liveSessions, dialect.List(ids))
}

// IssueToken implements store.Sessions. It locks the session, so that of two concurrent calls one sees the token of the other.
func (s *Rows) IssueToken(ctx context.Context, session string, hash [32]byte, now, since time.Time) error {
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		var one int
		if err := dialect.Row(ctx, tx, lockSession, []any{session}, &one); err != nil {
			return err
		}
		var recent bool
		if err := dialect.Row(ctx, tx, recentToken, []any{session, since}, &recent); err != nil {
			return err
		}
		if recent {
			return store.ErrConflict
		}
		return tx.Send(ctx, insertToken.With(hash, session, now), trimTokens.With(session, false, store.MaxIssuedTokens))
	})
}

func (s *Rows) SessionBySpareToken(ctx context.Context, hash [32]byte) (store.SpareToken, store.Session, store.Player, error) {
	k := store.SpareToken{Hash: hash}
	x, p, err := s.session(ctx, sessionBySpareToken, hash, &k.Session, &k.Old, &k.At)
	if err != nil {
		return store.SpareToken{}, store.Session{}, store.Player{}, err
	}
	return k, x, p, nil
}

func (s *Rows) ConfirmToken(ctx context.Context, hash [32]byte, now time.Time) error {
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		var session string
		if err := dialect.Row(ctx, tx, lockByToken, []any{hash}, &session); err != nil {
			return err
		}
		return tx.Send(ctx, deleteToken.With(hash), replaceTokens.With(session, now), keepToken.With(session, now), setToken.With(session, hash, now),
			trimTokens.With(session, true, store.MaxOldTokens))
	})
}

func (s *Rows) RevokeSession(ctx context.Context, player store.PlayerID, id string) (store.Ended, error) {
	ended, err := s.end(ctx, endOne, id, player)
	if err == nil && len(ended.Sessions) == 0 {
		err = store.ErrNotFound
	}
	return ended, err
}

// RevokeOtherSessions implements store.Sessions. It locks the player's row first, so that it waits for sessions that are being added.
func (s *Rows) RevokeOtherSessions(ctx context.Context, player store.PlayerID, except string) (ended store.Ended, err error) {
	err = s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if err := requirePlayer(ctx, tx, player); err != nil {
			return err
		}
		ended, err = endSessions(ctx, tx, endOthersOf, player, except)
		return err
	})
	return ended, err
}

// ExpireSessions implements store.Sessions. It skips sessions that another node is ending.
func (s *Rows) ExpireSessions(ctx context.Context, before time.Time, limit int) (store.Ended, error) {
	return s.end(ctx, endIdle, before, limit)
}

func (s *Rows) end(ctx context.Context, q *dialect.Statement, args ...any) (ended store.Ended, err error) {
	err = s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		ended, err = endSessions(ctx, tx, q, args...)
		return err
	})
	if err != nil {
		return store.Ended{}, err
	}
	return ended, nil
}

// endSessions deletes the sessions of a statement. Their tokens and links go with them by foreign key. It empties the invites that they made.
func endSessions(ctx context.Context, tx dialect.Tx, q *dialect.Statement, args ...any) (ended store.Ended, err error) {
	if ended.Sessions, err = dialect.Column[string](ctx, tx, q, args...); err != nil || len(ended.Sessions) == 0 {
		return store.Ended{}, err
	}
	list := dialect.List(ended.Sessions)
	if _, err := tx.Exec(ctx, keepInvitations, list); err != nil {
		return store.Ended{}, err
	}
	tables, err := dialect.Column[store.TableID](ctx, tx, invitesOf, list)
	if err != nil {
		return store.Ended{}, err
	}
	for _, id := range tables { // in the order of appends, so that they cannot deadlock
		n, err := tx.Exec(ctx, emptyInvite, list, id)
		if err != nil {
			return store.Ended{}, err
		}
		if n > 0 {
			ended.Tables = append(ended.Tables, id)
		}
	}
	return ended, tx.Send(ctx, dialect.NoteTables(ended.Tables...))
}
