package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/internal/group"
	"nemeton/server/store/internal/row"
)

// batchSize bounds how long a batch keeps other writers from the one connection.
const batchSize = 256

// Append implements store.Log. It shares its transaction with the appends of other tables.
func (s *Store) Append(ctx context.Context, a store.Append) error {
	spelled, err := row.SpellAppend(a)
	if err != nil {
		return err
	}
	return s.appends.Append(ctx, spelled)
}

// keep stores a batch in one transaction. No context of a caller reaches it: who gives up must not undo what others wait for.
func (s *Store) keep(batch []*row.Append) []error {
	ctx := context.Background()
	fates := make([]error, len(batch))
	tx, err := s.write.BeginTx(ctx, nil)
	for i := range batch {
		if err == nil {
			fates[i], err = s.add(ctx, tx, batch[i])
		}
	}
	switch {
	case err == nil:
		if err = tx.Commit(); err == nil {
			return fates
		}
		_ = tx.Rollback() // a commit that failed may have left it open
		return group.Settle(ctx, s, batch, fates, s.fail(ctx, err))
	case tx != nil:
		_ = tx.Rollback()
	}
	// Nothing was stored. One of them may be to blame: each on its own.
	return group.Apart(batch, fates, s.fail(ctx, err), s.keep)
}

// add puts one append into the transaction. It gives why it was refused, having changed nothing; err is what makes the whole
// transaction worthless.
func (s *Store) add(ctx context.Context, tx *sql.Tx, a *row.Append) (refused, err error) {
	//nolint:sqlclosecheck // they go with the transaction
	insert, move, alter := tx.StmtContext(ctx, s.insert), tx.StmtContext(ctx, s.move), tx.StmtContext(ctx, s.alter)
	e, now := &a.Record.Entry, a.Now.UnixMicro()
	added, err := insert.ExecContext(ctx, a.Table, e.Seq, now, e.Seat, spellCommand(e.Command), a.Record.Bytes, a.Record.Hash[:], a.Rev)
	if err != nil {
		return nil, err
	}
	if err := touched(added); errors.Is(err, store.ErrNotFound) {
		return whyNot(ctx, tx, a.Table, e)
	} else if err != nil {
		return nil, err
	}
	if a.Usual() {
		moved, err := move.ExecContext(ctx, a.Table, e.Seq, a.Owing, now)
		if err == nil {
			err = touched(moved)
		}
		if !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
	}
	if _, err = alter.ExecContext(ctx, a.Table, e.Seq, a.State, a.Owing, a.Winners, now, a.StandIns); err != nil {
		return nil, err
	}
	if h := a.Heir; h != nil {
		_, err = tx.ExecContext(ctx, "UPDATE places SET player = ?3 WHERE table_id = ?1 AND seat = ?2", a.Table, h.Seat, h.Player)
	}
	return nil, err
}

// The statements that every append runs. The entry comes first: it is added only where it is the next, and its index refuses a command
// that is there already. Then the table's row moves on: most often by what stands in no index.
const (
	insertEntry = `INSERT INTO entries (table_key, seq, time, seat, command, bytes, hash) SELECT key, ?2, ?3, ?4, ?5, ?6, ?7
		FROM tables WHERE id = ?1 AND seq = ?2 - 1 AND ?8 IN (0, rev) ON CONFLICT DO NOTHING`
	moveTable = `UPDATE tables SET seq = ?2, owing = ?3, updated_at = ?4
		WHERE id = ?1 AND state = 'running' AND winners = 'null' AND stand_ins = '' AND ?4 >= listed_at AND ?4 < listed_at + %d`
	alterTable = `UPDATE tables SET seq = ?2, state = ?3, owing = ?4, winners = ?5, updated_at = ?6, stand_ins = ?7,
		listed_at = CASE WHEN ?6 >= listed_at AND ?6 < listed_at + %d THEN listed_at ELSE ?6 END WHERE id = ?1`
)

// prepare makes the statements on the writing connection.
func (s *Store) prepare(ctx context.Context) (err error) {
	within := row.ListedWithin.Microseconds()
	for _, p := range []struct {
		into **sql.Stmt
		text string
	}{{&s.insert, insertEntry}, {&s.move, fmt.Sprintf(moveTable, within)}, {&s.alter, fmt.Sprintf(alterTable, within)}} {
		if *p.into, err = s.write.PrepareContext(ctx, p.text); err != nil { //nolint:sqlclosecheck // Close does
			return err
		}
	}
	return nil
}

// whyNot says why an entry cannot stand in the log now.
func whyNot(ctx context.Context, tx *sql.Tx, id store.TableID, e *engine.Entry) (refused, err error) {
	var known bool
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM entries WHERE table_key = t.key AND seat = ?2 AND command = ?3)
		FROM tables t WHERE id = ?1`, id, e.Seat, spellCommand(e.Command)).Scan(&known)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return store.ErrNotFound, nil
	case err != nil:
		return nil, err
	case known:
		return store.ErrDuplicate, nil
	default:
		return store.ErrConflict, nil
	}
}
