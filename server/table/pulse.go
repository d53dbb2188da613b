package table

import (
	"context"
	"sync"
	"time"

	"nemeton/engine"
	"nemeton/server/periodic"
	"nemeton/server/store"
)

// A node relies on its last heartbeat up to maxHeartbeatAge. A gap between the heartbeats of all nodes is longer. So a node that was a part of an
// outage sends a heartbeat before it lets a clock decide anything.
const maxHeartbeatAge = store.OutageGap / 2

// pulse holds the result of this node's last heartbeat, the write to the one row that all nodes share. It has the store's time, the known outages, and what all nodes can read.
type pulse struct {
	mu      sync.Mutex // guards all below
	sent    bool
	first   time.Time     // the store's time at the first heartbeat
	at      time.Time     // the store's time at the last heartbeat
	began   time.Duration // when the last heartbeat began, by this node's monotonic clock
	mark    time.Duration // when the store's time was at, as far as this node knows it
	ended   time.Duration // when the last heartbeat ended
	outages []engine.Outage
	reads   engine.Reads
}

// known is the store's time that this node tells at the beginning of a heartbeat; zero before the first one. It does not count the duration of the heartbeat before, so that
// the store's time, which is the sum of such times, never runs ahead.
func (p *pulse) known(began time.Duration) time.Time {
	if !p.sent {
		return time.Time{}
	}
	return p.at.Add(max(0, began-p.ended))
}

// now is the store's time. Before the first heartbeat it is that of this node's wall clock.
func (r *Registry) now() time.Time {
	r.pulse.mu.Lock()
	defer r.pulse.mu.Unlock()
	if !r.pulse.sent {
		return r.cfg.Now()
	}
	return r.pulse.at.Add(r.cfg.Elapsed() - r.pulse.mark)
}

// outages lists the known outages; ok is false if this node must send a heartbeat first.
func (r *Registry) outages() (list []engine.Outage, ok bool) {
	r.pulse.mu.Lock()
	defer r.pulse.mu.Unlock()
	return r.pulse.outages, r.pulse.sent && r.cfg.Elapsed()-r.pulse.began <= maxHeartbeatAge
}

// heartbeat notes in the store that this node can write, and learns the store's time and the outages.
func (r *Registry) heartbeat(ctx context.Context, s Store) error {
	r.pulse.mu.Lock()
	began := r.cfg.Elapsed()
	known, wall := r.pulse.known(began), r.cfg.Now()
	r.pulse.mu.Unlock()
	beat, err := s.Heartbeat(ctx, known, wall, r.cfg.Node)
	if err != nil {
		return err
	}
	r.pulse.mu.Lock()
	defer r.pulse.mu.Unlock()
	if r.pulse.sent && began < r.pulse.began {
		return nil // a later heartbeat was faster
	}
	ended := r.cfg.Elapsed()
	if !r.pulse.sent {
		r.pulse.first = beat.Now
	}
	r.pulse.sent, r.pulse.at, r.pulse.began, r.pulse.mark, r.pulse.ended = true, beat.Now, began, began, ended
	if beat.Now.After(known) && beat.Now.After(wall) { // by a clock of the store, read at any time in between
		r.pulse.mark += (ended - began) / 2
	}
	r.pulse.outages, r.pulse.reads = beat.Outages, beat.Reads
	return nil
}

// worksSince is the time since which this node has run without an outage, in milliseconds since 1970 UTC; 0 before the first heartbeat.
func (r *Registry) worksSince() (since int64) {
	r.pulse.mu.Lock()
	defer r.pulse.mu.Unlock()
	if r.pulse.sent {
		since = r.pulse.first.UnixMilli()
	}
	for _, o := range r.pulse.outages {
		since = max(since, o.To)
	}
	return since
}

func (r *Registry) pulseLoop() {
	r.heartbeatInBackground()
	periodic.Until(r.stop, r.cfg.Heartbeat, r.heartbeatInBackground)
}

func (r *Registry) heartbeatInBackground() {
	ctx, cancel := context.WithTimeout(context.Background(), backgroundTimeout)
	defer cancel()
	if err := r.heartbeat(ctx, r.cfg.Store); err != nil {
		r.cfg.Log.Debug().Err(err).Msg("could not send a heartbeat to the store")
	}
}

type heartbeatRequest struct{ reg *Registry }

func (r *heartbeatRequest) perform(ctx context.Context, s Store) error {
	return r.reg.heartbeat(ctx, s)
}
