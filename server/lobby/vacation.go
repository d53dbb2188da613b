package lobby

import (
	"context"
	"errors"
	"time"

	"nemeton/engine/clock"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// maxVacation is the longest vacation that a player can announce at once.
const maxVacation = 60 * 24 * time.Hour

// SetVacation makes the vacation of a player last until a time; nil ends it. It returns the time in milliseconds since 1970 UTC, or 0. The time is stored
// first and then recorded at the running tables that allow it. So a table that begins meanwhile is either in the list, or reads the new time. command
// identifies the change. Errors: invalid for a time that is not within the next 60 days; those of the tables, which compare the time again when they
// are loaded.
func (s *Service) SetVacation(ctx context.Context, player store.PlayerID, until *time.Time, command string) (int64, error) {
	end := int64(0)
	if until != nil {
		if now := s.cfg.Now(); !until.After(now) || until.After(now.Add(maxVacation)) {
			return 0, &apperr.Error{
				Code: apperr.Invalid, Message: "that vacation is over, or longer than 60 days",
				Details: []apperr.Detail{{Location: "body.until", Message: "use a time within the next 60 days"}},
			}
		}
		end = until.UnixMilli()
	}
	if err := s.cfg.Store.SetVacation(ctx, player, end); err != nil {
		return 0, apperr.Failed("change the vacation", err)
	}
	if err := s.noteVacation(ctx, player, command); err != nil {
		return 0, err
	}
	return end, nil
}

// noteVacation records the vacation at the running tables of a player that allow it. A failure at one of them does not spare the others.
func (s *Service) noteVacation(ctx context.Context, player store.PlayerID, command string) error {
	var failures []error
	err := s.each(ctx, player, store.Running, func(row store.Table) error {
		if clock.PaceOf(row.Options).Vacation {
			failures = append(failures, s.cfg.Authority.NoteVacation(ctx, row.ID, player, command))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return errors.Join(failures...)
}
