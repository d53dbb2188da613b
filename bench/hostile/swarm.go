package hostile

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Target is the server under attack.
type Target struct {
	URL       string   // of the server, which trusts this client as a proxy
	Tables    []string // ids of public tables with other players
	Addresses int      // number of attacking addresses
	Duration  time.Duration
	Only      string // run only attacks whose name contains this; empty: all
	Seed      uint64
}

// Report is the result of an attack.
type Report struct {
	Attackers int            `json:"attackers"` // concurrent connections
	Sent      int64          `json:"sent"`      // frames and requests
	Answers   map[string]int `json:"answers"`   // to requests, by class: 1xx to 5xx, and 429 separately
	Broken    int            `json:"broken"`    // answers with an internal error: 500
}

// attacker is one address with a guest of its own.
type attacker struct {
	host     string
	address  string
	token    string
	compress bool     // offers compression, as browsers do
	ownTable string   // a table at which it plays
	victims  []string // tables of other players
	client   *http.Client
	counters *counters
}

func (a *attacker) victim(r *rand.Rand) string { return a.victims[r.IntN(len(a.victims))] }

type counters struct {
	sent atomic.Int64

	mu      sync.Mutex
	answers map[string]int
	broken  int
}

func (t *counters) answered(status int) {
	class := fmt.Sprintf("%dxx", status/100)
	if status == http.StatusTooManyRequests {
		class = "429"
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.answers[class]++
	if status == http.StatusInternalServerError {
		t.broken++
	}
}

// Run attacks for the duration of the target. It fails if the server is unreachable or refuses new guests.
func Run(ctx context.Context, target Target) (Report, error) {
	at, err := url.Parse(target.URL)
	if err != nil {
		return Report{}, err
	}
	if len(target.Tables) == 0 {
		return Report{}, errors.New("hostile: Target.Tables is empty")
	}
	t := &counters{answers: map[string]int{}}
	var all []*attacker
	for n := range target.Addresses {
		a := &attacker{
			host: at.Host, address: fmt.Sprintf("203.0.113.%d", n+1), compress: n%2 == 0, victims: target.Tables, counters: t,
			client: &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 8}},
		}
		defer a.client.CloseIdleConnections()
		if err := a.setUp(ctx); err != nil {
			return Report{}, err
		}
		all = append(all, a)
	}
	ctx, cancel := context.WithTimeout(ctx, target.Duration)
	defer cancel()
	var report Report
	var busy sync.WaitGroup
	for n, a := range all {
		for k, attack := range attacks() {
			if !strings.Contains(attack.name, target.Only) {
				continue
			}
			for i := range attack.perAddress {
				report.Attackers++
				r := rand.New(rand.NewPCG(target.Seed, uint64(n<<16|k<<8|i)))
				busy.Go(func() {
					for ctx.Err() == nil {
						attack.run(a, ctx, r)
						pause(ctx, time.Millisecond) // so that a refused attacker does not spin
					}
				})
			}
		}
	}
	busy.Wait()
	report.Sent, report.Answers, report.Broken = t.sent.Load(), t.answers, t.broken
	return report, nil
}

// setUp creates a guest and starts a table with a bot.
func (a *attacker) setUp(ctx context.Context) error {
	var me struct{ Token string }
	if err := a.request(ctx, "POST", "/api/v1/players", `{"name":"Mallory"}`, &me); err != nil {
		return err
	}
	a.token = me.Token
	var made struct{ Table struct{ ID string } }
	err := a.request(ctx, "POST", "/api/v1/tables", `{"title":"meduris","seats":2}`, &made)
	a.ownTable = made.Table.ID
	for _, step := range []struct{ path, body string }{{"/bots", `{"level":"easy"}`}, {"/start", ""}} {
		if err == nil {
			err = a.request(ctx, "POST", "/api/v1/tables/"+a.ownTable+step.path, step.body, &struct{}{})
		}
	}
	return err
}
