// Package recovery gives seats back to people who lost their session. Such a person says at the table "That seat is mine", and people at the table
// confirm it. The player of the seat is told, and can object or take the seat back.
package recovery

import (
	"context"
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/store/access"
	"nemeton/server/table"
	"nemeton/server/wire"
)

const (
	// ObjectTime is the time in which the player of a seat can object, if one other person alone decides that somebody else gets it.
	ObjectTime = 24 * time.Hour
	// ReverseTime is the time in which the player who lost a seat to a recovery takes it back.
	ReverseTime = 7 * 24 * time.Hour
	// maxRecoveries is the number of claims at a table that are open or younger than store.RecoveryRest.
	maxRecoveries = 5
	// recoveryBatch is the number of due recoveries that a sweep moves.
	recoveryBatch = 50
)

// News says what a player is told about a recovery of their seat.
type News string

// The news about recoveries.
const (
	SeatClaimed News = "claimed" // somebody says that the player's seat is theirs
	SeatMoved   News = "moved"   // somebody has got the player's seat
)

// Store is the part of the store that the service uses.
type Store interface {
	store.Recoveries
	Table(ctx context.Context, id store.TableID) (store.Table, error)
	PlayerNames(ctx context.Context, ids []store.PlayerID) (map[store.PlayerID]string, error)
}

// Tables is the part of the authority that the service uses.
type Tables interface {
	Connected(ctx context.Context, id store.TableID, seat engine.Seat) (bool, error)
	Recover(ctx context.Context, id store.TableID, seat engine.Seat, from, to store.PlayerID, after time.Time, force bool, command string) (table.Point, error)
	Announce(ctx context.Context, ids ...store.TableID)
	AnnouncePlayer(player store.PlayerID)
}

// Config configures a Service. All fields are required.
type Config struct {
	Store  Store
	Tables Tables
	// Tell tells the player of a seat on all their channels. It is repeated if its caller ended before it noted that, so it tells the same news once.
	Tell func(ctx context.Context, r store.Recovery, news News) error
	Now  func() time.Time
}

// Service recovers seats.
type Service struct{ cfg Config }

// NewService makes the service.
func NewService(cfg Config) *Service { return &Service{cfg} }

// Recover claims a seat at a running table for the caller, who says that it is theirs. People at the table confirm it; see Confirm. The player of the seat is
// told. The same id again gets the same answer. Errors: unknown_table, bad_seats, seat_taken for a caller with a seat there, barred, holder_connected,
// nobody_to_confirm, too_fast for too many claims, id_reused, table_finished, stale_decision before the start.
func (s *Service) Recover(ctx context.Context, id store.TableID, seat engine.Seat, caller store.PlayerID, invite, command string) (wire.Recovery, error) {
	row, err := s.cfg.Store.Table(ctx, id)
	if err == nil && access.Of(row, caller, invite) < access.Reads {
		err = store.ErrNotFound
	}
	if err != nil {
		return wire.Recovery{}, apperr.Failed("read a table", err)
	}
	if err := mayRecover(row, seat, caller); err != nil {
		return wire.Recovery{}, err
	}
	if here, err := s.cfg.Tables.Connected(ctx, id, seat); err != nil {
		return wire.Recovery{}, err
	} else if here {
		return wire.Recovery{}, apperr.New(apperr.HolderConnected, "the player of that seat is at the table")
	}
	r := store.Recovery{Table: id, ID: command, Seat: seat, Holder: row.Seats[seat].Player, Claimant: caller, CreatedAt: s.cfg.Now()}
	stored, err := s.cfg.Store.AddRecovery(ctx, r, func(recent []store.Recovery) error {
		mine := slices.ContainsFunc(recent, func(o store.Recovery) bool { return o.State == store.RecoveryOpen && o.Claimant == caller })
		if mine || len(recent) >= maxRecoveries {
			return apperr.New(apperr.TooFast, "this table has too many claims, or an open one of yours; wait a while").After(time.Hour)
		}
		return nil
	})
	if err != nil {
		return wire.Recovery{}, apperr.Failed("claim a seat", err)
	}
	if stored.Claimant != caller || stored.Seat != seat {
		return wire.Recovery{}, apperr.New(apperr.IDReused, "this command id was already used for something else")
	}
	if err := s.tellClaimed(ctx, stored); err != nil {
		return wire.Recovery{}, err
	}
	return s.announced(ctx, stored)
}

// tellClaimed tells the player of a seat of an open claim.
func (s *Service) tellClaimed(ctx context.Context, r store.Recovery) error {
	if r.State != store.RecoveryOpen {
		return nil
	}
	return apperr.Failed("tell a player of a claim", s.cfg.Tell(ctx, r, SeatClaimed))
}

func mayRecover(row store.Table, seat engine.Seat, caller store.PlayerID) error {
	_, sits := access.SeatOf(row, caller)
	switch {
	case row.State == store.Finished:
		return apperr.New(apperr.TableFinished, "the table is finished")
	case row.State != store.Running:
		return apperr.New(apperr.StaleDecision, "the table has not started")
	case access.Barred(row, caller):
		return apperr.New(apperr.Barred, "the host removed you from this table and has not lifted the ban")
	case sits:
		return apperr.New(apperr.SeatTaken, "you already have a seat at this table")
	case seat < 0 || int(seat) >= len(row.Seats) || row.Seats[seat].Player == "":
		return apperr.New(apperr.BadSeats, "no person has that seat")
	case slices.Contains(row.Ending.Conceded, seat):
		return apperr.New(apperr.Conceded, "the player of that seat gave up")
	case table.Confirmations(row, seat) == 0:
		return apperr.New(apperr.NobodyToConfirm, "nobody else at the table can confirm it; ask the host of the server")
	}
	return nil
}

// Confirm says for the caller, who has another seat, that the claimant of a seat is its player. After two confirmations the seat moves at once; if there is
// one other person alone, it moves after ObjectTime. A second confirmation by the same person changes nothing. Errors: unknown_table, bad_link for a
// recovery that is unknown or over, holder_connected for one that ended because the player came back, not_seated, conceded, own_seat, and those of
// table.Registry.Recover.
func (s *Service) Confirm(ctx context.Context, id store.TableID, seat engine.Seat, recovery string, caller store.PlayerID) (wire.Recovery, error) {
	row, err := s.cfg.Store.Table(ctx, id)
	if err == nil && access.Of(row, caller, "") < access.Reads {
		err = store.ErrNotFound
	}
	if err != nil {
		return wire.Recovery{}, apperr.Failed("read a table", err)
	}
	switch by, sits := access.SeatOf(row, caller); {
	case !sits:
		return wire.Recovery{}, apperr.New(apperr.NotSeated, "only people at the table can confirm it")
	case slices.Contains(row.Ending.Conceded, by):
		return wire.Recovery{}, apperr.New(apperr.Conceded, "only people who still play can confirm it")
	}
	ended := false
	r, err := s.cfg.Store.ChangeRecovery(ctx, id, recovery, func(r *store.Recovery) error {
		switch {
		case r.Seat != seat:
			return badRecovery()
		case r.Claimant == caller || r.Holder == caller:
			return apperr.New(apperr.OwnSeat, "somebody else at the table has to confirm that; from your own device, sign in another one in the settings")
		case slices.Contains(r.Confirmed, caller) && (r.State != store.RecoveryOpen || !r.DueAt.IsZero()):
			return nil
		case r.State != store.RecoveryOpen, s.cfg.Now().Sub(r.CreatedAt) > store.RecoveryLife:
			ended = r.State == store.RecoveryEnded
			return badRecovery()
		}
		// Only people who still have a seat count: a seat that went to another guest of the same person would count twice.
		r.Confirmed = slices.DeleteFunc(r.Confirmed, func(p store.PlayerID) bool {
			_, sits := access.SeatOf(row, p)
			return !sits
		})
		if !slices.Contains(r.Confirmed, caller) {
			r.Confirmed = append(r.Confirmed, caller)
		}
		// Said again, it may be enough now, because another person has given up.
		if needed := table.Confirmations(row, seat); len(r.Confirmed) >= needed && r.DueAt.IsZero() {
			r.DueAt = s.cfg.Now()
			if needed < 2 {
				r.DueAt = r.DueAt.Add(ObjectTime)
			}
		}
		return nil
	})
	if ended { // perhaps a moment ago, because the player came back
		if here, failure := s.cfg.Tables.Connected(ctx, id, seat); failure == nil && here {
			err = apperr.New(apperr.HolderConnected, "the player of that seat is at the table")
		}
	}
	if err == nil {
		err = s.tellClaimed(ctx, r) // again, because the server may have ended after it stored the claim
	}
	if err != nil {
		return wire.Recovery{}, apperr.FailedOr("confirm a claim", err, badRecovery())
	}
	if r, err = s.move(ctx, r); err != nil {
		return wire.Recovery{}, err
	}
	return s.announced(ctx, r)
}

// End is the answer "that is not so" of the player of the seat, which ends an open recovery or takes back a seat that moved within ReverseTime. The claimant
// withdraws an open recovery with it. Errors: bad_link, not_allowed for everybody else, and those of table.Registry.Recover.
func (s *Service) End(ctx context.Context, id store.TableID, recovery string, caller store.PlayerID) (wire.Recovery, error) {
	row, err := s.cfg.Store.Table(ctx, id)
	if err != nil {
		return wire.Recovery{}, apperr.FailedOr("read a table", err, badRecovery())
	}
	now := s.cfg.Now()
	reverses := false
	r, err := s.cfg.Store.ChangeRecovery(ctx, id, recovery, func(r *store.Recovery) error {
		if isDue(*r, now) && int(r.Seat) < len(row.Seats) && row.Seats[r.Seat].Player == r.Claimant {
			r.State, r.ChangedAt = store.RecoveryMoved, now // the entry is stored, and its answer was lost
		}
		switch {
		case r.Holder != caller && r.Claimant != caller:
			return apperr.New(apperr.NotAllowed, "only the player of the seat can answer that")
		case r.State == store.RecoveryOpen:
			r.State, r.ChangedAt = store.RecoveryEnded, now
		case r.State == store.RecoveryMoved && r.Holder == caller && now.Sub(r.ChangedAt) < ReverseTime:
			reverses = true // the state follows the entry
		case r.State == store.RecoveryMoved:
			return badRecovery()
		}
		return nil
	})
	if err != nil {
		return wire.Recovery{}, apperr.FailedOr("end a claim", err, badRecovery())
	}
	if reverses {
		if r, err = s.takeBack(ctx, r); err != nil {
			return wire.Recovery{}, err
		}
	}
	return s.announced(ctx, r)
}

// takeBack gives the player of a recovery the seat that has moved.
func (s *Service) takeBack(ctx context.Context, r store.Recovery) (store.Recovery, error) {
	if _, err := s.cfg.Tables.Recover(ctx, r.Table, r.Seat, "", r.Holder, s.cfg.Now(), true, r.ID+" back"); err != nil {
		return r, err
	}
	return s.note(ctx, r, store.RecoveryMoved, store.RecoveryReversed)
}

func isDue(r store.Recovery, now time.Time) bool {
	return r.State == store.RecoveryOpen && !r.DueAt.IsZero() && !r.DueAt.After(now)
}

// move moves the seat of a recovery that is due. A recovery whose holder came back ends; the table learns of it.
func (s *Service) move(ctx context.Context, r store.Recovery) (store.Recovery, error) {
	if !isDue(r, s.cfg.Now()) {
		return r, nil
	}
	_, err := s.cfg.Tables.Recover(ctx, r.Table, r.Seat, r.Holder, r.Claimant, r.CreatedAt, false, r.ID)
	switch apperr.CodeOf(err) {
	case "":
		// Before the state, so that a sweep repeats it if the server ends here.
		if err := s.cfg.Tell(ctx, r, SeatMoved); err != nil {
			return r, apperr.Failed("tell a player of a claim", err)
		}
		objected := false
		r, err := s.cfg.Store.ChangeRecovery(ctx, r.Table, r.ID, func(r *store.Recovery) error {
			objected = r.State == store.RecoveryEnded // while the entry was being stored
			if objected || r.State == store.RecoveryOpen {
				r.State, r.ChangedAt = store.RecoveryMoved, s.cfg.Now()
			}
			return nil
		})
		if err == nil && objected {
			if back, failure := s.takeBack(ctx, r); failure == nil {
				return back, nil
			}
		}
		return r, apperr.FailedOr("note a claim", err, badRecovery())
	case apperr.Unavailable, apperr.Overloaded, apperr.TooFast:
		return r, err // the next sweep tries again
	}
	r, failure := s.note(ctx, r, store.RecoveryOpen, store.RecoveryEnded)
	if failure == nil {
		_, failure = s.announced(ctx, r)
	}
	if failure != nil {
		return r, failure
	}
	return r, err
}

// note changes the state of a recovery, unless it has changed meanwhile.
func (s *Service) note(ctx context.Context, r store.Recovery, from, to store.RecoveryState) (store.Recovery, error) {
	r, err := s.cfg.Store.ChangeRecovery(ctx, r.Table, r.ID, func(r *store.Recovery) error {
		if r.State == from {
			r.State, r.ChangedAt = to, s.cfg.Now()
		}
		return nil
	})
	return r, apperr.FailedOr("note a claim", err, badRecovery())
}

// announced tells the table and the player of the seat of a change, and describes the recovery.
func (s *Service) announced(ctx context.Context, r store.Recovery) (wire.Recovery, error) {
	row, err := s.cfg.Store.Table(ctx, r.Table)
	if err != nil {
		return wire.Recovery{}, apperr.Failed("announce a claim", err)
	}
	s.cfg.Tables.Announce(ctx, r.Table)
	s.cfg.Tables.AnnouncePlayer(r.Holder)
	s.cfg.Tables.AnnouncePlayer(r.Claimant)
	names, err := s.cfg.Store.PlayerNames(ctx, []store.PlayerID{r.Holder, r.Claimant})
	if err != nil {
		return wire.Recovery{}, apperr.Failed("read names", err)
	}
	return table.DescribeRecovery(row, r, names), nil
}

// List lists the recoveries that concern the caller as player of the seat or as claimant: open ones, and others of the last days.
func (s *Service) List(ctx context.Context, caller store.PlayerID) ([]wire.Recovery, error) {
	list, err := s.cfg.Store.RecoveriesFor(ctx, caller, s.cfg.Now().Add(-ReverseTime))
	if err != nil {
		return nil, apperr.Failed("list claims", err)
	}
	described := []wire.Recovery{}
	for _, r := range list {
		row, err := s.cfg.Store.Table(ctx, r.Table)
		if err != nil {
			return nil, apperr.Failed("read a table", err)
		}
		names, err := s.cfg.Store.PlayerNames(ctx, []store.PlayerID{r.Holder, r.Claimant})
		if err != nil {
			return nil, apperr.Failed("read names", err)
		}
		described = append(described, table.DescribeRecovery(row, r, names))
	}
	return described, nil
}

// Sweep moves the seats of due recoveries. It returns the number of those that moved. A claim that cannot move ends or waits for the next sweep.
func (s *Service) Sweep(ctx context.Context) (n int, err error) {
	list, err := s.cfg.Store.DueRecoveries(ctx, s.cfg.Now(), recoveryBatch)
	if err != nil {
		return 0, apperr.Failed("list due claims", err)
	}
	for _, r := range list {
		moved, err := s.move(ctx, r)
		if err != nil {
			continue // the player of the seat came back, the table has ended, or the store is away
		}
		if moved.State == store.RecoveryMoved {
			n++
		}
		if _, err := s.announced(ctx, moved); err != nil {
			return n, err
		}
	}
	return n, nil
}

func badRecovery() error { return apperr.New(apperr.BadLink, "that claim is over") }
