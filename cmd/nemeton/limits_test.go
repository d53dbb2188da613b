package main

import (
	"testing"

	"github.com/alecthomas/kong"

	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/server/limit"
	"nemeton/testkit/expect"
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
	expect.Equal(t, limitsOf(t), limit.Defaults(), "without flags")
	expect.Equal(t, limitsOf(t, "--limits", "off"), (limit.Limits{}), "with limits off")
	t.Setenv("NEMETON_LIMIT_PLAYER_TABLES", "7")
	want := limit.Defaults()
	want.PlayerTables, want.AddressSockets = 7, 0
	expect.Equal(t, limitsOf(t, "--limit-address-sockets", "0"), want)
}

// The metrics show every limit and the number of its refusals.
func TestApp_LimitMetrics(t *testing.T) {
	t.Parallel()
	r := start(t, database(t))
	_, text := ask(t, "GET", r.admin+"/metrics", "", nil, nil)
	for name := range (limit.Limits{}).ByName() {
		for _, series := range []string{"nemeton_limited_total", "nemeton_limit"} {
			expect.Contains(t, string(text), series+`{limit="`+string(name)+`"}`, "no", series, "of", name)
		}
	}
}
