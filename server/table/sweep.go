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

// sweep finds the tables that are due, whether or not they are in memory. All nodes sweep; the first entry of a table wins.
type sweep struct {
	again map[store.TableID]time.Time // by the time before which a table is left alone; only the loop of the sweeps uses it
}

func (r *Registry) sweepLoop() { r.every(r.cfg.Sweep, r.sweepDue) }

func (r *Registry) sweepDue() {
	now := r.now()
	ctx, cancel := context.WithTimeout(context.Background(), backgroundTimeout)
	ids, err := r.cfg.Store.DueTables(ctx, now.UnixMilli(), sweepBatch+len(r.sweep.again))
	cancel()
	if err != nil {
		r.cfg.Log.Debug().Err(err).Msg("could not find the tables that are due")
		return
	}
	for id, until := range r.sweep.again {
		if now.After(until) {
			delete(r.sweep.again, id)
		}
	}
	for _, id := range ids {
		if _, later := r.sweep.again[id]; later {
			continue
		}
		r.sweep.again[id] = now.Add(sweepAgain)
		ctx, cancel := context.WithTimeout(context.Background(), backgroundTimeout)
		if err := r.call(ctx, id, (*live).actIfDue); err != nil {
			r.cfg.Log.Warn().Err(err).Str("table", string(id)).Msg("could not act on a table that is due")
		}
		cancel()
	}
}

// actIfDue does what the sweep found to be due.
func (l *live) actIfDue() error {
	if err := l.ensureCurrent(); err != nil {
		return err
	}
	if l.row.State == store.Running {
		l.replaceSilent()
	}
	return nil
}
