package rows

import (
	"context"
	"errors"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

const (
	fromWays      = "SELECT w.id, w.player, w.kind, w.key, w.name, w.data, w.created_at, w.used_at FROM ways w "
	fromAttempts  = "SELECT id, kind, secret, code, player, data, misses, created_at, expires_at FROM attempts "
	accountEvents = 50
)

var (
	countWays = dialect.SQL("SELECT count(*) FROM ways WHERE player = ?1 AND kind = ?2")
	insertWay = dialect.SQL(`INSERT INTO ways (id, player, kind, key, name, data, created_at)
		SELECT ?1, p.id, ?3, ?4, ?5, ?6, ?7 FROM players p WHERE p.id = ?2 AND p.erased = 0 ` + dialect.LockPlayer)
	waysOf    = dialect.SQL(fromWays + "WHERE w.player = ?1 ORDER BY w.created_at, w.id")
	wayByKey  = dialect.SQL(fromWays + "JOIN players p ON p.id = w.player WHERE w.kind = ?1 AND w.key = ?2 AND p.erased = 0")
	useWay    = dialect.SQL("UPDATE ways SET data = ?2, used_at = ?3 WHERE id = ?1")
	renameWay = dialect.SQL("UPDATE ways SET name = ?3 WHERE id = ?1 AND player = ?2")
	removeWay = dialect.SQL("DELETE FROM ways WHERE id = ?1 AND player = ?2")

	mailOwners = dialect.SQL(`SELECT c.player, c.data FROM channels c JOIN players p ON p.id = c.player
		WHERE c.kind = 'mail' AND c.address = ?1 AND p.erased = 0`)

	expireAttempts = dialect.SQL("DELETE FROM attempts WHERE id IN (SELECT id FROM attempts WHERE expires_at <= ?1 " + dialect.SkipLocked + ")")
	insertAttempt  = dialect.SQL(`INSERT INTO attempts (id, kind, secret, code, player, data, created_at, expires_at)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)`)
	attemptBySecret = dialect.SQL(fromAttempts + "WHERE secret = ?1 AND expires_at > ?2")
	attemptByCode   = dialect.SQL(fromAttempts + "WHERE kind = ?1 AND code = ?2 AND expires_at > ?3")
	lockAttempt     = dialect.SQL(fromAttempts + "WHERE id = ?1 /*pg FOR UPDATE*/")
	updateAttempt   = dialect.SQL("UPDATE attempts SET player = ?2, data = ?3, misses = ?4, expires_at = ?5 WHERE id = ?1")
	takeAttempt     = dialect.SQL("DELETE FROM attempts WHERE id = ?1")
	endAttempts     = dialect.SQL("DELETE FROM attempts WHERE player <> '' AND player = ?1 AND kind = ?2")

	insertAccountEvent = dialect.SQL("INSERT INTO account_events (id, player, at, kind, name) VALUES (?1, ?2, ?3, ?4, ?5)")
	trimAccountEvents  = dialect.SQL(`DELETE FROM account_events WHERE id IN
		(SELECT id FROM account_events WHERE player = ?1 ORDER BY at DESC, id DESC LIMIT ` + dialect.All + ` OFFSET ?2)`)
	selectAccountEvents = dialect.SQL("SELECT id, player, at, kind, name FROM account_events WHERE player = ?1 ORDER BY at DESC, id DESC")
)

var scanWay = dialect.Into(func(w *store.Way) []any {
	return []any{&w.ID, &w.Player, &w.Kind, &w.Key, &w.Name, &w.Data, &w.CreatedAt, &w.UsedAt}
})

func scanAttempt(scan dialect.Scan) (a store.Attempt, err error) {
	var secret, code []byte
	err = scan(&a.ID, &a.Kind, &secret, &code, &a.Player, &a.Data, &a.Misses, &a.CreatedAt, &a.ExpiresAt)
	copy(a.Secret[:], secret)
	copy(a.Code[:], code)
	return a, err
}

func (s *Rows) AddWay(ctx context.Context, w store.Way, e store.AccountEvent) error {
	if !dialect.Storable(w.Player) || !dialect.Storable(w.Key) || !dialect.Storable(w.Name) {
		return store.ErrNotFound
	}
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if err := requirePlayer(ctx, tx, w.Player); err != nil {
			return err
		}
		var n int
		if err := dialect.Row(ctx, tx, countWays, []any{w.Player, w.Kind}, &n); err != nil {
			return err
		}
		if n >= store.MaxWays {
			return store.ErrTooMany
		}
		if err := dialect.ChangeRow(ctx, tx, insertWay, w.ID, w.Player, w.Kind, w.Key, w.Name, w.Data, w.CreatedAt); err != nil {
			return err
		}
		return tx.Send(ctx, accountCalls(e)...)
	})
}

func (s *Rows) Ways(ctx context.Context, player store.PlayerID) ([]store.Way, error) {
	return dialect.Collect(ctx, s.db, scanWay, waysOf, player)
}

func (s *Rows) WayByKey(ctx context.Context, kind store.WayKind, key string) (store.Way, error) {
	return dialect.One(ctx, s.db, scanWay, wayByKey, kind, key)
}

func (s *Rows) UseWay(ctx context.Context, id, data string, now time.Time) error {
	return dialect.ChangeRow(ctx, s.db, useWay, id, data, now)
}

func (s *Rows) RenameWay(ctx context.Context, player store.PlayerID, id, name string) error {
	return dialect.ChangeRow(ctx, s.db, renameWay, id, player, name)
}

// RemoveWay implements store.Ways. It locks the player's row first, as AddWay does.
func (s *Rows) RemoveWay(ctx context.Context, player store.PlayerID, id string, e store.AccountEvent) error {
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if err := requirePlayer(ctx, tx, player); err != nil {
			return err
		}
		if err := dialect.ChangeRow(ctx, tx, removeWay, id, player); err != nil {
			return err
		}
		return tx.Send(ctx, accountCalls(e)...)
	})
}

func (s *Rows) MailOwners(ctx context.Context, address string) (map[store.PlayerID]string, error) {
	return dialect.Map[store.PlayerID, string](ctx, s.db, mailOwners, address)
}

// hashOrNull is a hash as an argument; NULL if it is zero.
func hashOrNull(hash [32]byte) any {
	if hash == [32]byte{} {
		return nil
	}
	return hash
}

func (s *Rows) AddAttempt(ctx context.Context, a store.Attempt) error {
	return s.db.Send(ctx, expireAttempts.With(a.CreatedAt), addAttempt(a))
}

func addAttempt(a store.Attempt) dialect.Call {
	return insertAttempt.With(a.ID, a.Kind, hashOrNull(a.Secret), hashOrNull(a.Code), a.Player, a.Data, a.CreatedAt, a.ExpiresAt)
}

func (s *Rows) ReplaceAttempt(ctx context.Context, a store.Attempt, e store.AccountEvent) error {
	calls := []dialect.Call{endAttempts.With(a.Player, a.Kind), expireAttempts.With(a.CreatedAt), addAttempt(a)}
	return s.db.Send(ctx, append(calls, accountCalls(e)...)...)
}

func (s *Rows) AttemptBySecret(ctx context.Context, hash [32]byte, now time.Time) (store.Attempt, error) {
	return dialect.One(ctx, s.db, scanAttempt, attemptBySecret, hash, now)
}

func (s *Rows) AttemptByCode(ctx context.Context, kind store.AttemptKind, hash [32]byte, now time.Time) (store.Attempt, error) {
	return dialect.One(ctx, s.db, scanAttempt, attemptByCode, kind, hash, now)
}

func (s *Rows) ChangeAttempt(ctx context.Context, id string, change func(*store.Attempt) error) (a store.Attempt, err error) {
	var refused error
	err = s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) (err error) {
		if a, err = dialect.One(ctx, tx, scanAttempt, lockAttempt, id); err != nil {
			return err
		}
		refused = change(&a)
		return tx.Send(ctx, updateAttempt.With(id, a.Player, a.Data, a.Misses, a.ExpiresAt))
	})
	return a, errors.Join(err, refused)
}

func (s *Rows) TakeAttempt(ctx context.Context, id string) error {
	return dialect.ChangeRow(ctx, s.db, takeAttempt, id)
}

// SignIn implements store.Ways. It locks the player's row before the attempt, as erasing does.
func (s *Rows) SignIn(ctx context.Context, attempt string, x store.Session, e store.AccountEvent) error {
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if err := dialect.ChangeRow(ctx, tx, insertSession, addSession(x).Args...); err != nil {
			return err
		}
		if attempt != "" {
			if err := dialect.ChangeRow(ctx, tx, takeAttempt, attempt); err != nil {
				return err
			}
		}
		return tx.Send(ctx, accountCalls(e)...)
	})
}

func accountCalls(e store.AccountEvent) []dialect.Call {
	return []dialect.Call{insertAccountEvent.With(e.ID, e.Player, e.At, e.Kind, e.Name), trimAccountEvents.With(e.Player, accountEvents)}
}

func (s *Rows) AccountEvents(ctx context.Context, player store.PlayerID) ([]store.AccountEvent, error) {
	return dialect.Collect(ctx, s.db, dialect.Into(func(e *store.AccountEvent) []any {
		return []any{&e.ID, &e.Player, &e.At, &e.Kind, &e.Name}
	}), selectAccountEvents, player)
}
