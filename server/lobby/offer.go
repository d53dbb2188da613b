package lobby

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"slices"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/store/access"
)

// OfferLife is the validity of a handover code.
const OfferLife = 7 * 24 * time.Hour

// offerBytes is the entropy of a handover code: 128 bits.
const offerBytes = 16

// Offer makes a code with which another person can take over the caller's seat at a running table, once and until the returned time. It
// belongs to the caller's session and ends with it. A player has at most store.MaxLinks; a new one deletes the oldest. Errors:
// unknown_table, not_seated, table_finished, stale_decision before the start, conceded, unauthenticated if the session has ended.
func (s *Service) Offer(ctx context.Context, id store.TableID, caller store.PlayerID, session string) (code string, expires time.Time, err error) {
	row, err := s.Get(ctx, id, caller, "")
	if err != nil {
		return "", time.Time{}, err
	}
	seat, ok := access.SeatOf(row, caller)
	switch {
	case !ok:
		return "", time.Time{}, apperr.New(apperr.NotSeated, "only players at this table can hand over a seat")
	case row.State == store.Finished:
		return "", time.Time{}, apperr.New(apperr.TableFinished, "the table is finished")
	case row.State != store.Running:
		return "", time.Time{}, apperr.New(apperr.StaleDecision, "the table has not started")
	case slices.Contains(row.Ending.Conceded, seat):
		return "", time.Time{}, apperr.New(apperr.Conceded, "you have conceded; nobody can take over your seat")
	}
	var raw [offerBytes]byte
	if _, err := io.ReadFull(s.cfg.Entropy, raw[:]); err != nil {
		return "", time.Time{}, fmt.Errorf("make an offer: %w", err)
	}
	code = fmt.Sprintf("%d.%s", seat, base64.RawURLEncoding.EncodeToString(raw[:]))
	now := s.cfg.Now()
	link := store.Link{
		ID: s.cfg.NewID(), Kind: store.HandoverLink, CodeHash: sha256.Sum256([]byte(code)), Player: caller, Session: session,
		Table: id, Seat: seat, CreatedAt: now, ExpiresAt: now.Add(OfferLife),
	}
	return code, link.ExpiresAt, apperr.FailedForPlayer("make an offer", s.cfg.Store.CreateLink(ctx, link))
}
