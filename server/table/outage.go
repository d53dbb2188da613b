package table

import (
	"errors"
	"sync"

	"nemeton/server/store"
)

// quiet is how many polls are answered after an append that failed, with nobody trying again, until saving is believed to work.
const quiet = 5

// outage is what a node knows of its store's failures: players are told while saving is interrupted.
type outage struct {
	changed chan struct{} // capacity 1: viewers have to be told

	mu   sync.Mutex // guards all below
	deaf bool       // the last question to the store got no answer
	mute int        // polls to be answered since an append failed; 0: the last one was stored
}

// interrupted tells whether moves cannot be saved now, as far as is known.
func (o *outage) interrupted() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.is()
}

func (o *outage) is() bool { return o.deaf || o.mute > 0 }

// note takes in how a poll, or an append, went.
func (o *outage) note(err error, appended bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	was := o.is()
	failed := errors.Is(err, store.ErrUnavailable)
	switch {
	case appended && failed:
		o.mute = quiet
	case appended && err == nil:
		o.deaf, o.mute = false, 0
	case appended: // "somebody was first" says nothing of saving
	case failed:
		o.deaf = true
	case o.deaf:
		o.deaf, o.mute = false, 0 // it is back
	case o.mute > 0:
		o.mute-- // nobody waits for it any more, once it is down
	}
	if o.is() != was {
		select {
		case o.changed <- struct{}{}:
		default:
		}
	}
}

// tellOutages tells viewers when saving is interrupted, and when it works again.
func (r *Registry) tellOutages() {
	for {
		select {
		case <-r.stop:
			return
		case <-r.outage.changed:
		}
		r.cfg.Meter.Interrupted(r.outage.interrupted())
		for _, l := range r.tables() {
			if l.watched.Load() == 0 {
				continue
			}
			// A table may be held up by the very store that does not answer: the others do not wait for it.
			r.done.Go(func() {
				l.mu.Lock()
				defer l.mu.Unlock()
				if !l.gone && l.fold != nil {
					l.tellPresence()
				}
			})
		}
	}
}
