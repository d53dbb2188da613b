package wiring

import (
	"context"
	"strings"
	"time"

	"github.com/rs/zerolog"

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

// readCanceled returns what notes a read of the store that was canceled. Requests tell their callers; reads in the background tell nobody else. The first ones
// of a minute are logged, so that an outage does not fill the log.
func readCanceled(log zerolog.Logger, metrics *telemetry.Metrics) func(statement string) {
	some := log.Sample(&zerolog.BurstSampler{Burst: 5, Period: time.Minute})
	return func(statement string) {
		metrics.ReadCanceled()
		some.Warn().Str("statement", strings.Join(strings.Fields(statement), " ")).Msg("a read of the store took too long and was canceled")
	}
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
