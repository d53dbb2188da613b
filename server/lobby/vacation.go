package lobby

import (
	"context"
	"errors"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/store"
)

// maxVacation is the longest vacation that a player can announce at once.
const maxVacation = 60 * 24 * time.Hour

// SetVacation makes the vacation of a player last until a time at all running tables of theirs that allow it; nil ends it. It returns the time in milliseconds
// since 1970 UTC, or 0. The time is stored last, so that a player who got an error knows to try again. command identifies the change. Errors: invalid for
// a time that is not within the next 60 days; those of the tables.
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
	if err := s.pauseTables(ctx, player, end, command); err != nil {
		return 0, err
	}
	if err := s.cfg.Store.SetVacation(ctx, player, end); err != nil {
		return 0, failed("change the vacation", err)
	}
	return end, nil
}

// pauseTables tells the running tables of a player that allow it of a vacation. A failure at one of them does not spare the others.
func (s *Service) pauseTables(ctx context.Context, player store.PlayerID, until int64, command string) error {
	q := store.Query{State: store.Running, Player: player, Viewer: player, Limit: MaxPage}
	var failures []error
	for {
		rows, err := s.cfg.Store.ListTables(ctx, q)
		if err != nil {
			return failed("list tables", err)
		}
		for _, row := range rows {
			if row.Options.Pace().Vacation {
				failures = append(failures, s.cfg.Authority.PutOnVacation(ctx, row.ID, player, until, command))
			}
		}
		if len(rows) < q.Limit {
			return errors.Join(failures...)
		}
		last := rows[len(rows)-1]
		q.Before, q.BeforeID = last.UpdatedAt, last.ID
	}
}
