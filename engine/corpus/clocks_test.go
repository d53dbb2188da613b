package corpus_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/clock"
	"nemeton/engine/corpus"
	"nemeton/engine/export"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/poolgame"
)

// clockSeats is the number of seats of the recorded games with clocks, by title. With four seats of Meduris, several persons owe decisions at once.
var clockSeats = map[string]int{"druids": 2, "meduris": 4, "pangea": 2}

// clockEvents lists the events that every recorded game with clocks has; the second list only at the pace of days, which allows vacations.
var (
	clockEvents = []string{
		"frame.timed_out", "frame.time_given", "frame.outages", "frame.pause_proposed", "frame.pause_agreed", "frame.pause_declined", "frame.paused", "frame.taken_over",
		"frame.returned", "frame.handed_over", "frame.restored",
	}
	vacationEvents = []string{"frame.vacation"}
)

func clockPath(title engine.Title) string {
	id := title.Info().ID
	return fmt.Sprintf("testdata/clocks-%s-%d.jsonl.gz", id, clockSeats[id])
}

// TestClockGamesFold replays the recorded games with clocks: one of each title at the pace live, whose time-out the timer made, and one at days, whose
// time-out was claimed. A program that lets a clock run otherwise refuses them.
func TestClockGamesFold(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, title := range catalog.Titles() {
		id, path := title.Info().ID, clockPath(title)
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && *record {
			writeGames(t, path, title, []poolgame.Options{{Seats: clockSeats[id], Pace: poolgame.Live()}, {Seats: clockSeats[id], Seed: 1, Pace: poolgame.Days()}})
		}
		f, err := os.Open(path)
		must.Succeed(t, err, "(go test ./engine/corpus -args -record))")
		list, err := corpus.Read(f)
		must.Succeed(t, errors.Join(err, f.Close()))
		for i, d := range list {
			check(t, d)
			events, pace := map[string]engine.Actor{}, clock.PaceOf(d.Options)
			for _, e := range d.Entries {
				r := must.Return(engine.ReadRecord(e.Entry))(t)
				for _, event := range r.Entry.Events {
					events[event.Name] = r.Entry.Actor
				}
			}
			maps.Copy(seen, map[string]bool{"take-back": seen["take-back"] || events["frame.taken_back"] != ""})
			want, by := clockEvents, engine.ActorTimer
			if i == 1 {
				want, by = slices.Concat(clockEvents, vacationEvents), engine.ActorPlayer
			}
			for _, name := range want {
				if events[name] == "" {
					t.Errorf("%s has no event %q", d.Table, name)
				}
			}
			if pace.Kind != clock.Live+clock.Kind(i) || events["frame.timed_out"] != by {
				t.Errorf("%s: got the pace %+v and a time-out by %q, want one by %q", d.Table, pace, events["frame.timed_out"], by)
			}
		}
		expect.Equal(t, len(list), 2, id, "games")
	}
	if !seen["take-back"] {
		t.Error("no game has a take-back")
	}
}

// TestClockGames_Fixed compares the clocks after every entry of the recorded games with those of the program that recorded them.
func TestClockGames_Fixed(t *testing.T) {
	t.Parallel()
	got := map[string]string{}
	for _, title := range catalog.Titles() {
		f := must.Return(os.Open(clockPath(title)))(t)
		list, err := corpus.Read(f)
		must.Succeed(t, errors.Join(err, f.Close()))
		for _, d := range list {
			got[d.Table] = clocksOf(t, title, d)
		}
	}
	want := map[string]string{}
	for line := range strings.Lines(fixedClocks) {
		name, clocks, _ := strings.Cut(strings.TrimSpace(line), " ")
		want[name] = clocks
	}
	if !maps.Equal(got, want) {
		t.Errorf("got the clocks %q, want %q", got, want)
	}
}

// clocksOf returns a digest of the clocks after each entry of a game.
func clocksOf(t *testing.T, title engine.Title, d export.Document) string {
	t.Helper()
	f, digest := engine.NewFold(title), sha256.New()
	for _, e := range d.Entries {
		r, err := engine.ReadRecord(e.Entry)
		if err == nil {
			_, err = f.Apply(r)
		}
		must.Succeed(t, err)
		fmt.Fprintln(digest, f.Seq(), f.Clocks(), f.PausedUntil())
	}
	return hex.EncodeToString(digest.Sum(nil)[:8])
}

// fixedClocks lists the recorded games with clocks, each with the digest of its clocks.
const fixedClocks = `pool-druids-2-0-live e931cd40d987a680
pool-druids-2-1-days 29c2f55993423734
pool-meduris-4-0-live 5b9f4d7c959ee187
pool-meduris-4-1-days 1daf7ed8f6d2d4a9
pool-pangea-2-0-live 0ed08d72cd65420a
pool-pangea-2-1-days 97c6837f2ff9d521`
