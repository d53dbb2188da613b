package rows

import (
	"context"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

const fromDoorCodes = "SELECT id, code, made_by, operator, note, uses, created_at, expires_at FROM door_codes "

var (
	expireDoorCodes = dialect.SQL("DELETE FROM door_codes WHERE id IN (SELECT id FROM door_codes WHERE expires_at <= ?1 " + dialect.SkipLocked + ")")
	insertDoorCode  = dialect.SQL("INSERT INTO door_codes (id, code, made_by, operator, note, uses, created_at, expires_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
	memberCodes     = dialect.SQL(fromDoorCodes + "WHERE made_by <> '' AND made_by = ?1 AND expires_at > ?2 AND uses > 0 ORDER BY created_at DESC, id")
	allCodes        = dialect.SQL(fromDoorCodes + "WHERE expires_at > ?1 AND uses > 0 ORDER BY created_at DESC, id")
	useDoorCode     = dialect.SQL("UPDATE door_codes SET uses = uses - 1 WHERE code = ?1 AND uses > 0 AND expires_at > ?2")
	revokeDoorCode  = dialect.SQL("DELETE FROM door_codes WHERE id = ?1 AND (?2 = '' OR made_by = ?2)")
)

func (s *Rows) AddDoorCode(ctx context.Context, c store.DoorCode) error {
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if c.MadeBy != "" {
			if err := requirePlayer(ctx, tx, c.MadeBy); err != nil { // which locks the member
				return err
			}
			codes, err := dialect.Collect(ctx, tx, scanDoorCode, memberCodes, c.MadeBy, c.CreatedAt)
			if err != nil {
				return err
			}
			if len(codes) >= store.MaxDoorCodes {
				return store.ErrTooMany
			}
		}
		return tx.Send(ctx, expireDoorCodes.With(c.CreatedAt), insertDoorCode.With(c.ID, c.Code, c.MadeBy, c.Operator, c.Note, c.Uses, c.CreatedAt, c.ExpiresAt))
	})
}

var scanDoorCode = dialect.Into(func(c *store.DoorCode) []any {
	return []any{&c.ID, &c.Code, &c.MadeBy, &c.Operator, &c.Note, &c.Uses, &c.CreatedAt, &c.ExpiresAt}
})

func (s *Rows) DoorCodes(ctx context.Context, madeBy store.PlayerID, now time.Time) ([]store.DoorCode, error) {
	if madeBy == "" {
		return dialect.Collect(ctx, s.db, scanDoorCode, allCodes, now)
	}
	return dialect.Collect(ctx, s.db, scanDoorCode, memberCodes, madeBy, now)
}

func (s *Rows) AdmitPlayer(ctx context.Context, hash [32]byte, p store.Player, first store.Session) error {
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if err := dialect.ChangeRow(ctx, tx, useDoorCode, hash, p.CreatedAt); err != nil {
			return err
		}
		return tx.Send(ctx, newPlayer(p, first)...)
	})
}

func (s *Rows) RevokeDoorCode(ctx context.Context, madeBy store.PlayerID, id string) error {
	return dialect.ChangeRow(ctx, s.db, revokeDoorCode, id, madeBy)
}
