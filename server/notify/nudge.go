package notify

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// A person may nudge the same player at a table once per nudgeAgain.
const nudgeAgain = 24 * time.Hour

// Nudge reminds the player of a seat that somebody is waiting. The answer does not reveal whether the player can be notified. Errors: unknown_table,
// not_seated, bad_seats, no_change if the seat owes nothing, too_fast.
func (s *Service) Nudge(ctx context.Context, id store.TableID, by store.PlayerID, seat engine.Seat) error {
	t, err := s.cfg.Store.Table(ctx, id)
	if err != nil {
		return apperr.Failed("read a table", err)
	}
	switch {
	case !slices.ContainsFunc(t.Seats, func(x store.Seat) bool { return x.Player == by }):
		return apperr.New(apperr.NotSeated, "only players at this table can nudge")
	case int(seat) < 0 || int(seat) >= len(t.Seats) || t.Seats[seat].Player == "" || t.Seats[seat].Player == by:
		return apperr.New(apperr.BadSeats, "there is nobody to nudge at that seat")
	case t.State != store.Running || !slices.Contains(t.Owing, seat):
		return apperr.New(apperr.NoChange, "nobody is waiting for that seat")
	}
	now, to := s.cfg.Now(), t.Seats[seat].Player
	blocked, err := s.cfg.Store.HasBlocked(ctx, to, by)
	if err != nil {
		return apperr.FailedForPlayer("read a block", err)
	}
	var notices []store.Notice
	if !blocked {
		if notices, err = s.noticesNow(ctx, to, id, occasion{name: nudge, key: at(by, now), at: now, by: by}); err != nil {
			return err
		}
	}
	err = s.cfg.Store.Nudge(ctx, id, by, to, now, now.Add(-nudgeAgain), notices)
	if errors.Is(err, store.ErrConflict) {
		return apperr.New(apperr.TooFast, "you nudged this player within the last day")
	}
	return apperr.FailedForPlayer("nudge a player", err)
}

// mentionPeriod is the time in which a person's further mentions of a player at a table make no further notification.
const mentionPeriod = 5 * time.Minute

// Mentioned notifies a player, once, whom somebody named in the chat of a table at a time.
func (s *Service) Mentioned(ctx context.Context, id store.TableID, player, by store.PlayerID, named time.Time) error {
	return s.tellAtOnce(ctx, player, id, occasion{name: mention, key: at(by, named.Truncate(mentionPeriod)), at: s.cfg.Now(), by: by})
}

// at is the key of an act of a person.
func at(by store.PlayerID, now time.Time) string {
	return string(by) + " " + strconv.FormatInt(now.UnixMilli(), 10)
}

func (s *Service) tellAtOnce(ctx context.Context, player store.PlayerID, id store.TableID, o occasion) error {
	notices, err := s.noticesNow(ctx, player, id, o)
	if err != nil || len(notices) == 0 {
		return err
	}
	return apperr.FailedForPlayer("store a notification", s.cfg.Store.Tell(ctx, nil, notices))
}

// noticesNow returns the notices of an occasion for all channels of a player.
func (s *Service) noticesNow(ctx context.Context, player store.PlayerID, id store.TableID, o occasion) ([]store.Notice, error) {
	n, err := s.cfg.Store.Notifier(ctx, player)
	if err != nil {
		return nil, apperr.FailedForPlayer("read notification settings", err)
	}
	return s.notices(n, id, o), nil
}
