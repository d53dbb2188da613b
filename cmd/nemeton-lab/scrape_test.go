package main

import (
	"math"
	"net/http/httptest"
	"testing"
	"time"

	"nemeton/server/telemetry"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestScrape(t *testing.T) {
	t.Parallel()
	m := telemetry.NewMetrics()
	server := httptest.NewServer(telemetry.Admin(m))
	defer server.Close()
	read := func() scraped {
		t.Helper()
		return must.Return(scrape(t.Context(), server.URL))(t)
	}
	const name = "nemeton_append_seconds"
	for range 10 {
		m.Appended(2 * time.Second) // before the measured interval
	}
	before := read()
	expect.Equal(t, before.medianSince(before, name), 0, "the median", "of nothing")
	for _, micros := range []int{120, 220, 230, 4000} {
		m.Appended(time.Duration(micros) * time.Microsecond)
	}
	now := read()
	// Two of four lie in the bucket from 200 to 250 µs, one below: the second is in its middle.
	if got := now.medianSince(before, name); math.Abs(got-0.000225) > 1e-9 {
		t.Errorf("got the median %v s, want 0.000225", got)
	}
	if got := now.gauge("go_goroutines"); got < 2 {
		t.Errorf("got %v goroutines, want some", got)
	}
	expect.Equal(t, now.gauge("no_such_metric"), 0, "for a metric that is not there")
	server.Close()
	expect.Failure(t, expect.Second(scrape(t.Context(), server.URL)), "from a server that is gone")
}
