package rows

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

const fromRecoveries = "SELECT table_id, id, seat, holder, claimant, state, confirmed, created_at, due_at, changed_at FROM recoveries "

var (
	insertRecovery = dialect.SQL(`INSERT INTO recoveries (table_id, id, seat, holder, claimant, state, confirmed, created_at, changed_at)
		VALUES (?1, ?2, ?3, ?4, ?5, 'open', '[]', ?6, ?6)`)
	selectRecovery   = dialect.SQL(fromRecoveries + "WHERE table_id = ?1 AND id = ?2 /*pg FOR UPDATE*/")
	updateRecovery   = dialect.SQL("UPDATE recoveries SET state = ?3, confirmed = ?4, due_at = ?5, changed_at = ?6 WHERE table_id = ?1 AND id = ?2")
	openRecoveries   = dialect.SQL(fromRecoveries + "WHERE table_id " + dialect.InList1 + " AND state = 'open' AND created_at > ?2 ORDER BY created_at, id")
	recentRecoveries = dialect.SQL(fromRecoveries + "WHERE table_id = ?1 AND (state = 'open' AND created_at > ?2 OR created_at > ?3) ORDER BY created_at, id")
	// touchTable makes all nodes read a table and its recoveries again.
	touchTable    = dialect.SQL("UPDATE tables SET rev = rev + 1, updated_at = updated_at + 1, listed_at = updated_at + 1 WHERE id = ?1")
	recoveriesFor = dialect.SQL(fromRecoveries + "WHERE (holder = ?1 OR claimant = ?1) AND changed_at > ?2 ORDER BY changed_at DESC, id")
	dueRecoveries = dialect.SQL(fromRecoveries + "WHERE state = 'open' AND due_at > 0 AND due_at <= ?1 ORDER BY due_at LIMIT ?2")
)

func scanRecovery(scan dialect.Scan) (r store.Recovery, err error) {
	var confirmed string
	if err := scan(&r.Table, &r.ID, &r.Seat, &r.Holder, &r.Claimant, &r.State, &confirmed, &r.CreatedAt, &r.DueAt, &r.ChangedAt); err != nil {
		return r, err
	}
	return r, json.Unmarshal([]byte(confirmed), &r.Confirmed)
}

func (s *Rows) AddRecovery(ctx context.Context, r store.Recovery, check func([]store.Recovery) error) (stored store.Recovery, err error) {
	if !dialect.Storable(r.Table) || !dialect.Storable(r.ID) || !dialect.Storable(r.Claimant) {
		return store.Recovery{}, store.ErrNotFound
	}
	var refused error
	err = s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if _, err := s.lockTable(ctx, tx, r.Table); err != nil {
			return err
		}
		if stored, err = dialect.One(ctx, tx, scanRecovery, selectRecovery, r.Table, r.ID); !errors.Is(err, store.ErrNotFound) {
			return err
		}
		recent, err := dialect.Collect(ctx, tx, scanRecovery, recentRecoveries, r.Table, r.CreatedAt.Add(-store.RecoveryLife), r.CreatedAt.Add(-store.RecoveryRest))
		if err != nil {
			return err
		}
		if refused = check(recent); refused != nil {
			return refused
		}
		stored = r
		stored.State, stored.Confirmed, stored.DueAt, stored.ChangedAt = store.RecoveryOpen, []store.PlayerID{}, time.Time{}, r.CreatedAt
		return sendWithTable(ctx, tx, r.Table, insertRecovery.With(r.Table, r.ID, r.Seat, r.Holder, r.Claimant, r.CreatedAt))
	})
	return stored, firstOf(refused, err)
}

func sendWithTable(ctx context.Context, tx dialect.Tx, id store.TableID, change dialect.Call) error {
	return tx.Send(ctx, change, touchTable.With(id), followListed.With(id), dialect.NoteTables(id))
}

// firstOf returns a refusal unchanged, as callers are promised, or else the error of the transaction.
func firstOf(refused, err error) error {
	if refused != nil {
		return refused
	}
	return err
}

func (s *Rows) ChangeRecovery(ctx context.Context, table store.TableID, id string, change func(*store.Recovery) error) (r store.Recovery, err error) {
	var refused error
	err = s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) (err error) {
		if _, err := tx.Exec(ctx, LockTable, table); err != nil { // in the order of AddRecovery, so that the two cannot deadlock
			return err
		}
		if r, err = dialect.One(ctx, tx, scanRecovery, selectRecovery, table, id); err != nil {
			return err
		}
		if refused = change(&r); refused != nil {
			return refused
		}
		confirmed, err := json.Marshal(r.Confirmed)
		if err != nil {
			return err
		}
		return sendWithTable(ctx, tx, table, updateRecovery.With(table, id, r.State, string(confirmed), r.DueAt, r.ChangedAt))
	})
	return r, firstOf(refused, err)
}

func (s *Rows) OpenRecoveries(ctx context.Context, tables []store.TableID, after time.Time) ([]store.Recovery, error) {
	return dialect.Collect(ctx, s.db, scanRecovery, openRecoveries, dialect.List(tables), after)
}

func (s *Rows) RecoveriesFor(ctx context.Context, player store.PlayerID, since time.Time) ([]store.Recovery, error) {
	return dialect.Collect(ctx, s.db, scanRecovery, recoveriesFor, player, since)
}

func (s *Rows) DueRecoveries(ctx context.Context, now time.Time, limit int) ([]store.Recovery, error) {
	return dialect.Collect(ctx, s.db, scanRecovery, dueRecoveries, now, limit)
}
