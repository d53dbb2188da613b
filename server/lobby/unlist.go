package lobby

import (
	"context"
	"slices"

	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/store/access"
	"nemeton/server/table"
)

// Unlist removes a game against bots alone from the caller's list, for good. A running game is stopped before. Its record stays among the caller's
// games, and people with the link still find the table. A repeated call changes nothing. Errors: unknown_table, not_seated, table_closed; no_change
// before the start, because the caller can stand up; not_allowed if another person has a seat; those of a proposal to stop.
func (s *Service) Unlist(ctx context.Context, id store.TableID, caller store.PlayerID) error {
	row, err := s.Get(ctx, id, caller, "")
	if err != nil {
		return err
	}
	seat, sits := access.SeatOf(row, caller)
	if !sits {
		return apperr.New(apperr.NotSeated, "you have no seat at this table")
	}
	if row.State == store.Running && isAlone(row, caller) {
		_, err := s.cfg.Authority.ProposeStop(ctx, id, table.Command{ID: s.cfg.NewID(), Seat: seat, Player: caller})
		if err != nil && apperr.CodeOf(err) != apperr.TableFinished {
			return err
		}
		if row, err = s.reread(ctx, id); err != nil {
			return err
		}
	}
	switch {
	case row.State == store.Open:
		return apperr.New(apperr.NoChange, "the table has not started; stand up instead")
	case row.State == store.Closed:
		return apperr.New(apperr.TableClosed, "the table was closed")
	case row.State == store.Running || !isAlone(row, caller):
		return apperr.New(apperr.NotAllowed, "other people play at this table")
	}
	if err := s.cfg.Store.Unlist(ctx, caller, id); err != nil {
		return apperr.Failed("remove a table from a list", err)
	}
	s.cfg.Authority.AnnouncePlayer(caller)
	return nil
}

// isAlone reports whether bots have all seats but the player's.
func isAlone(row store.Table, player store.PlayerID) bool {
	return !slices.ContainsFunc(row.Seats, func(at store.Seat) bool { return at.Player != "" && at.Player != player })
}
