package telemetry

import "github.com/prometheus/client_golang/prometheus"

// limiting is what is counted of limits.
type limiting struct {
	refused *prometheus.CounterVec
	numbers *prometheus.GaugeVec
}

func newLimiting(r *prometheus.Registry) limiting {
	l := limiting{
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "nemeton_limited_total", Help: "Requests, sockets, commands and seats refused because of a limit, by limit.",
		}, []string{"limit"}),
		numbers: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "nemeton_limit", Help: "The limits as they are set; 0 is none. Those of requests are a minute's, of sign-ins an hour's, of acts a second's.",
		}, []string{"limit"}),
	}
	r.MustRegister(l.refused, l.numbers)
	return l
}

// SetLimit tells a limit. Its refusals are counted from 0 on.
func (m *Metrics) SetLimit(name string, n int) {
	m.limits.numbers.WithLabelValues(name).Set(float64(n))
	m.limits.refused.WithLabelValues(name).Add(0)
}

// Limited counts what a limit refused.
func (m *Metrics) Limited(name string) { m.limits.refused.WithLabelValues(name).Inc() }
