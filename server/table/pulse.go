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

// pulse holds the result of this node's last touch of the row that all nodes share. It has the offset of the store's clock, the known outages, and what all
// nodes can read.
type pulse struct {
	mu      sync.Mutex // guards all below
	offset  time.Duration
	last    time.Time // of the last touch, by this node's own clock; zero: none
	outages []engine.Outage
	reads   engine.Reads
}

// now is the time by the store's clock, as far as this node knows it.
func (r *Registry) now() time.Time {
	r.pulse.mu.Lock()
	defer r.pulse.mu.Unlock()
	return r.cfg.Now().Add(r.pulse.offset)
}

// outages lists the known outages; ok is false if this node has to touch the store first.
func (r *Registry) outages() (list []engine.Outage, ok bool) {
	r.pulse.mu.Lock()
	defer r.pulse.mu.Unlock()
	age := r.cfg.Now().Sub(r.pulse.last)
	return r.pulse.outages, !r.pulse.last.IsZero() && age >= -maxTouchAge && age <= maxTouchAge
}

// touch notes in the store that this node can write, and learns the store's time and the outages.
func (r *Registry) touch(ctx context.Context, s Store) error {
	began := r.cfg.Now()
	touched, err := s.Touch(ctx, began, r.cfg.Node)
	if err != nil {
		return err
	}
	ended := r.cfg.Now()
	r.pulse.mu.Lock()
	defer r.pulse.mu.Unlock()
	r.pulse.last, r.pulse.outages, r.pulse.reads = began, touched.Outages, touched.Reads
	if !touched.Now.IsZero() {
		r.pulse.offset = touched.Now.Sub(began.Add(ended.Sub(began) / 2))
	}
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
