package blackbox_test

import (
	"encoding/json"
	"testing"
)

// Both commands start programs of their own. The test checks that they measure, not how fast the machine is.
func TestBench_LoadAndFloor(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"load", "floor"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := command(t, "bench", name, "--title", "druids", "--seats", "2", "--tables", "3", "--spectators", "2", "--seconds", "2", "--json")
			raw, err := cmd.Output()
			if err != nil {
				t.Fatalf("%v\n%s", err, raw)
			}
			var got struct {
				Moves   int     `json:"moves"`
				Bytes   float64 `json:"bytesPerMoveAndViewer"`
				Sockets int     `json:"sockets"`
				Server  struct {
					Resident float64 `json:"residentMB"`
				} `json:"server"`
			}
			if err := json.Unmarshal(raw, &got); err != nil {
				t.Fatal(err)
			}
			if got.Moves == 0 || got.Bytes == 0 || got.Sockets != 12 || got.Server.Resident == 0 {
				t.Errorf("got %s, want moves, bytes, twelve sockets and the server's memory", raw)
			}
		})
	}
}
