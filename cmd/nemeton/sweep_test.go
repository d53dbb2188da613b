package main

import (
	"context"
	"testing"
	"time"

	"nemeton/client"
	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/testkit/expect"
	"nemeton/testkit/tabletest"
)

func TestSweepInterval(t *testing.T) {
	t.Parallel()
	for idle, want := range map[time.Duration]time.Duration{
		0: 0, time.Second: time.Second, time.Minute: 6 * time.Second, 180 * 24 * time.Hour: wiring.MaxSweepInterval,
	} {
		expect.Equal(t, wiring.SweepInterval(idle), want, "an idle time of", idle)
	}
}

// The sockets of a session that was idle for too long are closed, and its token is refused.
func TestApp_IdleSession(t *testing.T) {
	t.Parallel()
	clock := tabletest.NewClock(time.Now().UTC().Truncate(time.Microsecond))
	r := start(t, database(t), func(c *wiring.Config) { c.SessionIdle, c.Environment.Now = time.Second, clock.Now })
	ctx, cancel := context.WithTimeout(context.Background(), hangs)
	defer cancel()
	token, _, socket := seatedSocket(ctx, t, r.url)
	clock.Add(time.Minute)
	var err error
	for err == nil {
		_, err = socket.Read(ctx)
	}
	expect.Equal(t, client.Closed(err), 4004, "close code", err)
	expect.Equal(t, expect.First(ask(t, "GET", r.url+"/api/v1/me", token, nil, nil)), 401, "for the token")
}
