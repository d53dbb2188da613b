package telemetry

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

type retaining struct {
	removed *prometheus.CounterVec
	failed  *prometheus.CounterVec
	swept   prometheus.Gauge
	keep    *prometheus.GaugeVec
}

func newRetaining(r *prometheus.Registry) retaining {
	m := retaining{
		removed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "nemeton_removed_total", Help: "Rows that nobody needed and that were removed, by kind. Idle tables are closed first.",
		}, []string{"kind"}),
		failed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "nemeton_removal_failures_total", Help: "Attempts to remove rows that failed, by kind.",
		}, []string{"kind"}),
		swept: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "nemeton_last_removal_timestamp_seconds", Help: "End of the last sweep that removed what was due; 0 before the first one.",
		}),
		keep: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "nemeton_keep_seconds", Help: "Configured times for which rows are kept, by kind; 0 is forever.",
		}, []string{"kind"}),
	}
	r.MustRegister(m.removed, m.failed, m.swept, m.keep)
	return m
}

// SetKeep sets the time for which a kind of rows is kept, and starts its counts at 0.
func (m *Metrics) SetKeep(kind string, d time.Duration) {
	m.retention.keep.WithLabelValues(kind).Set(d.Seconds())
	m.retention.removed.WithLabelValues(kind).Add(0)
	m.retention.failed.WithLabelValues(kind).Add(0)
}

func (m *Metrics) Removed(kind string, n int) {
	m.retention.removed.WithLabelValues(kind).Add(float64(n))
}

func (m *Metrics) RetentionFailed(kind string) { m.retention.failed.WithLabelValues(kind).Inc() }

func (m *Metrics) RetentionSwept(at time.Time) { m.retention.swept.Set(float64(at.Unix())) }
