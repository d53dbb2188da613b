package lobby

import (
	"context"
	"errors"
	"slices"

	"nemeton/server/apperr"
	"nemeton/server/store"
)

// attempts is the maximum number of times that a start is judged because the row has changed.
const attempts = 8

// Start starts the table for its host. Errors: unknown_table, not_host, table_running, table_finished, table_closed, table_not_full,
// not_contributed while a player at the table has neither contributed to its chance nor declined. It is not_confirmed while a player has not
// confirmed a rematch.
func (s *Service) Start(ctx context.Context, id store.TableID, caller store.PlayerID) (store.Table, error) {
	var err error
	for range attempts {
		var row store.Table
		if row, err = s.Get(ctx, id, caller, ""); err != nil {
			return store.Table{}, err
		}
		if row.Host != caller {
			return store.Table{}, apperr.New(apperr.NotHost, "only the host can start the table")
		}
		if err = stillOpen(row); err != nil {
			return store.Table{}, err
		}
		if slices.ContainsFunc(row.Seats, store.Seat.Free) {
			return store.Table{}, apperr.New(apperr.TableNotFull, "some seats are still free")
		}
		if err = allContributed(row); err != nil {
			return store.Table{}, err
		}
		if err = allConfirmed(row); err != nil {
			return store.Table{}, err
		}
		if err = s.cfg.Authority.Begin(ctx, row); err == nil {
			return s.result(ctx, id)
		}
		if !errors.Is(err, store.ErrConflict) {
			return store.Table{}, apperr.Failed("start a table", err)
		}
	}
	return store.Table{}, apperr.Failed("start a table", err)
}
