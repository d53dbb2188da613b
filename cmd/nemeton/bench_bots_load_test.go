package main

import (
	"bytes"
	"encoding/json"
	"testing"
)

func TestBenchBotsLoad(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	args := []string{"bench", "bots-load", "--tables", "3", "--acts", "20", "--answers", "9", "--think", "50ms", "--pause", "1ms", "--workers", "2", "--json"}
	if code := run(args, &out, &errs); code != 0 {
		t.Fatalf("got exit code %d: %s", code, errs.String())
	}
	var f botsLoadResult
	if err := json.Unmarshal(out.Bytes(), &f); err != nil {
		t.Fatal(err)
	}
	if f.Tables != 3 || f.Workers != 2 || f.Acts < 20 || f.QuietP99 <= 0 || f.BusyP99 <= 0 || f.Waits.N < 9 || f.Waits.P50 < 1 || f.Waits.Max < f.Waits.P99 {
		t.Errorf("got %+v, want both latencies, and the waits of at least 9 answers, none shorter than the pause", f)
	}
}
