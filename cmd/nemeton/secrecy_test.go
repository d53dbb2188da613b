//go:build !race

// The race detector makes whole servers ten times slower; make test runs these without it.

package main

import (
	"context"
	"flag"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/meduris"
	"nemeton/testkit/secrecy"
)

// secrecyStates is how many states are compared of all titles together; "make secrecy" compares more.
var secrecyStates = flag.Int("secrecy", 24, "how many states in two worlds are compared")

// These are for long runs: how long they may take, which games are played, and how many of them may be given up on a machine that stands still.
var (
	secrecyFor  = flag.Duration("secrecy-for", 0, "after what time no more games are begun; 0: never")
	secrecySeed = flag.Uint64("secrecy-seed", 0, "the number of the first game")
	secrecyRest = flag.Int("secrecy-standstills", 0, "how many games of a title may be given up because a store did not answer in time")
)

// startServer starts the true program in a world of the secrecy suite.
func startServer(w secrecy.ServerConfig) (secrecy.Server, error) {
	world := newEnvironment()
	world.Now, world.NewID, world.Entropy = w.Now, w.NewID, w.Entropy
	// The worlds' time stands between two requests: nothing happens by itself, be it a bot's move or a look at the store.
	world.After = func(time.Duration, func()) func() bool { return func() bool { return true } }
	a, err := newApp(context.Background(), config{
		Addr: "127.0.0.1:0", AdminAddr: "127.0.0.1:0", Database: w.Database, Store: w.Store, Environment: world, Poll: time.Hour, Bots: botConfig{Pause: time.Hour},
		Log: zerolog.New(w.Log).Level(zerolog.DebugLevel), Titles: []engine.Title{w.Title}, WrapStore: w.WrapStore,
	})
	if err != nil {
		return secrecy.Server{}, err
	}
	a.public.Handler = w.Middleware(a.public.Handler)
	if w.Listener != nil {
		_ = a.listener.Close()
		a.listener = w.Listener
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
			a.admin.Handler.ServeHTTP(text, httptest.NewRequest(http.MethodGet, "/metrics", nil))
			return text.Body.String()
		},
	}, nil
}

// secretKinds are the decisions of titles whose answers are unseen until an event reveals them.
var secretKinds = []string{meduris.KindLoseOne}

func TestSecrecy_TwoWorlds(t *testing.T) {
	t.Parallel()
	titles := catalog.Titles()
	for _, title := range titles {
		t.Run(title.Info().ID, func(t *testing.T) {
			t.Parallel()
			told := time.Now()
			tell := func(r secrecy.Report) {
				if time.Since(told) > time.Minute {
					told = time.Now()
					t.Log(r)
				}
			}
			report, err := secrecy.Compare(startServer, title, secrecy.Options{
				States: *secrecyStates / len(titles), For: *secrecyFor, Seed: *secrecySeed, Dir: t.TempDir(), Secret: secretKinds,
				OnGame: tell, AllowedTimeouts: *secrecyRest,
			})
			t.Log(report)
			for _, why := range report.Abandoned {
				t.Log("given up:", why)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}
