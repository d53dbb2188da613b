package blackbox_test

import (
	"bytes"
	"encoding/json"
	"testing"
)

// During two seconds of hostile traffic nothing panics, no answer has a server error, memory stays bounded, and players at other tables go on.
// SECURITY.md has the times of their moves; a machine that runs other tests cannot measure them.
func TestHostile(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	cmd := command(t, "bench", "hostile", "--seconds", "2", "--json")
	cmd.Stdout, cmd.Stderr = &out, &errs
	// Garbage counts as heap too. The limit makes the collector keep up on a busy machine; memory in use can still exceed it.
	cmd.Env = append(cmd.Environ(), "GOMEMLIMIT=192MiB")
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, errs.String())
	}
	var found struct {
		Done struct {
			Sent   int `json:"sent"`
			Broken int `json:"broken"`
		} `json:"done"`
		Panics int `json:"panics"`
		During struct {
			N int `json:"n"`
		} `json:"during"`
		Heap struct {
			Before float64 `json:"before"`
			Max    float64 `json:"max"`
		} `json:"heap"`
	}
	if err := json.Unmarshal(out.Bytes(), &found); err != nil {
		t.Fatal(err)
	}
	if found.Panics > 0 || found.Done.Broken > 0 || found.Done.Sent == 0 || found.During.N == 0 {
		t.Errorf("got %s, want messages sent, nothing broken, and people playing", out.String())
	}
	if found.Heap.Before == 0 || found.Heap.Max > 256<<20 {
		t.Errorf("got a heap of %.0f MiB at most, want fewer than 256", found.Heap.Max/(1<<20))
	}
}
