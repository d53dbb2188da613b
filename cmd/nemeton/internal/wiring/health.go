package wiring

import (
	"context"

	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/store/open"
	"nemeton/server/telemetry"
)

func newHealth(cfg Config, from store.Store, metrics *telemetry.Metrics) *telemetry.Health {
	health := telemetry.NewHealth(telemetry.HealthConfig{Probe: probeOf(from), Shared: cfg.sharedStore(), Now: cfg.Environment.Now})
	metrics.ReportStore(func() bool { return health.StoreWorks(context.Background()) })
	return health
}

// sharedStore reports whether other nodes can use the same store.
func (c Config) sharedStore() bool {
	return open.Shared(c.Database)
}

// probeOf returns the probe of a store: a write if the store offers one, else a ping.
func probeOf(s store.Store) func(context.Context) error {
	if prober, ok := s.(store.WriteProber); ok {
		return prober.ProbeWrite
	}
	return s.Ping
}

// tableMeter passes the counts of tables to the metrics, and failures to save to the health checks.
type tableMeter struct {
	*telemetry.Metrics
	health *telemetry.Health
}

func (m tableMeter) Interrupted(now bool) { m.health.Interrupted(now) }

func (m tableMeter) Refused(code string) {
	m.Metrics.Refused(code)
	if code == string(apperr.Unavailable) {
		m.health.Unsaved()
	}
}
