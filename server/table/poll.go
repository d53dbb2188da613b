package table

import (
	"context"
	"time"

	"nemeton/server/store"
)

// pollBatch bounds how many tables one question to the store names.
const pollBatch = 500

// keepCurrent asks the store where watched tables stand and reads on where another node went ahead: whatever is lost on the
// way between nodes costs at most one poll.
func (r *Registry) keepCurrent() {
	tick := time.NewTicker(r.cfg.Poll)
	defer tick.Stop()
	for {
		select {
		case <-r.stop:
			return
		case <-tick.C:
			r.poll()
		}
	}
}

func (r *Registry) poll() {
	ctx, cancel := context.WithTimeout(context.Background(), max(r.cfg.Poll, time.Second))
	defer cancel()
	var watched []*live
	for _, l := range r.tables() {
		if l.watched.Load() > 0 {
			watched = append(watched, l)
		}
	}
	for len(watched) > 0 {
		batch := watched[:min(pollBatch, len(watched))]
		watched = watched[len(batch):]
		ids := make([]store.TableID, len(batch))
		for i, l := range batch {
			ids[i] = l.id
		}
		heads, err := r.heads(ids)
		if err != nil {
			r.cfg.Log.Warn().Err(err).Msg("poll: the store does not answer")
			return
		}
		for _, l := range batch {
			l.follow(ctx, heads[l.id])
			if l.late() {
				r.takeOver(ctx, l.id)
			}
		}
	}
}

// heads asks the store where tables stand. That it does not answer is how a node notices an outage that no command meets.
func (r *Registry) heads(ids []store.TableID) (map[store.TableID]store.TableVersion, error) {
	ctx, cancel := context.WithTimeout(context.Background(), max(r.cfg.Poll, time.Second))
	defer cancel()
	heads, err := r.cfg.Store.TableVersions(ctx, ids)
	r.outage.note(err, false)
	return heads, err
}

// sweep lets go of tables nobody used for a while.
func (r *Registry) sweep() {
	tick := time.NewTicker(max(r.cfg.Idle/4, 10*time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-r.stop:
			return
		case <-tick.C:
			for _, l := range r.tables() {
				if l.retire(r.cfg.Now().Add(-r.cfg.Idle)) {
					r.forget(l)
				}
			}
		}
	}
}
