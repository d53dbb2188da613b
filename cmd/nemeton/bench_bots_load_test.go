package main

import (
	"bytes"
	"encoding/json"
	"testing"
)

func TestBenchBotsLoad(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	// The bots think so long that they still do at the end, however slow the machine is.
	if code := run([]string{"bench", "bots-load", "--tables", "3", "--acts", "20", "--think", "1h", "--json"}, &out, &errs); code != 0 {
		t.Fatalf("got exit code %d: %s", code, errs.String())
	}
	var f botsLoadResult
	if err := json.Unmarshal(out.Bytes(), &f); err != nil {
		t.Fatal(err)
	}
	if f.Tables != 3 || f.Acts != 20 || f.QuietP99 <= 0 || f.BusyP99 <= 0 || f.Owed == 0 {
		t.Errorf("got %+v, want both times, and bots that still think", f)
	}
}
