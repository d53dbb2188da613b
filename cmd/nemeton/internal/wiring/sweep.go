package wiring

import (
	"context"
	"sync"
	"time"

	"nemeton/server/periodic"
)

// MaxSweepInterval is the longest time between two sweeps for sessions that were idle for too long.
const MaxSweepInterval = 10 * time.Minute

// SweepInterval returns the interval of the sweeps: a tenth of the idle time, but at least a second; 0 without an idle time.
func SweepInterval(idle time.Duration) time.Duration {
	if idle <= 0 {
		return 0
	}
	return min(max(idle/10, time.Second), MaxSweepInterval)
}

// recoveryInterval is the time between two looks for seats that may move to people who lost their session.
const recoveryInterval = 30 * time.Second

// sweepRecoveries starts the sweeps that move such seats.
func (a *App) sweepRecoveries(ctx context.Context) (stop func()) {
	return sweep(ctx, recoveryInterval, func() {
		n, err := a.recoveries.Sweep(ctx)
		switch {
		case ctx.Err() != nil:
		case err != nil:
			a.log.Warn().Err(err).Msg("could not move seats to people who lost their session; the next sweep tries again")
		case n > 0:
			a.log.Info().Int("seats", n).Msg("moved seats to people who lost their session")
		}
	})
}

// sweepSessions starts the sweeps that end idle sessions and close their sockets. A failed sweep is logged; the next one tries again.
func (a *App) sweepSessions(ctx context.Context) (stop func()) {
	if a.sweepEvery == 0 {
		return func() {}
	}
	return sweep(ctx, a.sweepEvery, func() {
		n, err := a.players.Expire(ctx)
		switch {
		case ctx.Err() != nil:
		case err != nil:
			a.log.Warn().Err(err).Msg("could not end idle sessions; the next sweep tries again")
		case n > 0:
			a.log.Info().Int("sessions", n).Msg("ended idle sessions")
		}
	})
}

// sweep calls do at once and then at intervals, until ctx ends. It returns a function that stops it and waits for a running call.
func sweep(ctx context.Context, every time.Duration, do func()) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() {
		do()
		periodic.Until(ctx.Done(), every, do)
	})
	return func() {
		cancel()
		running.Wait()
	}
}
