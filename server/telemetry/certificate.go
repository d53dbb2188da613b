package telemetry

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// newCertificates makes the metric of certificates, which has no series without TLS.
func newCertificates(registry *prometheus.Registry) *prometheus.GaugeVec {
	ends := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "nemeton_certificate_expiry_timestamp_seconds", Help: "Time at which a certificate that is in use expires, in seconds since 1970, by host name.",
	}, []string{"name"})
	registry.MustRegister(ends)
	return ends
}

// SetCertificate sets the time at which the certificate of a host name expires.
func (m *Metrics) SetCertificate(name string, expires time.Time) {
	m.certificates.WithLabelValues(name).Set(float64(expires.Unix()))
}
