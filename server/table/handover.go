package table

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// OfferLasts is the validity of a handover code.
const OfferLasts = 7 * 24 * time.Hour

// Offer makes a code with which another person can take over a seat of a running table, once and until the returned time. Nothing is
// stored: the code is bound to the table, the seat, its player, the end, and the number of handovers of the seat. Errors:
// table_finished, and stale_decision before the start.
func (r *Registry) Offer(ctx context.Context, id store.TableID, seat engine.Seat) (code string, until time.Time, err error) {
	err = r.call(ctx, id, func(l *live) error {
		if err := l.ensureCurrent(); err != nil {
			return err
		}
		if err := l.requireRunning(); err != nil {
			return err
		}
		until = l.now.Add(OfferLasts).UTC().Truncate(time.Second)
		code = l.offerCode(seat, until.Unix())
		return nil
	})
	return code, until, err
}

// Claim gives the seat of a handover code to the player. The same command again gets the same answer. Errors: bad_link for a code
// that is wrong, used or expired; seat_taken if the player has a seat at the table already; table_finished.
func (r *Registry) Claim(ctx context.Context, id store.TableID, player store.PlayerID, code, command string) (engine.Seq, error) {
	seat, end, ok := parseOffer(code)
	if !ok {
		return 0, badOffer()
	}
	req := request{
		id: command, seat: seat, kind: engine.KindSystem, event: engine.HandedOver{Seat: seat},
		newHolder: &store.NewHolder{Seat: seat, Player: player},
	}
	seq, err := r.execute(ctx, id, req, func(l *live, now int64) (engine.Record, error) {
		switch {
		case int(seat) >= len(l.row.Seats) || l.row.Seats[seat].Player == "",
			time.UnixMilli(now).Unix() > end,
			!hmac.Equal([]byte(code), []byte(l.offerCode(seat, end))):
			return engine.Record{}, badOffer()
		case l.row.State == store.Finished: // said only after the code was found valid
			return engine.Record{}, engine.ErrFinished
		case slices.ContainsFunc(l.row.Seats, func(p store.Seat) bool { return p.Player == player }):
			return engine.Record{}, apperr.New(apperr.SeatTaken, "you already have a seat at this table")
		}
		return l.fold.HandOver(seat, command, now)
	})
	if code := apperr.CodeOf(err); code == apperr.UnknownTable || code == apperr.StaleDecision {
		// No code is valid for a table that does not exist or has not started. The same answer keeps guesses from finding tables.
		err = badOffer()
	}
	return seq, err
}

func badOffer() error { return apperr.New(apperr.BadLink, "this link is no longer valid") }

// requireRunning fails unless the table is running.
func (l *live) requireRunning() error {
	switch l.row.State {
	case store.Running:
		return nil
	case store.Finished:
		return refusal(engine.ErrFinished)
	default:
		return apperr.New(apperr.StaleDecision, "the table has not started")
	}
}

// offerCode is the handover code of a seat until end, in seconds since 1970.
func (l *live) offerCode(seat engine.Seat, end int64) string {
	mac := hmac.New(sha256.New, l.row.Secret[:])
	_, _ = fmt.Fprintf(mac, "nemeton handover\n%s\n%d\n%s\n%d\n%d", l.id, seat, l.row.Seats[seat].Player, l.fold.Handovers(seat), end)
	return fmt.Sprintf("%d.%d.%s", seat, end, base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16]))
}

// parseOffer reads seat and end from a code. It does not check that the code is valid.
func parseOffer(code string) (seat engine.Seat, end int64, ok bool) {
	if strings.Count(code, ".") != 2 {
		return engine.NoSeat, 0, false
	}
	var mac string
	n, err := fmt.Sscanf(strings.ReplaceAll(code, ".", " "), "%d %d %s", &seat, &end, &mac)
	return seat, end, err == nil && n == 3 && seat >= 0
}

// seatNewHolder puts the new player on the seat. If their name cannot be read now, the next use reads it.
func (l *live) seatNewHolder(h store.NewHolder) {
	l.row.Seats = slices.Clone(l.row.Seats)
	l.row.Seats[h.Seat].Player = h.Player
	names, err := l.readNames(l.row)
	if err != nil {
		l.stale = true
		return
	}
	l.names = names
}
