package blackbox_test

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// Both commands start programs of their own. The test checks that they measure, not how fast the machine is.
func TestBench_LoadAndFloor(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	for _, name := range []string{"load", "floor"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := lab(t, "bench", name, "--title", "druids", "--seats", "2", "--tables", "3", "--spectators", "2", "--seconds", "2", "--json")
			raw, err := cmd.Output()
			must.Succeed(t, err, string(raw))
			var got struct {
				Moves   int     `json:"moves"`
				Bytes   float64 `json:"bytesPerMoveAndViewer"`
				Sockets int     `json:"sockets"`
				Server  struct {
					Resident float64 `json:"residentMB"`
				} `json:"server"`
			}
			must.Succeed(t, json.Unmarshal(raw, &got))
			if got.Moves == 0 || got.Bytes == 0 || got.Sockets != 12 || got.Server.Resident == 0 {
				t.Errorf("got %s, want moves, bytes, twelve sockets and the server's memory", raw)
			}
		})
	}
}

// A small crowd begins its tables at a server of its own.
func TestBench_Begin(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	raw, err := lab(t, "bench", "begin", "--callers", "5", "--json").Output()
	must.Succeed(t, err, string(raw))
	var got struct {
		Begun    int            `json:"begun"`
		Longest  float64        `json:"longestMs"`
		Errors   map[string]int `json:"errors"`
		Requests struct {
			N int `json:"n"`
		} `json:"requests"`
	}
	must.Succeed(t, json.Unmarshal(raw, &got))
	if got.Begun != 5 || got.Longest <= 0 || len(got.Errors) > 0 || got.Requests.N != 35 {
		t.Errorf("got %s, want five tables, 35 requests and no error", raw)
	}
}

// Two people play while bots think at other tables.
func TestBench_BotsLoad(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	raw, err := lab(t, "bench", "bots-load", "--tables", "3", "--rounds", "2", "--quiet", "100ms", "--busy", "500ms", "--json",
		"--url", serve(t, "sqlite:"+filepath.Join(t.TempDir(), "nemeton.db"), "--limits", "off", "--bot-workers", "2", "--bot-think", "50ms", "--bot-pause", "1ms").url).Output()
	must.Succeed(t, err, string(raw))
	var got struct {
		Tables    int     `json:"tables"`
		QuietActs int     `json:"quietActs"`
		BusyActs  int     `json:"busyActs"`
		QuietP99  float64 `json:"quietP99"`
		BusyP99   float64 `json:"busyP99"`
		Waits     struct {
			N   int     `json:"n"`
			P50 float64 `json:"p50"`
			P99 float64 `json:"p99"`
			Max float64 `json:"max"`
		} `json:"waits"`
	}
	must.Succeed(t, json.Unmarshal(raw, &got))
	if w := got.Waits; got.Tables != 3 || got.QuietActs < 2 || got.BusyActs < 2 || got.QuietP99 <= 0 || got.BusyP99 <= 0 || w.N < 2 || w.P50 < 1 || w.Max < w.P99 {
		t.Errorf("got %s, want both latencies, and waits for bots, none shorter than the pause", raw)
	}
}
