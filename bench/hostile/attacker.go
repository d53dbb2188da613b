package hostile

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// ownTitle is the title of the attackers' own tables. It has take-backs, and its hints and views are the most expensive ones.
const ownTitle = "pangea"

// dialTimeout is the longest time to connect.
const dialTimeout = 5 * time.Second

// attacker is one address, with two guests who play at a table of their own.
type attacker struct {
	target   Target
	host     string
	address  net.IP
	tokens   [2]string // of the guests, by seat
	client   *http.Client
	counters *counters
	ids      atomic.Int64 // for command ids

	mu  sync.Mutex
	own string // the present table of the two guests
}

func newAttacker(target Target, host string, n int, c *counters) *attacker {
	a := &attacker{target: target, host: host, address: net.IPv4(127, 66, byte(n/250), byte(1+n%250)), counters: c}
	a.client = &http.Client{Timeout: requestTimeout, Transport: &http.Transport{
		MaxIdleConnsPerHost: 64, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return a.connect(ctx) },
	}}
	return a
}

// connect connects to the server from the attacker's address.
func (a *attacker) connect(ctx context.Context) (net.Conn, error) {
	d := net.Dialer{Timeout: dialTimeout, LocalAddr: &net.TCPAddr{IP: a.address}}
	return d.DialContext(ctx, "tcp", a.host)
}

// dial connects to the server. The connection is closed when ctx ends.
func (a *attacker) dial(ctx context.Context) (net.Conn, error) {
	conn, err := a.connect(ctx)
	if err != nil {
		if !ended(ctx) {
			a.counters.answered(noAnswer)
		}
		return nil, err
	}
	context.AfterFunc(ctx, func() { _ = conn.Close() })
	return conn, nil
}

// setUp creates the guests and their table.
func (a *attacker) setUp(ctx context.Context) error {
	for seat := range a.tokens {
		var me struct{ Token string }
		if err := a.call(ctx, "", "POST", "/players", `{"name":"Mallory"}`, &me); err != nil {
			return err
		}
		a.tokens[seat] = me.Token
	}
	return a.newTable(ctx)
}

// newTable starts another table of the two guests.
func (a *attacker) newTable(ctx context.Context) error {
	var made struct{ Table struct{ ID string } }
	if err := a.call(ctx, a.tokens[0], "POST", "/tables", `{"title":"`+ownTitle+`","seats":2,"options":{"hints":1}}`, &made); err != nil {
		return err
	}
	path := "/tables/" + made.Table.ID
	if err := a.call(ctx, a.tokens[1], "POST", path+"/seats", `{}`, nil); err != nil {
		return err
	}
	for _, token := range a.tokens {
		if err := a.call(ctx, token, "POST", path+"/contribution", `{"contribution":null}`, nil); err != nil {
			return err
		}
	}
	if err := a.call(ctx, a.tokens[0], "POST", path+"/start", "", nil); err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.own = made.Table.ID
	return nil
}

func (a *attacker) ownTable() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.own
}

// victim returns a table at which other people play.
func (a *attacker) victim(r *rand.Rand) string { return a.target.Tables[r.IntN(len(a.target.Tables))] }

func (a *attacker) commandID() string { return fmt.Sprintf("%s-%d", a.address, a.ids.Add(1)) }
