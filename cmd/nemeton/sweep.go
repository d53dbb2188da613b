package main

import (
	"context"
	"sync"
	"time"
)

// maxSweepInterval is the longest time between two sweeps for sessions that were idle for too long.
const maxSweepInterval = 10 * time.Minute

// sweepInterval returns the interval of the sweeps: a tenth of the idle time, but at least a second; 0 without an idle time.
func sweepInterval(idle time.Duration) time.Duration {
	if idle <= 0 {
		return 0
	}
	return min(max(idle/10, time.Second), maxSweepInterval)
}

// sweepSessions starts the sweeps that end idle sessions and close their sockets. It returns a function that stops them and waits for a
// running one. A failed sweep is logged; the next one tries again.
func (a *app) sweepSessions(ctx context.Context) (stop func()) {
	if a.sweepEvery == 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() {
		tick := time.NewTicker(a.sweepEvery)
		defer tick.Stop()
		for {
			n, err := a.players.Expire(ctx)
			switch {
			case ctx.Err() != nil:
				return
			case err != nil:
				a.log.Warn().Err(err).Msg("could not end idle sessions; the next sweep tries again")
			case n > 0:
				a.log.Info().Int("sessions", n).Msg("ended idle sessions")
			}
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	})
	return func() {
		cancel()
		running.Wait()
	}
}
