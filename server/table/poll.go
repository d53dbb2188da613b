package table

import (
	"context"
	"time"

	"nemeton/server/store"
)

// pollBatch is the maximum number of tables in one query for their versions.
const pollBatch = 500

// pollLoop polls the store, so that a lost node message delays an update by at most one poll.
func (r *Registry) pollLoop() { r.every(r.cfg.Poll, r.poll) }

// poll refreshes the subscribed tables that another node advanced, and starts takeovers that are due.
func (r *Registry) poll() {
	ctx, cancel := context.WithTimeout(context.Background(), max(r.cfg.Poll, time.Second))
	defer cancel()
	var subscribed []*live
	for _, l := range r.tables() {
		if l.subscribers.Load() > 0 {
			subscribed = append(subscribed, l)
		}
	}
	for len(subscribed) > 0 {
		batch := subscribed[:min(pollBatch, len(subscribed))]
		subscribed = subscribed[len(batch):]
		ids := make([]store.TableID, len(batch))
		for i, l := range batch {
			ids[i] = l.id
		}
		versions, err := r.versions(ids)
		if err != nil {
			r.cfg.Log.Warn().Err(err).Msg("poll: could not read from the store")
			return
		}
		for _, l := range batch {
			l.followStore(ctx, versions[l.id])
			if l.hasOverdue() {
				r.takeOver(ctx, l.id)
			}
		}
	}
}

// versions reads the versions of tables. Its failures reveal an outage of the store even if no command meets one.
func (r *Registry) versions(ids []store.TableID) (map[store.TableID]store.TableVersion, error) {
	ctx, cancel := context.WithTimeout(context.Background(), max(r.cfg.Poll, time.Second))
	defer cancel()
	versions, err := r.cfg.Store.TableVersions(ctx, ids)
	r.outage.note(err, false)
	return versions, err
}
