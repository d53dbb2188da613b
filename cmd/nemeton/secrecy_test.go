//go:build !race

// The race detector makes whole servers ten times slower, so scripts/test-go runs these tests without it.

package main

import (
	"context"
	"flag"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/meduris"
	"nemeton/server/events"
	"nemeton/testkit/expect"
	"nemeton/testkit/secrecy"
	"nemeton/testkit/testsize"
)

// secrecyStates is the number of compared states of all titles together. `make secrecy` compares more.
var secrecyStates = flag.Int("secrecy", testsize.Pick(24, 120, 4000), "number of compared states")

// These flags are for long runs.
var (
	secrecyFor  = flag.Duration("secrecy-for", 0, "time after which no new game starts; 0: no limit")
	secrecySeed = flag.Uint64("secrecy-seed", 0, "the number of the first game")
	secrecyRest = flag.Int("secrecy-standstills", 0, "number of games of a title that may be abandoned because a store did not answer in time")
)

// startServer starts the whole program with the configuration of the secrecy suite.
func startServer(w secrecy.ServerConfig) (secrecy.Server, error) {
	env := wiring.NewEnvironment()
	env.Now, env.Elapsed, env.NewID, env.Entropy = w.Now, nil, w.NewID, w.Entropy
	// Time stands still between two requests, so no timer fires: neither a bot's move nor a poll of the store.
	env.After = func(time.Duration, func()) func() bool { return func() bool { return true } }
	a, err := wiring.New(context.Background(), wiring.Config{
		Addr: "127.0.0.1:0", AdminAddr: "127.0.0.1:0", Database: w.Database, Environment: env, Poll: time.Hour, Bots: wiring.BotConfig{Pause: time.Hour},
		Streams: events.Timing{Life: time.Hour, Watch: time.Hour},
		Log:     zerolog.New(w.Log).Level(zerolog.DebugLevel), Titles: []engine.Title{w.Title}, WrapStore: w.WrapStore, Listener: w.Listener, Middleware: w.Middleware,
	})
	if err != nil {
		return secrecy.Server{}, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx) }()
	return secrecy.Server{
		URL: "http://" + a.Addr().String(),
		Stop: func() error {
			cancel()
			return <-ended
		},
		Metrics: func() string {
			text := httptest.NewRecorder()
			a.Admin.Handler.ServeHTTP(text, httptest.NewRequest(http.MethodGet, "/metrics", nil))
			return text.Body.String()
		},
	}, nil
}

// secretKinds are the kinds of decisions whose answers are hidden until an event reveals them.
var secretKinds = []string{meduris.KindLoseOne}

func TestSecrecy_TwoWorlds(t *testing.T) {
	t.Parallel()
	titles := catalog.Titles()
	for _, title := range titles {
		t.Run(title.Info().ID, func(t *testing.T) {
			t.Parallel()
			logged := time.Now()
			logProgress := func(r secrecy.Report) {
				if time.Since(logged) > time.Minute {
					logged = time.Now()
					t.Log(r)
				}
			}
			report, err := secrecy.Compare(startServer, title, secrecy.Options{
				States: *secrecyStates / len(titles), For: *secrecyFor, Seed: *secrecySeed, Dir: t.TempDir(), Secret: secretKinds,
				OnGame: logProgress, AllowedTimeouts: *secrecyRest,
			})
			t.Log(report)
			for _, why := range report.Abandoned {
				t.Log("abandoned:", why)
			}
			expect.Error(t, err, nil)
		})
	}
}
