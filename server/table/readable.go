package table

import (
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
)

// upgradeWait is the Retry-After of an act that has to wait for the upgrade of other nodes.
const upgradeWait = 5 * time.Second

// isReadable reports whether all running nodes can read an entry of a title, as far as this node knows.
func (r *Registry) isReadable(title string, e engine.Entry) bool {
	r.pulse.mu.Lock()
	defer r.pulse.mu.Unlock()
	return r.pulse.reads.Covers(title, e)
}

// checkReadable refuses an entry that a running node cannot read, because that node would have to refuse the table. The node may have ended meanwhile, so
// this node sends a heartbeat before it refuses.
func (l *live) checkReadable(e engine.Entry) error {
	if l.reg.isReadable(l.row.Title, e) {
		return nil
	}
	if err := l.ask(&heartbeatRequest{l.reg}); err != nil {
		return err
	}
	if l.reg.isReadable(l.row.Title, e) {
		return nil
	}
	return upgrading()
}

func upgrading() error {
	return apperr.New(apperr.Upgrading, "the server is being upgraded, and not all of it can do that yet; try again in a moment").After(upgradeWait)
}
