package lobby

import (
	"context"
	"slices"

	"nemeton/server/apperr"
	"nemeton/server/store"
)

// MaxBarred is the number of barred players that a table stores. If the host removes more, the one barred first may return.
const MaxBarred = 100

// bar bars a player from the table until the host lifts the ban. The invite stays, because others may have it as a link. With it, the player could
// only watch without signing in, or return as another guest. Against that the host replaces it; see NewInvite.
func bar(t *store.Table, player store.PlayerID) {
	t.Barred = append(slices.DeleteFunc(t.Barred, func(p store.PlayerID) bool { return p == player }), player)
	t.Barred = t.Barred[max(0, len(t.Barred)-MaxBarred):]
}

// Allow lifts the ban of a player, as host. Errors: unknown_table, not_host, table_closed, no_change for a player who is not barred.
func (s *Service) Allow(ctx context.Context, id store.TableID, caller, player store.PlayerID) (store.Table, error) {
	return s.change(ctx, id, func(t *store.Table) error {
		if err := onlyHost(*t, caller, "allow players to return"); err != nil {
			return err
		}
		if t.State == store.Closed {
			return apperr.New(apperr.TableClosed, "the table was closed")
		}
		if !slices.Contains(t.Barred, player) {
			return apperr.New(apperr.NoChange, "that player is not barred")
		}
		t.Barred = slices.DeleteFunc(t.Barred, func(p store.PlayerID) bool { return p == player })
		return nil
	})
}

func barredError() error {
	return apperr.New(apperr.Barred, "the host removed you from this table and has not lifted the ban")
}
