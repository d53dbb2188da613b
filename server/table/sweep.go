package table

import (
	"context"
	"time"

	"nemeton/server/store"
)

const (
	// sweepBatch is the maximum number of tables that one sweep acts on.
	sweepBatch = 100
	// sweepAgain is the time after which a sweep comes back to a table that is still due.
	sweepAgain = time.Minute
)

// sweep finds the tables that are due, whether or not they are in memory. All nodes sweep; the first entry of a table wins. A sweep looks ahead by two
// intervals, and sets a timer for each table that is due until then. So an act comes at its time, and a lost timer costs one interval.
type sweep struct {
	again map[store.Due]time.Time // by the time before which a table is left alone; only the loop of the sweeps uses it
}

func (r *Registry) sweepDue() {
	now := r.now()
	ctx, cancel := context.WithTimeout(context.Background(), backgroundTimeout)
	list, err := r.cfg.Store.DueTables(ctx, now.Add(2*r.cfg.Sweep).UnixMilli(), sweepBatch+len(r.sweep.again))
	cancel()
	if err != nil {
		r.cfg.Log.Debug().Err(err).Msg("could not find the tables that are due")
		return
	}
	for due, until := range r.sweep.again {
		if now.After(until) {
			delete(r.sweep.again, due)
		}
	}
	for _, due := range list {
		if _, later := r.sweep.again[due]; later {
			continue
		}
		left := time.UnixMilli(due.At).Sub(now)
		if left > 0 {
			r.sweep.again[due] = now.Add(left) // then the next sweep looks again
			r.after(left, func() { r.goUnlessClosed(func() { r.actOn(due) }) })
			continue
		}
		r.sweep.again[due] = now.Add(sweepAgain)
		r.actOn(due)
	}
}

func (r *Registry) actOn(due store.Due) {
	ctx, cancel := context.WithTimeout(context.Background(), backgroundTimeout)
	defer cancel()
	if err := r.call(ctx, due.Table, (*live).actIfDue); err != nil {
		r.cfg.Log.Warn().Err(err).Str("table", string(due.Table)).Msg("could not act on a table that is due")
	}
}

func (l *live) actIfDue() error {
	if err := l.ensureCurrent(); err != nil {
		return err
	}
	if l.row.State == store.Running {
		l.actByItself()
	}
	return nil
}
