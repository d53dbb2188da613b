package postgres

import (
	"context"
	"errors"

	"nemeton/server/store"
	"nemeton/server/store/internal/group"
	"nemeton/server/store/row"
)

// byOffer reports whether an append hands over a seat by an offer.
func byOffer(a *row.Append) bool { return a.NewHolder != nil && a.NewHolder.Offer != [32]byte{} }

// handOver stores an append that hands over a seat by an offer, in a transaction of its own. It deletes all offers of the seat. It locks the
// offer before it stores, so that an offer that is revoked at the same time either counts as valid for both or for neither.
func (s *Store) handOver(ctx context.Context, a *row.Append) error {
	added, valid, err := s.tryHandOver(ctx, a)
	switch {
	case err != nil && rolledBack(err):
		return fail(ctx, err)
	case err != nil:
		ctx, cancel := context.WithTimeout(context.Background(), reconcileTimeout)
		defer cancel()
		return group.Reconcile(ctx, s, []*row.Append{a}, make([]error, 1), fail(ctx, err))[0]
	case added:
		return nil
	}
	why := s.refusal(ctx, a.Table, &a.Record.Entry)
	if refused := errors.Is(why, store.ErrConflict) || errors.Is(why, store.ErrDiverged); refused && !valid {
		return store.ErrOffer
	}
	return why
}

func (s *Store) tryHandOver(ctx context.Context, a *row.Append) (added, valid bool, err error) {
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
	h := a.NewHolder
	used, err := tx.Exec(ctx, `DELETE FROM links WHERE code_hash = $1 AND kind = 'handover' AND table_id = $2 AND seat = $3 AND expires_at > $4
		AND player = (SELECT player FROM places WHERE table_id = $2 AND seat = $3)`, h.Offer[:], a.Table, h.Seat, a.Now)
	if err != nil || used.RowsAffected() == 0 {
		return false, false, err
	}
	stored, err := sendOn(ctx, conn, addAny, []*row.Append{a})
	if err != nil || !stored[0] {
		return false, true, err
	}
	if _, err := tx.Exec(ctx, "DELETE FROM links WHERE table_id = $1 AND seat = $2", a.Table, h.Seat); err != nil {
		return false, true, err
	}
	return true, true, tx.Commit(ctx)
}
