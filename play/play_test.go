package play_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"nemeton/play"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

func options(f *fakeServer) play.Options {
	return play.Options{
		URLs: []string{f.server.URL}, Title: "count", Games: 2, Seed: 7,
		Timeout: time.Minute, Lag: time.Minute,
	}
}

func TestRun_FairServer(t *testing.T) {
	t.Parallel()
	f := newFake(t, "")
	o := options(f)
	o.Games = testsize.Pick(1, 2, 4)
	got := must.Return(play.Run(t.Context(), o))(t)
	expect.Equal(t, len(got.Games), 3*o.Games, "games at 2 to 4 seats")
	for what, n := range map[string]int{
		"moves": got.Moves, "refusals": got.Refused, "repeats": got.Repeated, "reconnects": got.Reconnects,
		"patches": got.Patches, "steps": got.Steps, "take-backs": got.TakenBack, "heads": got.Heads, "reveals": got.Reveals, "void reveals": got.Voided,
	} {
		if n == 0 {
			t.Errorf("a whole run saw no %s: %+v", what, got)
		}
	}
}

func TestRun_WaitsOutAnOutage(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	f := newFake(t, "")
	o := options(f)
	o.Seats = 3
	o.Moved = func(m play.Moment) {
		if m.Moves%5 == 0 {
			f.mu.Lock()
			f.generation++
			f.unavailable = 2
			f.changed.Broadcast()
			f.mu.Unlock()
		}
	}
	got := must.Return(play.Run(t.Context(), o))(t)
	if got.Outages == 0 || got.Reconnects == 0 {
		t.Errorf("outages and reconnects: got %d and %d, want some", got.Outages, got.Reconnects)
	}
}

func TestRun_PlantedFaults(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	for f, want := range map[fault]play.Promise{
		"used id":         play.DecisionIDsAreNew,
		"id again":        play.DecisionIDsAreNew,
		"leaked moves":    play.MovesAreOwn,
		"no decision":     play.DecisionsAreOpen,
		"hidden decision": play.DecisionsArePublic,
		"early start":     play.RefusedByCode,
		"no privacy":      play.PrivateIsPrivate,
		"open socket":     play.AnswersAsDocumented,
		"invite for all":  play.PrivateIsPrivate,
		"wrong winners":   play.TablesAreTrue,
		"stale view":      play.AckIsDurable,
		"log with events": play.SameForAll,
		"short log":       play.LogIsComplete,
		"early export":    play.ExportIsComplete,
		"broken chain":    play.ExportIsComplete,
		"forged log":      play.AckIsDurable,
		"open export":     play.ExportIsComplete,
		"applied twice":   play.AppliedOnce,
		"id reused":       play.RefusedByCode,
		"lost":            play.AckIsDurable,
		"not yours":       play.RefusedByCode,
		"any move":        play.RefusedByCode,
		"picky":           play.ListedIsAccepted,
		"wrong ack":       play.AppliedOnce,
		"eager snapshot":  play.FirstMessageFits,
		"hole on resume":  play.UpdatesInOrder,
		"hole":            play.UpdatesInOrder,
		"twice":           play.UpdatesInOrder,
		"silence":         play.UpdatesComeInTime,
		"other view":      play.SameForAll,
		"bad patch":       play.PatchFits,
		"bad step":        play.PatchFits,
		"no steps":        play.AnswersAsDocumented,
		"stray steps":     play.AnswersAsDocumented,
		"unknown tag":     play.MessagesAreKnown,
		"stray result":    play.ResultsAreAwaited,
		"no result":       play.ResultsAreAwaited,
		"listed":          play.PrivateIsPrivate,
		"other past":      play.SameForAll,
		"wrong presence":  play.PresenceIsTrue,

		"any answer":       play.RefusedByCode,
		"other answer":     play.RefusedByCode,
		"other commitment": play.CommitmentStays,
		"swapped secret":   play.CommitmentStays,
		"no head":          play.HeadsAgree,
		"two heads":        play.HeadsAgree,
		"rewritten log":    play.HeadsAgree,
		"other answers":    play.AnswersAreKept,
		"lost proof":       play.RevealsAreKept,
		"any proof":        play.RefusedByCode,
		"no voids":         play.VoidsAreCounted,
	} {
		t.Run(string(f), func(t *testing.T) {
			t.Parallel()
			o := options(newFake(t, f))
			o.Games = 6
			if f == "silence" || f == "no result" || f == "open socket" || f == "wrong presence" {
				o.Lag = 10 * time.Second
			}
			_, err := play.Run(t.Context(), o)
			var broken *play.Broken
			if !errors.As(err, &broken) || broken.Promise != want {
				t.Errorf("got %v, want the broken promise %q", err, want)
			}
		})
	}
}

func TestRun_BadOptions(t *testing.T) {
	t.Parallel()
	f := newFake(t, "")
	for name, change := range map[string]func(*play.Options){
		"no server":        func(o *play.Options) { o.URLs = nil },
		"no such title":    func(o *play.Options) { o.Title = "chess" },
		"too many seats":   func(o *play.Options) { o.Seats = 5 },
		"nobody listening": func(o *play.Options) { o.URLs, o.Timeout = []string{"http://127.0.0.1:1"}, time.Millisecond },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := options(f)
			change(&o)
			expect.Failure(t, expect.Second(play.Run(t.Context(), o)))
		})
	}
}

// A run that is canceled while it waits for the server reports no broken promise.
func TestRun_Canceled(t *testing.T) {
	t.Parallel()
	f := newFake(t, "")
	for limit := int64(1); ; limit += 5 {
		ctx, cancel := context.WithCancel(t.Context())
		var requests atomic.Int64
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			n := requests.Add(1)
			if n < limit {
				f.server.Config.Handler.ServeHTTP(w, r)
				return
			}
			if n == limit { // from now on the server is unavailable, and it drops all sockets
				f.mu.Lock()
				f.generation++
				f.changed.Broadcast()
				f.mu.Unlock()
				time.AfterFunc(50*time.Millisecond, cancel)
			}
			w.WriteHeader(http.StatusServiceUnavailable)
		}))
		o := options(f)
		o.URLs, o.Games, o.Seats = []string{server.URL}, 1, 2
		_, err := play.Run(ctx, o)
		server.Close()
		cancel()
		if requests.Load() < limit {
			if limit < 30 {
				t.Errorf("the whole run took %d requests, too few to show anything", requests.Load())
			}
			return
		}
		expect.Error(t, err, context.Canceled, "canceled after", limit, "requests")
	}
}
