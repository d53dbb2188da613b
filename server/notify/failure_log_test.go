package notify_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"nemeton/server/notify"
	"nemeton/server/store"
)

// failingStore cannot be asked for what players were not told, or for what is to be sent.
type failingStore struct {
	notify.Store
	plans, sends bool
}

var errDisk = errors.New("the disk is full")

func (s failingStore) Reachable(ctx context.Context, after store.PlayerID, limit int) ([]store.PlayerID, error) {
	if s.plans {
		return nil, errDisk
	}
	return s.Store.Reachable(ctx, after, limit)
}

func (s failingStore) ClaimNotices(ctx context.Context, now, until time.Time, limit int) ([]store.Notice, error) {
	if s.sends {
		return nil, errDisk
	}
	return s.Store.ClaimNotices(ctx, now, until, limit)
}

// A host learns why nothing leaves: at once, and then once a minute with the number of failures.
func TestFailures_Logged(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		store failingStore
		want  string
	}{
		"planning": {failingStore{plans: true}, `"level":"warn","error":"the disk is full","count":1,"message":"could not plan notifications"`},
		"sending":  {failingStore{sends: true}, `"level":"warn","error":"the disk is full","count":1,"message":"could not send notifications"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			f := newFixture(t, func(cfg *notify.Config) {
				c.store.Store, cfg.Log = cfg.Store, zerolog.New(&log)
				cfg.Store = c.store
			})
			for range 5 {
				f.round(time.Second)
			}
			if got := log.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, c.want) {
				t.Errorf("got the log %s, want one line with %s", got, c.want)
			}
			log.Reset()
			f.round(time.Minute)
			if got := log.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, `"count":5`) {
				t.Errorf("a minute later: got %s", got)
			}
		})
	}
}

// The address of a webhook is a secret of its player.
func TestFailures_NoAddress(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"refused": "the other server answered 500", "lost": "EOF"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			f, v := newFixture(t, func(c *notify.Config) { c.Log = zerolog.New(&log) }), newReceiver(t)
			seat := f.owing(f.Running(f.registry, 2))
			_, err := f.service.SetHook(t.Context(), f.Players[seat], v.URL, "standard")
			f.must(err)
			v.answers(func(w http.ResponseWriter, _ *http.Request) {
				if name == "lost" {
					panic(http.ErrAbortHandler)
				}
				w.WriteHeader(http.StatusInternalServerError)
			})
			f.round(time.Second)
			if got := log.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, `"channel":"hook"`) || !strings.Contains(got, want) {
				t.Errorf("got the log %s, want one line with %s", got, want)
			}
			if got := log.String(); strings.Contains(got, "127.0.0.1") || strings.Contains(got, "secret") {
				t.Errorf("the log names the webhook: %s", got)
			}
		})
	}
}
