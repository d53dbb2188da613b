package httpapi_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nemeton/server/httpapi"
	"nemeton/testkit/expect"
)

// statusMeter keeps the status of the newest request.
type statusMeter struct {
	noMeter
	status atomic.Int64
}

func (m *statusMeter) Request(_, _ string, status int, _ time.Duration) {
	m.status.Store(int64(status))
}

func TestRequest_AbandonedByItsClient(t *testing.T) {
	t.Parallel()
	meter := &statusMeter{}
	h := newFixture(t, func(c *httpapi.Config) { c.Meter = meter })
	ada := h.guest("Ada")
	gone, leave := context.WithCancel(context.Background())
	leave()
	r := h.request(http.MethodGet, "/me/invitations", nil)
	r.Header.Set("Authorization", "Bearer "+ada.token)
	h.handler.ServeHTTP(httptest.NewRecorder(), r.WithContext(gone))
	expect.Equal(t, meter.status.Load(), 499, "counted status")
	if log := h.log.String(); strings.Contains(log, `"level":"error"`) || strings.Contains(log, `"level":"warn"`) {
		t.Errorf("log = %s, want no error and no warning", log)
	}
}
