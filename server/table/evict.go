package table

import "time"

func (r *Registry) evictLoop() {
	r.every(max(r.cfg.Idle/4, 10*time.Millisecond), func() {
		for _, m := range r.tables() {
			m.evictIfIdle(r.now().Add(-r.cfg.Idle))
		}
	})
}
