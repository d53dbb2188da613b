package table

import (
	"context"
	"crypto/sha256"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/store/access"
)

// Claim gives the seat of a handover code to the player. The store uses up the offer of the code in the transaction that stores the entry.
// The same command again gets the same answer. Errors: bad_link for a code that is wrong, used, revoked or expired; seat_taken if the player
// has a seat at the table already; barred; table_finished.
func (r *Registry) Claim(ctx context.Context, id store.TableID, player store.PlayerID, code, command string) (Point, error) {
	seat, ok := seatOfCode(code)
	if !ok {
		return Point{}, badOffer()
	}
	hash := sha256.Sum256([]byte(code))
	offer, err := r.cfg.Store.Offer(ctx, hash, r.cfg.Now())
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return Point{}, refusal(err)
	}
	// Without a valid offer, only a previous answer to the same command can follow.
	valid := err == nil && offer.Table == id && offer.Seat == seat
	done, err := r.handOver(ctx, id, store.NewHolder{Seat: seat, Player: player, Offer: hash}, command, func(l *live) error {
		if !valid || int(seat) >= len(l.row.Seats) || l.row.Seats[seat].Player != offer.Player {
			return badOffer() // before any other refusal tells about the table
		}
		return l.checkNewHolder(player, "you already have a seat at this table")
	})
	if code := apperr.CodeOf(err); code == apperr.UnknownTable || code == apperr.StaleDecision {
		// No code is valid for a table that does not exist or has not started. The same answer keeps guesses from finding tables.
		err = badOffer()
	}
	return done, err
}

// handOver gives a seat to another player, if check permits it.
func (r *Registry) handOver(ctx context.Context, id store.TableID, to store.NewHolder, command string, check func(*live) error) (Point, error) {
	req := request{
		id: command, seat: to.Seat, kind: engine.KindSystem, event: engine.HandedOver{Seat: to.Seat},
		newHolder: &to, newName: &store.TableName{Seat: to.Seat, Player: to.Player},
	}
	return r.submit(ctx, id, req, func(l *live, _ *request, now int64) (engine.Record, error) {
		if err := check(l); err != nil {
			return engine.Record{}, err
		}
		digest, err := l.nameNewHolder(req.newName)
		if err != nil {
			return engine.Record{}, err
		}
		return l.fold.HandOver(to.Seat, digest, command, now)
	})
}

// checkNewHolder refuses a player who may not get another one's seat. taken is the message to one who has a seat already.
func (l *live) checkNewHolder(player store.PlayerID, taken string) error {
	switch {
	case access.Barred(l.row, player):
		return apperr.New(apperr.Barred, "the host removed you from this table and has not lifted the ban")
	case l.row.State == store.Finished:
		return engine.ErrFinished
	case slices.ContainsFunc(l.row.Seats, func(p store.Seat) bool { return p.Player == player }):
		return apperr.New(apperr.SeatTaken, taken)
	}
	return nil
}

func badOffer() error { return apperr.New(apperr.BadLink, "this link is no longer valid") }

// seatOfCode reads the seat from a code, SEAT.RANDOM. It does not check that the code is valid.
func seatOfCode(code string) (seat engine.Seat, ok bool) {
	number, _, found := strings.Cut(code, ".")
	n, err := strconv.ParseUint(number, 10, 7)
	return engine.Seat(n), found && err == nil
}

// nameNewHolder completes the name of the person who gets a seat, and returns its digest.
func (l *live) nameNewHolder(n *store.TableName) (digest codec.Optional, err error) {
	read := &namesRequest{ids: []store.PlayerID{n.Player}}
	if err := l.ask(read); err != nil {
		return digest, err
	}
	n.Holder, n.Name = l.fold.Handovers(n.Seat)+1, read.names[n.Player]
	return l.row.Secret.PersonDigest(string(l.id), int(n.Seat), n.Holder, n.Name), nil
}

// seatNewHolder puts the new player on the seat before the entry about it is sent.
func (l *live) seatNewHolder(a *store.Append) {
	l.row.Seats, l.names = slices.Clone(l.row.Seats), maps.Clone(l.names)
	l.row.Seats[a.NewHolder.Seat].Player = a.NewHolder.Player
	for _, n := range a.Names {
		l.names[n.Player] = n.Name
	}
	l.introduce(l.row)
}

// readHolder reads what descriptions need to know of a new player. If that cannot be read now, the next use reads it.
func (l *live) readHolder() {
	people, err := l.readPeople(l.row)
	if err != nil {
		l.stale = true
		return
	}
	l.names, l.claims = people.names, people.claims
}
