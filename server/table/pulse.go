package table

import (
	"context"
	"sync"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
)

// maxTouchAge is the age up to which a node relies on its last touch. A gap between the touches of all nodes is longer. So a node that was a part of an
// outage touches the store before it lets a clock decide anything.
const maxTouchAge = store.OutageGap / 2

// pulse holds the result of this node's last touch of the row that all nodes share. It has the store's time, the known outages, and what all nodes can read.
type pulse struct {
	mu      sync.Mutex // guards all below
	touched bool
	at      time.Time     // the store's time at the last touch
	began   time.Duration // when the last touch began, by this node's monotonic clock
	mark    time.Duration // when the store's time was at, as far as this node knows it
	ended   time.Duration // when the last touch ended
	outages []engine.Outage
	reads   engine.Reads
}

// known is the store's time that this node tells at the beginning of a touch; zero before the first one. It does not count the duration of the touch before, so that
// the store's time, which is the sum of such times, never runs ahead.
func (p *pulse) known(began time.Duration) time.Time {
	if !p.touched {
		return time.Time{}
	}
	return p.at.Add(max(0, began-p.ended))
}

// now is the store's time. Before the first touch it is that of this node's wall clock.
func (r *Registry) now() time.Time {
	r.pulse.mu.Lock()
	defer r.pulse.mu.Unlock()
	if !r.pulse.touched {
		return r.cfg.Now()
	}
	return r.pulse.at.Add(r.cfg.Elapsed() - r.pulse.mark)
}

// outages lists the known outages; ok is false if this node has to touch the store first.
func (r *Registry) outages() (list []engine.Outage, ok bool) {
	r.pulse.mu.Lock()
	defer r.pulse.mu.Unlock()
	return r.pulse.outages, r.pulse.touched && r.cfg.Elapsed()-r.pulse.began <= maxTouchAge
}

// touch notes in the store that this node can write, and learns the store's time and the outages.
func (r *Registry) touch(ctx context.Context, s Store) error {
	r.pulse.mu.Lock()
	began := r.cfg.Elapsed()
	known, wall := r.pulse.known(began), r.cfg.Now()
	r.pulse.mu.Unlock()
	touched, err := s.Touch(ctx, known, wall, r.cfg.Node)
	if err != nil {
		return err
	}
	r.pulse.mu.Lock()
	defer r.pulse.mu.Unlock()
	if r.pulse.touched && began < r.pulse.began {
		return nil // a later touch was faster
	}
	ended := r.cfg.Elapsed()
	r.pulse.touched, r.pulse.at, r.pulse.began, r.pulse.mark, r.pulse.ended = true, touched.Now, began, began, ended
	if touched.Now.After(known) && touched.Now.After(wall) { // by a clock of the store, read at any time in between
		r.pulse.mark += (ended - began) / 2
	}
	r.pulse.outages, r.pulse.reads = touched.Outages, touched.Reads
	return nil
}

// pulseLoop touches the store at the interval.
func (r *Registry) pulseLoop() {
	r.touchInBackground()
	r.every(r.cfg.Touch, r.touchInBackground)
}

func (r *Registry) touchInBackground() {
	ctx, cancel := context.WithTimeout(context.Background(), backgroundTimeout)
	defer cancel()
	if err := r.touch(ctx, r.cfg.Store); err != nil {
		r.cfg.Log.Debug().Err(err).Msg("could not touch the store")
	}
}

// touchRequest touches the store.
type touchRequest struct{ reg *Registry }

func (r *touchRequest) perform(ctx context.Context, s Store) error { return r.reg.touch(ctx, s) }
