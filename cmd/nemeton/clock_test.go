package main

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/play/torture"
)

// jumpy is a clock that is set forward and back, by hours and by years.
type jumpy struct {
	mu sync.Mutex
	by time.Duration
}

func (j *jumpy) now() time.Time {
	j.mu.Lock()
	defer j.mu.Unlock()
	return time.Now().Add(j.by).UTC().Truncate(time.Microsecond)
}

func (j *jumpy) jump(r *rand.Rand) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.by = time.Duration(r.Int64N(int64(10*365*24*time.Hour))) - 5*365*24*time.Hour
	if r.IntN(2) == 0 {
		j.by /= 10_000
	}
}

// Whatever the clock says, tables play on, and what is stored and told stays the same.
func TestApp_ClockJumps(t *testing.T) {
	t.Parallel()
	j := &jumpy{}
	at := database(t)
	server := start(t, at, func(c *config) { c.Environment.Now = j.now })
	sum, err := torture.Run(t.Context(), torture.Options{
		URL: server.url, Tables: []string{"meduris", "druids"}, Seats: 2, Seed: 3, Faults: 25, Calm: 4, Timeout: 30 * time.Second, Find: catalog.Find,
		Fault: func(_ context.Context, r *rand.Rand) error { j.jump(r); return nil },
		Records: func(ctx context.Context, table string) ([]engine.Record, error) {
			if err := server.stop(); err != nil {
				return nil, err
			}
			return torture.ReadStored(ctx, at, table)
		},
	})
	if err != nil {
		t.Fatalf("after %d jumps: %v", sum.Faults, err)
	}
	if sum.Tables < 2 || sum.Compared == 0 {
		t.Errorf("a run that tried too little: %+v", sum)
	}
	t.Log(sum)
}
