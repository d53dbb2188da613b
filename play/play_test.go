package play_test

import (
	"errors"
	"testing"
	"time"

	"nemeton/play"
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
	got, err := play.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if want := 3 * o.Games; len(got.Games) != want {
		t.Errorf("games at 2 to 4 seats: got %d, want %d", len(got.Games), want)
	}
	for what, n := range map[string]int{
		"moves": got.Moves, "refusals": got.Refused, "repeats": got.Repeated, "reconnects": got.Reconnects,
		"patches": got.Patches, "take-backs": got.TakenBack,
	} {
		if n == 0 {
			t.Errorf("a whole run saw no %s: %+v", what, got)
		}
	}
}

func TestRun_WaitsOutAnOutage(t *testing.T) {
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
	got, err := play.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if got.Outages == 0 || got.Reconnects == 0 {
		t.Errorf("outages and reconnects: got %d and %d, want some", got.Outages, got.Reconnects)
	}
}

func TestRun_PlantedFaults(t *testing.T) {
	t.Parallel()
	for f, want := range map[fault]play.Promise{
		"used id":         play.DecisionIDsAreNew,
		"id again":        play.DecisionIDsAreNew,
		"leaked moves":    play.MovesAreOwn,
		"no decision":     play.DecisionsAreOpen,
		"hidden decision": play.DecisionsArePublic,
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
		"unknown tag":     play.MessagesAreKnown,
		"stray result":    play.ResultsAreAwaited,
		"no result":       play.ResultsAreAwaited,
		"listed":          play.PrivateIsPrivate,
		"other past":      play.SameForAll,
		"wrong presence":  play.PresenceIsTrue,
	} {
		t.Run(string(f), func(t *testing.T) {
			t.Parallel()
			o := options(newFake(t, f))
			o.Games = 6
			if f == "silence" || f == "no result" || f == "open socket" || f == "wrong presence" {
				o.Lag = time.Second
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
			if _, err := play.Run(t.Context(), o); err == nil {
				t.Error("got no error")
			}
		})
	}
}
