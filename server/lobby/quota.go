package lobby

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/store"
)

// Period is the time for which a created table counts for the limits of its creator.
const Period = 24 * time.Hour

func (s *Service) quota(player store.PlayerID) store.Quota {
	return store.Quota{
		Player: player, Unfinished: s.cfg.MaxTables, Created: s.cfg.MaxDaily, Bytes: s.cfg.MaxBytes, Since: s.cfg.Now().Add(-Period),
		Asked: maxUnanswered,
	}
}

// Room fails with too_many_tables if the player has the maximum number of unfinished tables. A caller that then seats the player checks and acts in two
// steps. So concurrent calls may exceed the maximum, each by one seat that another player gives up.
func (s *Service) Room(ctx context.Context, player store.PlayerID) error {
	if s.cfg.MaxTables == 0 {
		return nil
	}
	n, err := s.cfg.Store.CountTables(ctx, player)
	if err == nil {
		err = s.quota(player).Sit(n)
	}
	if err != nil {
		return s.failed("count tables", err)
	}
	return nil
}

// failed gives a refusal by a quota its code and reports it. It passes other errors to apperr.Failed.
func (s *Service) failed(doing string, err error) error {
	var refused *store.QuotaError
	if !errors.As(err, &refused) {
		return apperr.Failed(doing, err)
	}
	if s.cfg.Refused != nil {
		s.cfg.Refused(refused.Kind)
	}
	if refused.Kind == store.QuotaUnfinished {
		return apperr.New(apperr.TooManyTables, fmt.Sprintf("finish or leave a table first; the limit is %d at once", s.cfg.MaxTables))
	}
	// The oldest counted table stops counting then.
	wait := max(time.Second, refused.Oldest.Add(Period).Sub(s.cfg.Now()))
	return apperr.New(apperr.DailyLimit, "you have created too many tables within a day").After(wait)
}
