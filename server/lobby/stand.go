package lobby

import (
	"context"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/store/access"
)

// Stand frees a seat before the start: the caller's own, or as host any other, bots included. If the host leaves, the player on the
// lowest seat becomes the host. A table without players is closed. A player whom the host removes is barred from the table; see bar. Errors:
// unknown_table, table_running, table_finished, table_closed, bad_seats, not_host, no_change for a free seat.
func (s *Service) Stand(ctx context.Context, id store.TableID, caller store.PlayerID, seat engine.Seat) (store.Table, error) {
	return s.change(ctx, id, func(t *store.Table) error {
		if access.Of(*t, caller, "") < access.Reads {
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
				bar(t, holder)
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
			if seat, ok := access.SeatOf(*t, player); ok {
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

// Erased lets a player who was erased give up at all running tables. It ignores errors: a table that was not reached notices it when it is loaded or watched.
func (s *Service) Erased(ctx context.Context, player store.PlayerID) {
	_ = s.each(ctx, player, store.Running, func(row store.Table) error {
		_ = s.cfg.Authority.ActIfDue(ctx, row.ID)
		return nil
	})
}

// renamedFinished is the number of finished tables, the last changed first, whose open pages show a new name at once.
const renamedFinished = 20

// Renamed announces a new name to the player's unfinished tables and to the newest finished ones, all at once. It ignores errors: other tables show the name
// after their next read.
func (s *Service) Renamed(ctx context.Context, player store.PlayerID) {
	var tables []store.TableID
	add := func(row store.Table) error {
		tables = append(tables, row.ID)
		return nil
	}
	for _, state := range []store.State{store.Open, store.Running} {
		_ = s.each(ctx, player, state, add)
	}
	finished, _ := s.cfg.Store.ListTables(ctx, store.Query{State: store.Finished, Player: player, Viewer: player, Limit: renamedFinished})
	for _, row := range finished {
		_ = add(row)
	}
	if len(tables) > 0 {
		s.cfg.Authority.Announce(ctx, tables...)
	}
}

func (s *Service) each(ctx context.Context, player store.PlayerID, state store.State, f func(store.Table) error) error {
	for row, err := range store.EachTable(ctx, s.cfg.Store, store.Query{State: state, Player: player, Viewer: player}) {
		if err != nil {
			return apperr.Failed("list tables", err)
		}
		if err := f(row); err != nil {
			return err
		}
	}
	return nil
}
