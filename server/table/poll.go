package table

import (
	"context"
	"slices"
	"time"

	"nemeton/server/store"
)

const pollBatch = 500

// pollLoop polls the store, so that a lost node message delays an update by at most one poll.
func (r *Registry) pollLoop() { r.every(r.cfg.Poll, r.poll) }

// poll tells the subscribed tables their versions in the store. It does not wait for them, so a slow table delays no other.
func (r *Registry) poll() {
	var subscribed []*mailbox
	for _, m := range r.tables() {
		if m.live.subscribers.Load() > 0 {
			subscribed = append(subscribed, m)
		}
	}
	for batch := range slices.Chunk(subscribed, pollBatch) {
		ids, appends := make([]store.TableID, len(batch)), make([]uint64, len(batch))
		for i, m := range batch {
			ids[i], appends[i] = m.live.id, m.live.appends.Load()
		}
		versions, err := r.versions(ids)
		if err != nil {
			r.cfg.Log.Warn().Err(err).Msg("poll: could not read from the store")
			return
		}
		for i, m := range batch {
			if known := m.live.nothingBefore.Load(); known == nil || *known != versions[m.live.id] {
				m.postPoll(versions[m.live.id], appends[i])
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

func (m *mailbox) postPoll(version store.TableVersion, appends uint64) {
	m.post("poll", func(l *live) error {
		l.follow(version, appends)
		return nil
	})
}
