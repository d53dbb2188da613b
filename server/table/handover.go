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

// OfferLasts is how long the link holds with which a player hands their seat to somebody.
const OfferLasts = 7 * 24 * time.Hour

// Offer makes the code with which somebody else can take over a seat of a running table from its player, once, until the time it tells. Nothing is
// stored: the code is bound to table, seat, player, end, and how often the seat changed hands. Errors: table_finished, stale_decision before the start.
func (r *Registry) Offer(ctx context.Context, id store.TableID, seat engine.Seat) (code string, until time.Time, err error) {
	err = r.use(ctx, id, func(l *live) error {
		if err := l.current(ctx); err != nil {
			return err
		}
		if err := l.underway(); err != nil {
			return err
		}
		until = r.cfg.Now().Add(OfferLasts).UTC().Truncate(time.Second)
		code = l.offer(seat, until.Unix())
		return nil
	})
	return code, until, err
}

// Claim seats the heir where the code says. The same command again gets the same answer. Errors: bad_link for codes that are wrong, used or
// too old; seat_taken for somebody who sits at the table already; table_finished.
func (r *Registry) Claim(ctx context.Context, id store.TableID, heir store.PlayerID, code, command string) (engine.Seq, error) {
	seat, end, ok := readOffer(code)
	if !ok {
		return 0, badOffer()
	}
	a := asked{id: command, seat: seat, kind: engine.KindSystem, frame: engine.HandedOver{Seat: seat}, heir: &store.NewHolder{Seat: seat, Player: heir}}
	seq, err := r.carryOut(ctx, id, a, func(l *live, now int64) (engine.Record, error) {
		switch {
		case int(seat) >= len(l.row.Seats) || l.row.Seats[seat].Player == "",
			time.UnixMilli(now).Unix() > end,
			!hmac.Equal([]byte(code), []byte(l.offer(seat, end))):
			return engine.Record{}, badOffer()
		case l.row.State == store.Finished: // told to those who have a good code alone
			return engine.Record{}, engine.ErrFinished
		case slices.ContainsFunc(l.row.Seats, func(p store.Seat) bool { return p.Player == heir }):
			return engine.Record{}, apperr.New(apperr.SeatTaken, "you sit at this table already")
		}
		return l.fold.HandOver(seat, command, now)
	})
	if code := apperr.CodeOf(err); code == apperr.UnknownTable || code == apperr.StaleDecision {
		// No code holds for a table that is not there or has not started; whoever guesses must not learn which tables there are.
		err = badOffer()
	}
	return seq, err
}

func badOffer() error { return apperr.New(apperr.BadLink, "that link does not hold, or not any more") }

// underway refuses what only a running table allows.
func (l *live) underway() error {
	switch l.row.State {
	case store.Running:
		return nil
	case store.Finished:
		return refusal(engine.ErrFinished)
	default:
		return apperr.New(apperr.StaleDecision, "the table has not started")
	}
}

// offer is the code that hands over a seat until end, in seconds since 1970.
func (l *live) offer(seat engine.Seat, end int64) string {
	mac := hmac.New(sha256.New, l.row.Secret[:])
	_, _ = fmt.Fprintf(mac, "nemeton handover\n%s\n%d\n%s\n%d\n%d", l.id, seat, l.row.Seats[seat].Player, l.fold.Handovers(seat), end)
	return fmt.Sprintf("%d.%d.%s", seat, end, base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16]))
}

// readOffer finds seat and end in a code. Whether it holds is not known yet.
func readOffer(code string) (seat engine.Seat, end int64, ok bool) {
	if strings.Count(code, ".") != 2 {
		return engine.NoSeat, 0, false
	}
	var mac string
	n, err := fmt.Sscanf(strings.ReplaceAll(code, ".", " "), "%d %d %s", &seat, &end, &mac)
	return seat, end, err == nil && n == 3 && seat >= 0
}

// inherit seats the new player of a seat; what cannot be read now is read with the next use.
func (l *live) inherit(ctx context.Context, h store.NewHolder) {
	l.row.Seats = slices.Clone(l.row.Seats)
	l.row.Seats[h.Seat].Player = h.Player
	names, err := l.reg.names(ctx, l.row)
	if err != nil {
		l.stale = true
		return
	}
	l.names = names
}
