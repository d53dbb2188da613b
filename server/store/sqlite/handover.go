package sqlite

import (
	"context"
	"errors"
	"time"

	"nemeton/server/store"
)

// The statements of a handover by an offer. checkOffer changes nothing; it reports a change if the offer is valid and its maker holds the seat.
const (
	checkOffer = `UPDATE links SET seat = seat WHERE code_hash = ?1 AND kind = 'handover' AND table_id = ?2 AND seat = ?3 AND expires_at > ?4
		AND player = (SELECT player FROM places WHERE table_id = ?2 AND seat = ?3)`
	deleteOffers = `DELETE FROM links WHERE table_id = ?1 AND seat = ?2`
)

// offerRefusal returns store.ErrOffer if an append was refused because of its offer, and err if not.
func (s *Store) offerRefusal(ctx context.Context, h *store.NewHolder, table store.TableID, now time.Time, err error) error {
	refused := errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrDiverged)
	if !refused || h == nil || h.Offer == [32]byte{} {
		return err
	}
	var valid bool
	failure := s.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM links WHERE code_hash = ?1 AND kind = 'handover' AND table_id = ?2 AND seat = ?3
		AND expires_at > ?4 AND player = (SELECT player FROM places WHERE table_id = ?2 AND seat = ?3))`, h.Offer[:], table, h.Seat, now.UnixMicro()).Scan(&valid)
	switch {
	case failure != nil:
		return s.fail(ctx, failure)
	case !valid:
		return store.ErrOffer
	}
	return err
}
