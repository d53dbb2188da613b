package outgoing_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"nemeton/server/notify/outgoing"
	"nemeton/testkit/expect"
)

func TestFailureOf(t *testing.T) {
	t.Parallel()
	expect.Error(t, outgoing.FailureOf(201, nil), nil)
	const now = "Mon, 04 May 2026 12:00:00 GMT"
	for name, c := range map[string]struct {
		status      int
		after       string
		want        time.Duration
		gone, final bool
	}{
		"too many":             {429, "600", 10 * time.Minute, false, false},
		"a time":               {503, "Mon, 04 May 2026 12:20:00 GMT", 20 * time.Minute, false, false},
		"a time in the past":   {503, "Mon, 04 May 2026 11:00:00 GMT", 0, false, false},
		"very long":            {503, "99999999999", time.Hour, false, false},
		"a distant time":       {503, "Mon, 04 May 2126 12:00:00 GMT", time.Hour, false, false},
		"negative":             {500, "-5", 0, false, false},
		"unreadable":           {500, "soon", 0, false, false},
		"a redirect":           {302, "", 0, false, false},
		"timeout":              {408, "", 0, false, false},
		"gone":                 {410, "", 0, true, true},
		"not found":            {404, "", 0, true, true},
		"too large":            {413, "", 0, false, true},
		"the proof is refused": {403, "", 0, false, true},
	} {
		var f *outgoing.Failure
		if !errors.As(outgoing.FailureOf(c.status, http.Header{"Retry-After": {c.after}, "Date": {now}}), &f) {
			t.Errorf("%s: got no failure", name)
			continue
		}
		if f.After != c.want || f.Gone() != c.gone || f.Final() != c.final {
			t.Errorf("%s: got %+v, gone %v, final %v", name, f, f.Gone(), f.Final())
		}
	}
}
