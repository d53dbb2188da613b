package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nemeton/bench/shares"
	"nemeton/bench/traffic"
	"nemeton/play/process"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// Aims that are not met are explained, and only those.
func TestAims(t *testing.T) {
	t.Parallel()
	why := func(name string) reason {
		return reason{text: "why " + name, parts: []shares.Share{{Part: "store", Value: 30}, {Part: shares.Rest, Value: 10}}, total: 200, unit: "µs"}
	}
	var b strings.Builder
	err := printAims(&b, []aim{
		{"fast", 3, "ms", 4, false, why("fast")}, {"slow", 5, "ms", 4, false, why("slow")},
		{"low", 0.5, "", 0.75, true, reason{text: "why low"}}, {"high", 0.75, "", 0.75, true, why("high")}, {"unexplained", 1, "", 0, false, reason{}},
	})
	must.Succeed(t, err)
	const want = `aim          measured  bound          met
fast         3 ms      at most 4      yes
slow         5 ms      at most 4      no
low          0.5       at least 0.75  no
high         0.75      at least 0.75  yes
unexplained  1         at most 0      no

not met: slow
  why slow
  store     75.0 %   150.00 µs
  rest      25.0 %   50.00 µs
  together  100.0 %  200.00 µs

not met: low
  why low
`
	expect.Equal(t, b.String(), want)
}

// startServer starts a server of this module that collects garbage often: profiles of memory sample what a collection found.
func startServer(t *testing.T) (url, admin string) {
	t.Helper()
	dir := t.TempDir()
	program := filepath.Join(dir, "nemeton")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-ldflags=-w", "-o", program, "nemeton/cmd/nemeton").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	admin = must.Return(freeAddress(t.Context()))(t)
	s := process.New(program, dir, "--database", "sqlite:"+filepath.Join(dir, "nemeton.db"), "--admin-addr", admin, "--limits", "off", "--log-level", "error")
	s.Setenv("GOGC", "5")
	must.Succeed(t, s.Start())
	t.Cleanup(s.Kill)
	return s.URL(), "http://" + admin
}

// The profiles of a running server hold the parts of its work.
func TestStartProfiles(t *testing.T) {
	t.Parallel()
	url, admin := startServer(t)
	cost := &gauge{profile: func() func() (profiles, error) { return startProfiles(t.Context(), admin, time.Second) }}
	load := &trafficFlags{Tables: 4, Spectators: 1, Seconds: 1.2, Seats: 4, Title: "meduris", Seed: 1}
	r, err := load.drive(t.Context(), &traffic.ServerTarget{URL: url, Title: load.Title, Seats: load.Seats}, cost)
	if err != nil || cost.err != nil || r.Moves == 0 {
		t.Fatalf("%d moves (%v, %v)", r.Moves, err, cost.err)
	}
	for kind, parts := range map[string][]shares.Share{shares.CPU: r.profiles.cpu, shares.Memory: r.profiles.memory} {
		var b strings.Builder
		must.Succeed(t, (reason{parts: parts, total: 100, unit: "µs"}).list(&b))
		sum, lines := 0.0, strings.Split(strings.TrimSpace(b.String()), "\n")
		for _, line := range lines[:len(lines)-1] {
			fields := strings.Fields(line)
			var value float64
			must.Return(fmt.Sscan(fields[len(fields)-2], &value))(t)
			sum += value
		}
		// On a busy machine a second holds a single sample, so the number of parts says nothing.
		if len(parts) == 0 || sum < 99 || sum > 101 || !strings.Contains(lines[len(lines)-1], "100.0 %") {
			t.Errorf("%s: the parts add up to %.2f, want 100:\n%s", kind, sum, b.String())
		}
	}
}
