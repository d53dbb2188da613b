package blackbox_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"nemeton/play"
)

func run(t *testing.T, o play.Options) play.Summary {
	t.Helper()
	if o.Title == "" {
		o.Title = "meduris"
	}
	if o.Games == 0 {
		o.Games = 1
	}
	if o.Lag == 0 {
		o.Lag = hangs // a busy machine is no fault
	}
	o.Timeout = time.Minute
	sum, err := play.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(sum)
	return sum
}

func TestPlay_WholeGames(t *testing.T) {
	t.Parallel()
	onBothStores(t, func(t *testing.T, database string) {
		p := serve(t, database)
		sum := run(t, play.Options{URLs: []string{p.url}, Seed: 1})
		if len(sum.Games) < 3 || sum.Refused == 0 || sum.Repeated == 0 || sum.Reconnects == 0 || sum.Patches == 0 {
			t.Errorf("a run that tried too little: %+v", sum)
		}
	})
}

func TestPlay_Command(t *testing.T) {
	t.Parallel()
	p := serve(t, "sqlite:nemeton.db")
	t.Run("people", func(t *testing.T) {
		t.Parallel()
		out, err := command(t, "play", "--url", p.url, "--title", "meduris", "--seats", "2", "--games", "1", "--seed", "5").CombinedOutput()
		if err != nil || !bytes.Contains(out, []byte("all promises kept")) {
			t.Errorf("got %v\n%s", err, out)
		}
	})
	t.Run("a fault is an exit code", func(t *testing.T) {
		t.Parallel()
		out, err := command(t, "play", "--url", "http://127.0.0.1:1", "--patience", "1ms").CombinedOutput()
		if exitCode(err) != 1 || !bytes.Contains(out, []byte("the server can be reached")) {
			t.Errorf("got %v\n%s", err, out)
		}
	})
	t.Run("a fault for programs", func(t *testing.T) {
		t.Parallel()
		out, err := command(t, "play", "--json", "--url", "http://127.0.0.1:1", "--patience", "1ms").Output()
		var sum struct {
			OK     bool        `json:"ok"`
			Broken play.Broken `json:"broken"`
		}
		if exitCode(err) != 1 || json.Unmarshal(out, &sum) != nil || sum.OK || sum.Broken.Promise != play.ReachesTheServer {
			t.Errorf("got %v\n%s", err, out)
		}
	})
}
