package telemetry_test

import (
	"bytes"
	"context"
	"crypto/x509"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"nemeton/server/telemetry"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func get(t *testing.T, h http.Handler, path string) (int, string) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(context.Background(), http.MethodGet, path, nil))
	return w.Code, w.Body.String()
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	m := telemetry.NewMetrics()
	m.Request("/api/v1/tables/{id}", "GET", 200, time.Millisecond)
	m.Appended(time.Millisecond)
	m.Refused("illegal_move")
	m.TablesInMemory(3)
	m.SocketsOpen(4)
	m.SlowReader()
	m.Damaged()
	m.Folded(5)
	m.BotPanicked()
	m.SetKeep("idle_guests", time.Hour)
	m.Removed("idle_guests", 2)
	m.RetentionFailed("idle_guests")
	m.RetentionSwept(time.Unix(9, 0))
	m.ReportStore(func() bool { return true })
	m.SetCertificate("a.example", nil)
	m.SetCertificate("b.example", &x509.Certificate{NotBefore: time.Unix(1, 0), NotAfter: time.Unix(3601, 0)})
	status, text := get(t, telemetry.Admin(m), "/metrics")
	if status != http.StatusOK {
		t.Fatalf("got status %d", status)
	}
	for _, want := range []string{
		`nemeton_http_request_seconds_count{method="GET",route="/api/v1/tables/{id}",status="200"} 1`,
		"nemeton_append_seconds_count 1", `nemeton_commands_refused_total{code="illegal_move"} 1`,
		"nemeton_tables_in_memory 3", "nemeton_sockets_open 4", "nemeton_slow_readers_total 1", "nemeton_damaged_logs_total 1", "nemeton_entries_folded_total 5",
		"nemeton_bot_panics_total 1",
		`nemeton_removed_total{kind="idle_guests"} 2`, `nemeton_removal_failures_total{kind="idle_guests"} 1`,
		`nemeton_keep_seconds{kind="idle_guests"} 3600`, "nemeton_last_removal_timestamp_seconds 9", "nemeton_store_works 1",
		`nemeton_certificate_expiry_timestamp_seconds{name="a.example"} 0`, `nemeton_certificate_lifetime_seconds{name="a.example"} 0`,
		`nemeton_certificate_expiry_timestamp_seconds{name="b.example"} 3601`, `nemeton_certificate_lifetime_seconds{name="b.example"} 3600`,
		`nemeton_notifications_total{channel="push",outcome="failed"} 0`, `nemeton_commands_refused_total{code="upgrading"} 0`,
		"go_goroutines",
	} {
		expect.Contains(t, text, want, "no line")
	}
	expect.Equal(t, expect.First(get(t, telemetry.Admin(m), "/debug/pprof/")), http.StatusOK, "status for profiles")
}

func TestNewLog(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log := must.Return(telemetry.NewLog(&out, "warn"))(t)
	log.Info().Msg("an info line")
	log.Warn().Str("table", "some-id").Msg("look")
	if text := out.String(); strings.Contains(text, "an info line") || !strings.Contains(text, `"table":"some-id"`) {
		t.Errorf("got %q, want only the warning, as JSON", text)
	}
	expect.Failure(t, expect.Second(telemetry.NewLog(&out, "loud")), "for an unknown level")
}
