package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/server/retention"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func keepOf(t *testing.T, args ...string) retention.Keep {
	t.Helper()
	var all commandLine
	parser := must.Return(kong.New(&all, wiring.LimitDefaults(), wiring.KeepDefaults()))(t)
	must.Return(parser.Parse(append([]string{"serve"}, args...)))(t)
	return all.Serve.Keep
}

func TestServe_Keep(t *testing.T) {
	expect.Equal(t, keepOf(t), retention.Defaults(), "without flags")
	t.Setenv("NEMETON_KEEP_CLOSED_TABLES", "48h")
	want := retention.Defaults()
	want.ClosedTables, want.IdleGuests = 48*time.Hour, 0
	expect.Equal(t, keepOf(t, "--keep-idle-guests", "0"), want)
	doc := must.Return(os.ReadFile("../../docs/flags.md"))(t)
	for kind, d := range retention.Defaults().ByKind() {
		if kind == retention.EndedSeats { // hosts cannot choose it
			continue
		}
		row := fmt.Sprintf("| `--keep-%s` | `NEMETON_KEEP_%s` | `%v` |", strings.ReplaceAll(string(kind), "_", "-"), strings.ToUpper(string(kind)), d)
		expect.Contains(t, string(doc), row, "docs/flags.md lacks the row")
	}
}

// A time that would undo the daily limit is refused before the server opens its database.
func TestServe_KeepTooShort(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	if code := run([]string{"serve", "--keep-closed-tables", "1h", "--database", database(t), "--addr", "127.0.0.1:0"}, &out, &errs); code != 1 ||
		!strings.Contains(errs.String(), "at least 24h") {
		t.Errorf("got exit code %d and %q, want 1 and the shortest time", code, errs.String())
	}
}

// A server removes what is due a minute after its start, counts it, and ends its sweep when it stops.
func TestApp_Retention(t *testing.T) {
	t.Parallel()
	swept := make(chan func(), 1)
	at := database(t)
	r := start(t, at, func(c *wiring.Config) {
		c.Keep = retention.Defaults()
		began := time.Now().UTC().Truncate(time.Microsecond)
		var later atomic.Bool
		c.Environment.Now = func() time.Time {
			if later.Load() {
				return began.Add(60 * 24 * time.Hour)
			}
			return began
		}
		after := c.Environment.After
		c.Environment.After = func(d time.Duration, f func()) func() bool {
			if d != time.Minute {
				return after(d, f)
			}
			swept <- func() { later.Store(true); f() }
			return func() bool { return true }
		}
	})
	var guest struct{ Token string }
	var row struct{ Table struct{ ID string } }
	ask(t, "POST", r.url+"/api/v1/players", "", map[string]any{"name": "Ada"}, &guest)
	ask(t, "POST", r.url+"/api/v1/tables", guest.Token, map[string]any{"title": "meduris", "seats": 2}, &row)
	(<-swept)()
	want := `nemeton_removed_total{kind="idle_tables"} 1`
	deadline := time.Now().Add(hangs)
	for text := []byte(nil); !strings.Contains(string(text), want); {
		if time.Now().After(deadline) {
			t.Fatalf("got no metric %s", want)
		}
		_, text = ask(t, "GET", r.admin+"/metrics", "", nil, nil)
	}
	var closed struct{ State string }
	if status, text := ask(t, "GET", r.url+"/api/v1/tables/"+row.Table.ID, guest.Token, nil, &closed); status != 200 || closed.State != "closed" {
		t.Errorf("got status %d and %s, want a closed table", status, text)
	}
}
