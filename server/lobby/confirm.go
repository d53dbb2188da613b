package lobby

import (
	"context"
	"errors"
	"fmt"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/store/access"
)

// Confirm states that the caller wants to play a rematch, or at a table that became public. A second call, and one of a player who sat down by a call of their own, change nothing. Errors:
// unknown_table, not_seated, table_running, table_finished, table_closed.
func (s *Service) Confirm(ctx context.Context, id store.TableID, caller store.PlayerID) (store.Table, error) {
	row, err := s.Get(ctx, id, caller, "")
	if err != nil {
		return store.Table{}, err
	}
	confirming := func(t *store.Table) error {
		seat, sits := access.SeatOf(*t, caller)
		if !sits {
			return apperr.New(apperr.NotSeated, "only players at this table can confirm")
		}
		if err := stillOpen(*t); err != nil {
			return err
		}
		return confirm(t, seat)
	}
	if err = confirming(&row); err == nil { // the row is locked only for a change
		row, err = s.change(ctx, id, confirming)
	}
	if errors.Is(err, errSame) {
		return s.reread(ctx, id)
	}
	return row, err
}

// confirm confirms a seat. It returns errSame if the seat is not asked.
func confirm(t *store.Table, seat engine.Seat) error {
	if t.Seats[seat].Confirm != store.Asked {
		return errSame
	}
	t.Seats[seat].Confirm = store.Confirmed
	return nil
}

// ask asks the persons whose agreement an act needs, except its author, who agrees.
func ask(t *store.Table, act engine.Act, by store.PlayerID) {
	parties := make([]engine.Party, len(t.Seats))
	for i, p := range t.Seats {
		parties[i] = engine.Party{Seat: engine.Seat(i), Bot: p.Player == ""}
	}
	author, _ := access.SeatOf(*t, by)
	asked := engine.Asked(act, author, engine.NoSeat, parties)
	if act == engine.ActPublish && len(asked) < 2 {
		return // the host is alone
	}
	for _, seat := range asked {
		t.Seats[seat].Confirm = store.Asked
	}
	if author >= 0 {
		t.Seats[author].Confirm = store.Confirmed
	}
}

// allConfirmed fails with not_confirmed unless every player who was asked has confirmed. The host confirms by the start.
func allConfirmed(row store.Table) error {
	for i, p := range row.Seats {
		if p.Confirm == store.Asked && p.Player != row.Host {
			return apperr.New(apperr.NotConfirmed, fmt.Sprintf("the player on seat %d has not confirmed the rematch, or that the table is public", i))
		}
	}
	return nil
}

// askAgain asks the players who confirmed again, except the host, who changed it.
func askAgain(t *store.Table) {
	for i, p := range t.Seats {
		if p.Confirm == store.Confirmed && p.Player != t.Host {
			t.Seats[i].Confirm = store.Asked
		}
	}
}
