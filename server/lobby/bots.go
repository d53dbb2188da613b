package lobby

import (
	"context"
	"slices"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// Levels are the levels of bots that a host can seat, the easiest first.
func Levels() []bot.Level { return []bot.Level{bot.Easy, bot.Medium, bot.Hard} }

// SeatBot seats a bot of the level before the start, as host: on a free seat (nil: the first), or in place of a bot, which changes
// its level. Stand removes it. Errors: unknown_table, invalid for an unknown level, not_host, table_running, table_finished,
// table_closed, bad_seats, seat_taken, table_full.
func (s *Service) SeatBot(ctx context.Context, id store.TableID, caller store.PlayerID, level bot.Level, seat *engine.Seat) (store.Table, error) {
	if !slices.Contains(Levels(), level) {
		return store.Table{}, apperr.New(apperr.Invalid, "a bot's level is easy, medium or hard")
	}
	return s.change(ctx, id, func(t *store.Table) error {
		if err := onlyHost(*t, caller, "add bots"); err != nil {
			return err
		}
		if err := stillOpen(*t); err != nil {
			return err
		}
		at := engine.Seat(slices.IndexFunc(t.Seats, store.Seat.Free))
		switch {
		case seat != nil:
			at = *seat
		case at < 0:
			return apperr.New(apperr.TableFull, "all seats are taken")
		}
		if at < 0 || int(at) >= len(t.Seats) {
			return apperr.New(apperr.BadSeats, "the table has no such seat")
		}
		if t.Seats[at].Player != "" {
			return apperr.New(apperr.SeatTaken, "that seat is taken")
		}
		t.Seats[at].Bot = string(level)
		return nil
	})
}
