package table

import (
	"errors"
	"sync"

	"nemeton/server/store"
)

// recoveryPolls is the number of successful polls after which saving counts as restored, if no append is tried after a failed one.
const recoveryPolls = 3

// outage tracks the failures of the store on this node. Players are informed while moves cannot be saved.
type outage struct {
	changed chan struct{} // capacity 1: viewers have to be informed

	mu              sync.Mutex // guards all below
	readsFail       bool       // the last read failed
	pollsToRecovery int        // successful polls still needed after a failed append; 0: saving works
}

// interrupted reports whether, as far as known, moves cannot be saved now.
func (o *outage) interrupted() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.active()
}

func (o *outage) active() bool { return o.readsFail || o.pollsToRecovery > 0 }

func (o *outage) note(err error, appended bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	before := o.active()
	failed := errors.Is(err, store.ErrUnavailable)
	switch {
	case appended && failed:
		o.pollsToRecovery = recoveryPolls
	case appended && err == nil:
		o.readsFail, o.pollsToRecovery = false, 0
	case appended: // a conflict says nothing about saving
	case failed:
		o.readsFail = true
	case o.readsFail:
		o.readsFail, o.pollsToRecovery = false, 0 // the store is back
	case o.pollsToRecovery > 0:
		o.pollsToRecovery--
	}
	if o.active() != before {
		signal(o.changed)
	}
}

// outageLoop informs viewers when saving is interrupted and when it works again.
func (r *Registry) outageLoop() {
	for {
		select {
		case <-r.stop:
			return
		case <-r.outage.changed:
		}
		r.announceOutage()
	}
}

func (r *Registry) announceOutage() {
	r.cfg.Meter.Interrupted(r.outage.interrupted())
	for _, m := range r.tables() {
		if m.live.subscribers.Load() > 0 {
			m.post("presence", (*live).presenceChanged)
		}
	}
}
