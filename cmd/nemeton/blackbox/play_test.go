package blackbox_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"nemeton/play"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// run plays one game and requires all promises of the protocol.
func run(t *testing.T, o play.Options) play.Summary {
	t.Helper()
	if o.Title == "" {
		o.Title = "meduris"
	}
	o.Games, o.Lag, o.Timeout = 1, hangs, hangs
	sum := must.Return(play.Run(t.Context(), o))(t)
	t.Log(sum)
	return sum
}

// A long run plays at every number of seats.
func TestPlay_WholeGames(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	onSharedServers(t, func(t *testing.T, p *process) {
		sum := run(t, play.Options{URLs: []string{p.url}, Title: "druids", Seats: testsize.Pick(2, 2, 0), Seed: 1, KeepGuests: true})
		if len(sum.Games) == 0 || sum.Refused == 0 || sum.Repeated == 0 || sum.Reconnects == 0 || sum.Patches == 0 {
			t.Errorf("got %+v, want a game with refusals, repeats, reconnects and patches", sum)
		}
	})
}

func TestPlay_Command(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	t.Run("a whole game", func(t *testing.T) {
		t.Parallel()
		out, err := lab(t, "play", "--url", sharedOn(t, "sqlite").url, "--title", "druids", "--seats", "2", "--games", "1", "--seed", "5").CombinedOutput()
		if err != nil || !bytes.Contains(out, []byte("all promises kept")) {
			t.Errorf("got %v\n%s", err, out)
		}
	})
	t.Run("a fault as an exit code", func(t *testing.T) {
		t.Parallel()
		out, err := lab(t, "play", "--url", "http://127.0.0.1:1", "--patience", "1ms").CombinedOutput()
		if exitCode(err) != 1 || !bytes.Contains(out, []byte("the server is reachable")) {
			t.Errorf("got %v\n%s", err, out)
		}
	})
	t.Run("a fault as JSON", func(t *testing.T) {
		t.Parallel()
		out, err := lab(t, "play", "--json", "--url", "http://127.0.0.1:1", "--patience", "1ms").Output()
		var sum struct {
			OK     bool        `json:"ok"`
			Broken play.Broken `json:"broken"`
		}
		if exitCode(err) != 1 || json.Unmarshal(out, &sum) != nil || sum.OK || sum.Broken.Promise != play.ReachesTheServer {
			t.Errorf("got %v\n%s", err, out)
		}
	})
}
