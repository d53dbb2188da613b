package table

import "time"

// evictLoop removes idle tables from memory.
func (r *Registry) evictLoop() {
	r.every(max(r.cfg.Idle/4, 10*time.Millisecond), func() {
		for _, l := range r.tables() {
			if l.evictIfIdle(r.cfg.Now().Add(-r.cfg.Idle)) {
				r.forget(l)
			}
		}
	})
}

// evictIfIdle marks the table as evicted if it has no subscribers and was last used before the given time.
func (l *live) evictIfIdle(before time.Time) bool {
	if !l.mu.TryLock() {
		return false // in use
	}
	defer l.mu.Unlock()
	if l.evicted || len(l.subs) > 0 || l.used.After(before) {
		return false
	}
	l.evicted = true
	return true
}
