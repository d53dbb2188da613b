package main

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/play/torture"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// jumpingClock is a clock that jumps forward and back, by hours and by years.
type jumpingClock struct {
	mu sync.Mutex
	by time.Duration
}

func (j *jumpingClock) now() time.Time {
	j.mu.Lock()
	defer j.mu.Unlock()
	return time.Now().Add(j.by).UTC().Truncate(time.Microsecond)
}

func (j *jumpingClock) jump(r *rand.Rand) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.by = time.Duration(r.Int64N(int64(10*365*24*time.Hour))) - 5*365*24*time.Hour
	if r.IntN(2) == 0 {
		j.by /= 10_000
	}
}

// Jumps of the clock neither stop tables nor change what is stored and sent.
func TestApp_ClockJumps(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	j := &jumpingClock{}
	at := database(t)
	server := start(t, at, func(c *wiring.Config) { c.Environment.Now = j.now })
	sum, err := torture.Run(t.Context(), torture.Options{
		URL: server.url, Tables: []string{"meduris", "druids"}, Seats: 2, Seed: 3, Faults: testsize.Pick(4, 10, 100), Calm: 4, Timeout: hangs, Find: catalog.Find,
		Fault: func(_ context.Context, r *rand.Rand) error { j.jump(r); return nil },
		Records: func(ctx context.Context, table string) ([]engine.Record, error) {
			if err := server.stop(); err != nil {
				return nil, err
			}
			return torture.ReadStored(ctx, at, table)
		},
	})
	must.Succeed(t, err, "after", sum.Faults, "jumps")
	if sum.Tables < 2 || sum.Compared == 0 {
		t.Errorf("got %+v, want two tables and compared states", sum)
	}
	t.Log(sum)
}
