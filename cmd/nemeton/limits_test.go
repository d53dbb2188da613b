package main

import (
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/server/limit"
	"nemeton/testkit/must"
)

func limitsOf(t *testing.T, args ...string) limit.Limits {
	t.Helper()
	var all commandLine
	parser := must.Return(kong.New(&all, wiring.LimitDefaults(), wiring.KeepDefaults()))(t)
	must.Return(parser.Parse(append([]string{"serve"}, args...)))(t)
	return all.Serve.RequestLimits()
}

func TestServe_Limits(t *testing.T) {
	if got := limitsOf(t); got != limit.Defaults() {
		t.Errorf("got %+v without flags, want the defaults %+v", got, limit.Defaults())
	}
	if got := limitsOf(t, "--limits", "off"); got != (limit.Limits{}) {
		t.Errorf("got %+v with limits off, want none", got)
	}
	t.Setenv("NEMETON_LIMIT_PLAYER_TABLES", "7")
	want := limit.Defaults()
	want.PlayerTables, want.AddressSockets = 7, 0
	if got := limitsOf(t, "--limit-address-sockets", "0"); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// The metrics show every limit and the number of its refusals.
func TestApp_LimitMetrics(t *testing.T) {
	t.Parallel()
	r := start(t, database(t))
	_, text := ask(t, "GET", r.admin+"/metrics", "", nil, nil)
	for name := range (limit.Limits{}).ByName() {
		for _, series := range []string{"nemeton_limited_total", "nemeton_limit"} {
			if !strings.Contains(string(text), series+`{limit="`+string(name)+`"}`) {
				t.Errorf("no %s of %s", series, name)
			}
		}
	}
}
