// Package operators implements store.Operators with statements that both databases understand.
package operators

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

// Operators implements store.Operators.
type Operators struct{ db dialect.DB }

// New returns the operators of a store.
func New(db dialect.DB) *Operators { return &Operators{db} }

var (
	putBan = dialect.SQL(`INSERT INTO bans (range, reason, made_by, created_at, ends_at) VALUES (?1, ?2, ?3, ?4, ?5)
		ON CONFLICT (range) DO UPDATE SET reason = excluded.reason, made_by = excluded.made_by, created_at = excluded.created_at, ends_at = excluded.ends_at`)
	endBan     = dialect.SQL("DELETE FROM bans WHERE range = ?1 AND (ends_at = 0 OR ends_at > ?2)")
	liveBans   = dialect.SQL("SELECT range, reason, made_by, created_at, ends_at FROM bans WHERE ends_at = 0 OR ends_at > ?1 ORDER BY created_at DESC, range")
	putAct     = dialect.SQL("INSERT INTO acts (id, at, made_by, via, kind, subject, reason, outcome) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
	finishAct  = dialect.SQL("UPDATE acts SET outcome = ?2 WHERE id = ?1")
	acts       = dialect.SQL("SELECT id, at, made_by, via, kind, subject, reason, outcome FROM acts WHERE (at, id) < (?1, ?2) ORDER BY at DESC, id DESC LIMIT ?3")
	putNote    = dialect.SQL("INSERT INTO notes (kind, name, at, value) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (kind, name) DO UPDATE SET at = excluded.at, value = excluded.value")
	notes      = dialect.SQL("SELECT kind, name, at, value FROM notes WHERE kind = ?1 ORDER BY name")
	dropNotes  = dialect.SQL("DELETE FROM notes WHERE kind = ?1 AND at < ?2")
	removeActs = dialect.SQL("DELETE FROM acts WHERE id IN (SELECT id FROM acts WHERE at < ?1 ORDER BY at, id LIMIT ?2)")
	removeBans = dialect.SQL("DELETE FROM bans WHERE range IN (SELECT range FROM bans WHERE ends_at > 0 AND ends_at < ?1 ORDER BY ends_at LIMIT ?2)")
)

func (s *Operators) Ban(ctx context.Context, b store.Ban, a store.Act) error {
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		_, err := tx.Exec(ctx, putBan, b.Range.String(), b.Reason, b.By, b.CreatedAt, b.EndsAt)
		if err != nil {
			return err
		}
		return logAct(ctx, tx, a)
	})
}

func (s *Operators) Unban(ctx context.Context, r netip.Prefix, a store.Act) error {
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if err := dialect.ChangeRow(ctx, tx, endBan, r.String(), a.At); err != nil {
			return err
		}
		return logAct(ctx, tx, a)
	})
}

func (s *Operators) Bans(ctx context.Context, now time.Time) ([]store.Ban, error) {
	return dialect.Collect(ctx, s.db, func(scan dialect.Scan) (b store.Ban, err error) {
		var text string
		if err := scan(&text, &b.Reason, &b.By, &b.CreatedAt, &b.EndsAt); err != nil {
			return b, err
		}
		if b.Range, err = netip.ParsePrefix(text); err != nil {
			return b, fmt.Errorf("%w: bans: %w", store.ErrDamaged, err)
		}
		return b, nil
	}, liveBans, now)
}

func logAct(ctx context.Context, tx dialect.Tx, a store.Act) error {
	_, err := tx.Exec(ctx, putAct, a.ID, a.At, a.By, a.Via, string(a.Kind), a.Subject, a.Reason, a.Outcome)
	return err
}

func (s *Operators) LogAct(ctx context.Context, a store.Act) error {
	return logAct(ctx, s.db, a)
}

func (s *Operators) FinishAct(ctx context.Context, id, outcome string) error {
	return dialect.ChangeRow(ctx, s.db, finishAct, id, outcome)
}

func (s *Operators) Acts(ctx context.Context, before store.Act, limit int) ([]store.Act, error) {
	if before.At.IsZero() {
		before.At = dialect.Never
	}
	return dialect.Collect(ctx, s.db, dialect.Into(func(a *store.Act) []any {
		return []any{&a.ID, &a.At, &a.By, &a.Via, &a.Kind, &a.Subject, &a.Reason, &a.Outcome}
	}), acts, before.At, before.ID, limit)
}

func (s *Operators) RemoveActs(ctx context.Context, before time.Time, limit int) (int, error) {
	return dialect.RemoveUpTo(ctx, s.db, before, limit, removeActs, removeBans)
}

func (s *Operators) SetNote(ctx context.Context, n store.Note) error {
	_, err := s.db.Exec(ctx, putNote, string(n.Kind), n.Name, n.At, n.Value)
	return err
}

func (s *Operators) Notes(ctx context.Context, kind store.NoteKind) ([]store.Note, error) {
	return dialect.Collect(ctx, s.db, dialect.Into(func(n *store.Note) []any { return []any{&n.Kind, &n.Name, &n.At, &n.Value} }), notes, string(kind))
}

func (s *Operators) DropNotes(ctx context.Context, kind store.NoteKind, before time.Time) error {
	_, err := s.db.Exec(ctx, dropNotes, string(kind), before)
	return err
}
