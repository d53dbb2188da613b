package httpapi_test

import (
	"strings"
	"testing"

	"nemeton/server/httpapi"
)

// Lessons are counted by step. Other numbers and titles make no series of metrics.
func TestLessons(t *testing.T) {
	t.Parallel()
	meter := &counts{seen: map[string]int{}}
	h := newFixture(t, func(c *httpapi.Config) { c.Meter = meter })
	step := func(chapter, number int, what string) map[string]any {
		return map[string]any{"chapter": chapter, "step": number, "what": what}
	}
	h.nobody().call("POST", "/titles/toy/lesson", step(1, 2, "begun")).want(204, "")
	h.guest("Ada").call("POST", "/titles/toy/lesson", step(20, 40, "helped")).want(204, "")
	h.nobody().call("POST", "/titles/chess/lesson", step(1, 2, "begun")).want(422, "unknown_title")
	for _, wrong := range []map[string]any{step(0, 1, "begun"), step(21, 1, "begun"), step(1, 41, "begun"), step(1, 1, "failed")} {
		h.nobody().call("POST", "/titles/toy/lesson", wrong).want(422, "invalid")
	}
	meter.mu.Lock()
	defer meter.mu.Unlock()
	if meter.seen["toy 1 2 begun"] != 1 || meter.seen["toy 20 40 helped"] != 1 {
		t.Errorf("got %v", meter.seen)
	}
	for series := range meter.seen {
		if strings.HasPrefix(series, "chess") || strings.HasSuffix(series, "failed") || strings.HasPrefix(series, "toy 0") || strings.Contains(series, "41") || strings.HasPrefix(series, "toy 21") {
			t.Errorf("the series %q was made", series)
		}
	}
}
