package lobby

import (
	"context"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// Stand frees a seat before the start: the caller's own, or as host any other, bots included. If the host leaves, the player on the
// lowest seat becomes the host. A table without players is closed. A player whom the host removes is barred from the table; see bar. Errors:
// unknown_table, table_running, table_finished, table_closed, bad_seats, not_host, no_change for a free seat.
func (s *Service) Stand(ctx context.Context, id store.TableID, caller store.PlayerID, session string, seat engine.Seat) (store.Table, error) {
	invite, err := s.newInvite() // entropy is read before the row is locked
	if err != nil {
		return store.Table{}, err
	}
	return s.change(ctx, id, func(t *store.Table) error {
		if !maySee(*t, caller, "") {
			return unknown()
		}
		if err := stillOpen(*t); err != nil {
			return err
		}
		if seat < 0 || int(seat) >= len(t.Seats) {
			return apperr.New(apperr.BadSeats, "the table has no such seat")
		}
		if holder := t.Seats[seat].Player; holder != caller {
			if t.Host != caller {
				return apperr.New(apperr.NotHost, "only the host can remove other players")
			}
			if t.Seats[seat].Free() {
				return apperr.New(apperr.NoChange, "that seat is free")
			}
			if holder != "" {
				bar(t, holder, invite, session)
			}
		}
		free(t, seat)
		return nil
	})
}

func free(t *store.Table, seat engine.Seat) {
	leaver := t.Seats[seat].Player
	t.Seats[seat].Player, t.Seats[seat].Bot, t.Seats[seat].Confirm = "", "", ""
	t.SetAnswer(seat, nil, store.Answer{})
	if leaver == "" || t.Host != leaver {
		return
	}
	for _, p := range t.Seats {
		if p.Player != "" {
			t.Host = p.Player
			return
		}
	}
	// The last host stays in the row, because a table always has one.
	t.State = store.Closed
}

// StandUpAll frees the player's seats at all open tables.
func (s *Service) StandUpAll(ctx context.Context, player store.PlayerID) error {
	return s.each(ctx, player, store.Open, func(row store.Table) error {
		_, err := s.change(ctx, row.ID, func(t *store.Table) error {
			if err := stillOpen(*t); err != nil {
				return err
			}
			if seat, ok := SeatOf(*t, player); ok {
				free(t, seat)
			}
			return nil
		})
		switch apperr.CodeOf(err) {
		case apperr.TableRunning, apperr.TableFinished, apperr.TableClosed, apperr.UnknownTable:
			return nil // the table was started or closed meanwhile
		}
		return err
	})
}

// Renamed announces a new name to the player's tables. It ignores errors: a table that was not reached shows the name after its next
// read.
func (s *Service) Renamed(ctx context.Context, player store.PlayerID) {
	for _, state := range []store.State{store.Open, store.Running, store.Finished} {
		_ = s.each(ctx, player, state, func(row store.Table) error {
			s.cfg.Authority.Touch(ctx, row.ID)
			return nil
		})
	}
}

// each calls f with every table in the state at which the player has a seat.
func (s *Service) each(ctx context.Context, player store.PlayerID, state store.State, f func(store.Table) error) error {
	q := store.Query{State: state, Player: player, Viewer: player, Limit: MaxPage}
	for {
		rows, err := s.cfg.Store.ListTables(ctx, q)
		if err != nil {
			return failed("list tables", err)
		}
		for _, row := range rows {
			if err := f(row); err != nil {
				return err
			}
		}
		if len(rows) < q.Limit {
			return nil
		}
		last := rows[len(rows)-1]
		q.Before, q.BeforeID = last.UpdatedAt, last.ID
	}
}
