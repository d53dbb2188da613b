package table

import (
	"context"
	"errors"
	"fmt"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// Begin starts an open table as row describes it: its first entry is stored and delivered. If the stored row has changed since, the
// error wraps store.ErrConflict and nothing happened: read the row and judge again.
func (r *Registry) Begin(ctx context.Context, row store.Table) error {
	return r.call(ctx, row.ID, func(l *live) error {
		if l.row.Rev != row.Rev {
			if err := l.refresh(); err != nil {
				return err
			}
		}
		if l.row.State != store.Open || l.row.Rev != row.Rev {
			return apperr.Wrap(store.ErrConflict, apperr.Unavailable, "the table has just changed; try again")
		}
		title, ok := r.cfg.Title(row.Title)
		if !ok {
			return apperr.New(apperr.UnknownTitle, "this server does not know that title")
		}
		first, err := started(row)
		if err != nil {
			return refusal(err)
		}
		record, err := engine.Begin(title, first, engine.NewKey(row.Secret, row.Contributions), l.now.UnixMilli())
		if err != nil {
			return refusal(err)
		}
		err = l.append(store.Append{Record: record, Rev: row.Rev})
		if errors.Is(err, store.ErrUnavailable) && l.refresh() == nil && l.row.State != store.Open {
			return nil // it was stored; only the store's answer was lost
		}
		if err == nil && l.restoreWhy != "" {
			return l.recordPendingRestore()
		}
		return refusal(err)
	})
}

// started is the event of the table's first entry.
func started(row store.Table) (engine.Started, error) {
	commitment, err := row.Commitment()
	if err != nil {
		return engine.Started{}, fmt.Errorf("table %s: %w", row.ID, err)
	}
	s := engine.Started{
		Table:         string(row.ID),
		Title:         row.Title,
		Setup:         engine.Setup{Options: row.Options},
		Commitment:    commitment,
		Contributions: hexAll(row.Contributions),
	}
	for _, p := range row.Seats {
		s.Setup.Colors = append(s.Setup.Colors, p.Color)
	}
	return s, nil
}
