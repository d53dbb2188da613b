package table

func (r *Registry) evictIdle() {
	for _, m := range r.tables() {
		m.evictIfIdle(r.now().Add(-r.cfg.Idle))
	}
}
