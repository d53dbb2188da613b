package telemetry

import (
	"crypto/x509"

	"github.com/prometheus/client_golang/prometheus"
)

// serving holds the metrics of certificates, which have no series without TLS.
type serving struct{ ends, life *prometheus.GaugeVec }

func newServing(r *prometheus.Registry) serving {
	s := serving{
		ends: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "nemeton_certificate_expiry_timestamp_seconds", Help: "Time at which a certificate that is in use expires, in seconds since 1970, by host name; 0 while there is none.",
		}, []string{"name"}),
		life: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "nemeton_certificate_lifetime_seconds", Help: "Time from begin to end of a certificate that is in use, by host name; 0 while there is none.",
		}, []string{"name"}),
	}
	r.MustRegister(s.ends, s.life)
	return s
}

// SetCertificate sets the certificate of a host name; nil: it has none yet.
func (m *Metrics) SetCertificate(name string, leaf *x509.Certificate) {
	ends, life := 0.0, 0.0
	if leaf != nil {
		ends, life = float64(leaf.NotAfter.Unix()), leaf.NotAfter.Sub(leaf.NotBefore).Seconds()
	}
	m.certificates.ends.WithLabelValues(name).Set(ends)
	m.certificates.life.WithLabelValues(name).Set(life)
}
