package telemetry

import "github.com/prometheus/client_golang/prometheus"

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
			Name: "nemeton_limit", Help: "The configured limits; 0 is no limit. Requests are cost units per minute, sign-ins and guesses per hour, acts per second.",
		}, []string{"limit"}),
	}
	r.MustRegister(l.refused, l.numbers)
	return l
}

// SetLimit sets the value of a limit and starts the count of its refusals at 0.
func (m *Metrics) SetLimit(name string, n int) {
	m.limits.numbers.WithLabelValues(name).Set(float64(n))
	m.limits.refused.WithLabelValues(name).Add(0)
}

func (m *Metrics) Limited(name string) { m.limits.refused.WithLabelValues(name).Inc() }
