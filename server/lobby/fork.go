package lobby

import (
	"context"
	"slices"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/store/access"
)

// ForkRequest is the moment of a finished table at which a new one begins.
type ForkRequest struct {
	Seq     engine.Seq
	Chance  engine.ForkChance
	Invite  string // of the finished table
	Session string // the caller's; the invite of a private fork ends with it
}

// Fork opens a table that begins at a moment of a finished one, which the caller may see. Seats, colors and options are those of the finished table. If the
// caller played there, its people are asked to confirm, as for a rematch. Otherwise the caller gets the first seat of a person, and the others are free. A table can have many forks. Errors: those of Rematch except not_seated, and bad_moment, damaged, upgrading.
func (s *Service) Fork(ctx context.Context, id store.TableID, caller store.PlayerID, w ForkRequest) (store.Table, error) {
	old, err := s.Get(ctx, id, caller, w.Invite)
	if err != nil {
		return store.Table{}, err
	}
	if err := mustBeFinished(old); err != nil {
		return store.Table{}, err
	}
	origin, err := s.cfg.Authority.Moment(ctx, old, w.Seq, w.Chance)
	if err != nil {
		return store.Table{}, apperr.Failed("find the moment of a fork", err)
	}
	if _, sits := access.SeatOf(old, caller); !sits {
		vacate(&old, caller)
	}
	next, err := s.again(ctx, old, caller, w.Session)
	if err != nil {
		return store.Table{}, err
	}
	next.Origin = &origin
	if err := s.cfg.Store.CreateTableWithin(ctx, next, "", s.quota(caller)); err != nil {
		return store.Table{}, s.failed("create a fork", err)
	}
	return s.result(ctx, next.ID)
}

// vacate frees the seats of persons, and gives the first one of them to a player; without any, the first seat.
func vacate(t *store.Table, player store.PlayerID) {
	t.Seats = slices.Clone(t.Seats)
	for i := range t.Seats {
		t.Seats[i].Player = ""
	}
	first := max(0, slices.IndexFunc(t.Seats, store.Seat.Free))
	t.Seats[first].Player, t.Seats[first].Bot = player, ""
}

// mustBeFinished fails unless the table is finished.
func mustBeFinished(row store.Table) error {
	switch row.State {
	case store.Finished:
		return nil
	case store.Closed:
		return apperr.New(apperr.TableClosed, "the table was closed")
	default:
		return apperr.New(apperr.TableRunning, "the table is not finished")
	}
}

// keepsGame fails if options of the title differ from those of a fork's origin.
func keepsGame(t store.Table, options engine.Options, info engine.Info) error {
	for _, o := range info.Options {
		if t.Origin != nil && options[o.ID] != t.Options[o.ID] {
			return apperr.New(apperr.BadOptions, "a game that is played on keeps its options")
		}
	}
	return nil
}
