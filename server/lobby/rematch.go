package lobby

import (
	"context"
	"errors"
	"slices"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/store/access"
)

// Rematch opens a table with the people, bots, seats, colors, options and visibility of a finished one. The caller is the host; the others are asked to
// confirm. A table has at most one rematch: if it exists, it is returned and isNew is false. A caller who avoids its people gets a new table instead, and
// the others keep the rematch. The seats of erased players are free, and so are those of people who blocked the caller, or for whom maxUnanswered tables
// wait already. A person who played as two players that are one by now keeps the first seat. The invite of a private rematch ends with the caller's
// session. Errors: unknown_table, not_seated, table_running, table_closed, too_many_tables, daily_limit, unknown_title, bad_options, bad_seats.
func (s *Service) Rematch(ctx context.Context, id store.TableID, caller store.PlayerID, session string) (row store.Table, isNew bool, err error) {
	old, err := s.Get(ctx, id, caller, "")
	if err != nil {
		return store.Table{}, false, err
	}
	if _, sits := access.SeatOf(old, caller); !sits {
		return store.Table{}, false, apperr.New(apperr.NotSeated, "only players of this table can ask for a rematch")
	}
	if err := mustBeFinished(old); err != nil {
		return store.Table{}, false, err
	}
	after := old.ID
	if old.Rematch != "" {
		avoided, err := s.avoids(ctx, old.Rematch, caller)
		if err != nil {
			return store.Table{}, false, err
		}
		if !avoided {
			row, err := s.Get(ctx, old.Rematch, caller, "")
			return row, false, err
		}
		after = ""
	}
	next, err := s.again(ctx, old, caller, session)
	if err != nil {
		return store.Table{}, false, err
	}
	err = s.cfg.Store.CreateTableWithin(ctx, next, after, s.quota(caller))
	if errors.Is(err, store.ErrConflict) { // another player asked at the same time
		return s.Rematch(ctx, id, caller, session)
	}
	if err != nil {
		return store.Table{}, false, s.failed("create a rematch", err)
	}
	s.cfg.Authority.Announce(ctx, old.ID)
	row, err = s.result(ctx, next.ID)
	return row, true, err
}

// avoids reports whether the caller has no seat at a rematch, and has blocked a person with one. That person did not seat the caller, who may not even see it.
func (s *Service) avoids(ctx context.Context, rematch store.TableID, caller store.PlayerID) (bool, error) {
	row, err := s.cfg.Store.Table(ctx, rematch)
	if err != nil {
		return false, apperr.Failed("read a rematch", err)
	}
	if _, sits := access.SeatOf(row, caller); sits {
		return false, nil
	}
	for _, p := range row.Seats {
		blocked, err := s.cfg.Store.HasBlocked(ctx, caller, p.Player)
		if err != nil {
			return false, apperr.Failed("read a block", err)
		}
		if blocked {
			return true, nil
		}
	}
	return false, nil
}

// again returns a new table like old, by the current rules. Its host is the caller.
func (s *Service) again(ctx context.Context, old store.Table, caller store.PlayerID, session string) (store.Table, error) {
	info, err := s.title(old.Title)
	if err != nil {
		return store.Table{}, err
	}
	colors := info.ColorsFor(len(old.Seats))
	if colors == nil {
		return store.Table{}, apperr.New(apperr.BadSeats, "the title no longer supports that number of players")
	}
	options, err := complete(asStored(old.Options), nil, info)
	if err != nil {
		return store.Table{}, err
	}
	row, err := s.blank(old.Title, old.Visibility, options, session)
	if err != nil {
		return store.Table{}, err
	}
	row.Host, row.Seats = caller, slices.Clone(old.Seats)
	ids := make([]store.PlayerID, len(row.Seats))
	for i, p := range row.Seats {
		ids[i] = p.Player
	}
	names, err := s.cfg.Store.PlayerNames(ctx, ids)
	if err != nil {
		return store.Table{}, apperr.Failed("read names", err)
	}
	for i, p := range row.Seats {
		row.Seats[i].Confirm = ""
		_, known := names[p.Player]
		if known && p.Player != caller {
			blocked, err := s.cfg.Store.HasBlocked(ctx, p.Player, caller)
			if err != nil {
				return store.Table{}, apperr.Failed("read a block", err)
			}
			known = !blocked
		}
		if !known || slices.Index(ids, p.Player) < i {
			row.Seats[i].Player = ""
		}
		if !slices.Contains(colors, p.Color) {
			repaint(row.Seats, engine.Seat(i), colors)
		}
	}
	ask(&row, engine.ActRematch, caller)
	return row, nil
}

func repaint(places []store.Seat, seat engine.Seat, colors []string) {
	for _, c := range colors {
		if !slices.ContainsFunc(places, func(p store.Seat) bool { return p.Color == c }) {
			places[seat].Color = c
			return
		}
	}
}
