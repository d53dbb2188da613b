package main

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"
)

func TestBenchBotsLoad(t *testing.T) {
	t.Parallel()
	s := start(t, database(t), func(c *config) { c.Bots = botConfig{Workers: 2, Think: 50 * time.Millisecond, Pause: time.Millisecond} })
	var out, errs bytes.Buffer
	args := []string{"bench", "bots-load", "--url", s.url, "--tables", "3", "--rounds", "2", "--quiet", "100ms", "--busy", "500ms", "--json"}
	if code := run(args, &out, &errs); code != 0 {
		t.Fatalf("got exit code %d: %s", code, errs.String())
	}
	var f botsLoadResult
	if err := json.Unmarshal(out.Bytes(), &f); err != nil {
		t.Fatal(err)
	}
	if f.Tables != 3 || f.QuietActs < 2 || f.BusyActs < 2 || f.QuietP99 <= 0 || f.BusyP99 <= 0 || f.Waits.N < 2 || f.Waits.P50 < 1 || f.Waits.Max < f.Waits.P99 {
		t.Errorf("got %+v, want both latencies, and waits for bots, none shorter than the pause", f)
	}
}
