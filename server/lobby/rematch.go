package lobby

import (
	"context"
	"errors"
	"slices"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// Rematch opens a table with the people, bots, seats, colours, options and visibility of a finished one; the caller is the host. There is one
// for each table: where somebody asked before, that one is returned and isNew is false. Erased players' seats are free.
// Errors: unknown_table, not_seated, table_running, table_closed, too_many_tables, unknown_title, bad_options, bad_seats.
func (s *Service) Rematch(ctx context.Context, id store.TableID, caller store.PlayerID) (row store.Table, isNew bool, err error) {
	old, err := s.Get(ctx, id, caller, "")
	if err != nil {
		return store.Table{}, false, err
	}
	if _, sits := SeatOf(old, caller); !sits {
		return store.Table{}, false, apperr.New(apperr.NotSeated, "only those who played can ask for a rematch")
	}
	switch old.State {
	case store.Finished:
	case store.Closed:
		return store.Table{}, false, apperr.New(apperr.TableClosed, "the table was closed")
	default:
		return store.Table{}, false, apperr.New(apperr.TableRunning, "the table is not finished")
	}
	if old.Rematch != "" {
		row, err := s.Get(ctx, old.Rematch, caller, "")
		return row, false, err
	}
	if err := s.room(ctx, caller); err != nil {
		return store.Table{}, false, err
	}
	next, err := s.again(ctx, old)
	if err != nil {
		return store.Table{}, false, err
	}
	next.Host = caller
	err = s.cfg.Store.CreateTable(ctx, next, old.ID)
	if errors.Is(err, store.ErrConflict) { // somebody asked at the same time
		if old, err = s.reread(ctx, id); err != nil {
			return store.Table{}, false, err
		}
		row, err := s.Get(ctx, old.Rematch, caller, "")
		return row, false, err
	}
	if err != nil {
		return store.Table{}, false, failed("create a rematch", err)
	}
	s.cfg.Authority.Touch(ctx, old.ID)
	row, err = s.reread(ctx, next.ID)
	return row, true, err
}

// again is a new table like old, by the rules of today.
func (s *Service) again(ctx context.Context, old store.Table) (store.Table, error) {
	info, err := s.title(old.Title)
	if err != nil {
		return store.Table{}, err
	}
	colors := info.ColorsFor(len(old.Seats))
	if colors == nil {
		return store.Table{}, apperr.New(apperr.BadSeats, "the title is not for that many players any more")
	}
	options, err := old.Options.Complete(optionsOf(info))
	if err != nil {
		return store.Table{}, apperr.New(apperr.BadOptions, err.Error())
	}
	row, err := s.blank(old.Title, old.Visibility, options)
	if err != nil {
		return store.Table{}, err
	}
	row.Seats = slices.Clone(old.Seats)
	ids := make([]store.PlayerID, len(row.Seats))
	for i, p := range row.Seats {
		ids[i] = p.Player
	}
	names, err := s.cfg.Store.PlayerNames(ctx, ids)
	if err != nil {
		return store.Table{}, failed("read names", err)
	}
	for i, p := range row.Seats {
		if _, known := names[p.Player]; !known {
			row.Seats[i].Player = ""
		}
		if !slices.Contains(colors, p.Color) {
			repaint(row.Seats, engine.Seat(i), colors)
		}
	}
	return row, nil
}

// repaint gives a seat the first colour that nobody has.
func repaint(places []store.Seat, seat engine.Seat, colors []string) {
	for _, c := range colors {
		if !slices.ContainsFunc(places, func(p store.Seat) bool { return p.Color == c }) {
			places[seat].Color = c
			return
		}
	}
}
