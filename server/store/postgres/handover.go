package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store"
	"nemeton/server/store/dialect"
	"nemeton/server/store/internal/batch"
	"nemeton/server/store/internal/rows"
)

var (
	useOffer = dialect.SQL(`/*pg DELETE FROM links WHERE code_hash = ?1 AND kind = 'handover' AND table_id = ?2 AND seat = ?3 AND expires_at > ?4
		AND player = (SELECT player FROM places WHERE table_id = ?2 AND seat = ?3)*/`)
	deleteOffers = dialect.SQL("/*pg DELETE FROM links WHERE table_id = ?1 AND seat = ?2*/")
)

func byOffer(a *dialect.Append) bool { return a.NewHolder != nil && a.NewHolder.Offer != [32]byte{} }

// commitAlone stores a handover, or an append with names or with an outcome, in a transaction of its own. One by an offer deletes all offers of the seat. The offer is
// locked before the append, so that an offer that is revoked at the same time either counts as valid for both or for neither.
func (s *Store) commitAlone(ctx context.Context, a *dialect.Append) error {
	added, valid, err := s.tryAlone(ctx, a)
	switch {
	case err != nil && rolledBack(err):
		return fail(ctx, err)
	case err != nil:
		ctx, cancel := context.WithTimeout(context.Background(), reconcileTimeout)
		defer cancel()
		return batch.Reconcile(ctx, s, []*dialect.Append{a}, make([]error, 1), fail(ctx, err))[0]
	case added:
		return nil
	}
	why := s.refusedAppend(ctx, a.Table, &a.Record.Entry)
	if refused := errors.Is(why, store.ErrConflict) || errors.Is(why, store.ErrDiverged); refused && !valid {
		return store.ErrOffer
	}
	return why
}

func (s *Store) tryAlone(ctx context.Context, a *dialect.Append) (added, valid bool, err error) {
	conn, err := s.appendPool.Acquire(ctx)
	if err != nil {
		return false, false, err
	}
	defer conn.Release()
	tx, err := conn.Begin(ctx)
	if err != nil {
		return false, false, err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // without effect after a commit
	if h := a.NewHolder; byOffer(a) {
		used, err := tx.Exec(ctx, useOffer.Postgres, h.Offer[:], a.Table, h.Seat, a.Now.UnixMicro())
		if err != nil || used.RowsAffected() == 0 {
			return false, false, err
		}
	}
	if a.NewHolder != nil {
		// A change of the row at the same time writes all seats anew. The statement of the append sees them only if it begins afterwards.
		if _, err := tx.Exec(ctx, rows.LockTable.Postgres, a.Table); err != nil {
			return false, true, err
		}
	}
	stored, err := s.runOn(ctx, conn, addAny, []*dialect.Append{a})
	if err != nil || !stored[0] {
		return false, true, err
	}
	var b pgx.Batch
	if byOffer(a) {
		b.Queue(deleteOffers.Postgres, a.Table, a.NewHolder.Seat)
	}
	insertNames(&b, a)
	insertResults(&b, a)
	if err := sendAll(ctx, tx, &b); err != nil {
		return false, true, err
	}
	return true, true, tx.Commit(ctx)
}
