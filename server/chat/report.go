package chat

import (
	"context"
	"errors"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/store"
)

// maxReports is the number of reports of one person within reportPeriod.
const (
	maxReports   = 20
	reportPeriod = 24 * time.Hour
)

// Report reports a message to the operator, with a copy of its text. Errors: unknown_message, no_change for a message that the person has reported already or
// that is deleted, too_fast.
func (s *Service) Report(ctx context.Context, row store.Table, player store.PlayerID, channel store.ChatChannel, number int64, reason string) error {
	m, err := s.readable(ctx, reader{row, player}, channel, number)
	if err != nil {
		return err
	}
	if m.Deleted != "" || m.Author == player {
		return apperr.New(apperr.NoChange, "this message cannot be reported")
	}
	if reason != "" {
		if reason, err = checkText(reason); err != nil {
			return err
		}
	}
	if err := s.allow(player); err != nil {
		return err
	}
	now := s.cfg.Now()
	err = s.cfg.Store.ReportMessage(ctx, store.ChatReport{ID: s.cfg.NewID(), Message: m, Reporter: player, Reason: reason, CreatedAt: now}, now.Add(-reportPeriod), func(n int) error {
		if n >= maxReports {
			return apperr.New(apperr.TooFast, "you have reported many messages today; wait a while").After(time.Hour)
		}
		return nil
	})
	if errors.Is(err, store.ErrDuplicate) {
		return apperr.New(apperr.NoChange, "you have reported this message already")
	}
	if err != nil {
		return apperr.Failed("store a report", err)
	}
	return nil
}
