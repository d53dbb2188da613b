package notify_test

import (
	"context"
	"crypto/rand"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"nemeton/engine"
	"nemeton/server/notify"
	"nemeton/server/notify/mail"
	"nemeton/server/notify/push"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/must"
	"nemeton/testkit/receivers"
	"nemeton/testkit/tabletest"
)

// counter counts notifications.
type counter struct {
	mu    sync.Mutex
	count map[string]int
}

func (c *counter) Notified(channel, outcome string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.count == nil {
		c.count = map[string]int{}
	}
	c.count[channel+" "+outcome]++
}

// fixture is a node with tables, and a service that runs a round when a test asks for it.
type fixture struct {
	*tabletest.Fixture

	t        *testing.T
	clock    *tabletest.Clock
	registry *table.Registry
	service  *notify.Service
	pushes   *receivers.PushService
	mails    *receivers.MailServer
	meter    counter
}

func newFixture(t *testing.T, change ...func(*notify.Config)) *fixture {
	t.Helper()
	f := &fixture{Fixture: tabletest.New(t), t: t, pushes: receivers.NewPushService(t), mails: receivers.NewMailServer(t)}
	f.clock = tabletest.NewClock(f.Moment)
	f.registry = f.Registry(func(c *table.Config) { c.Now, c.Poll = f.clock.Now, time.Hour })
	f.service = f.node(change...)
	return f
}

// node makes another service on the same store.
func (f *fixture) node(change ...func(*notify.Config)) *notify.Service {
	f.t.Helper()
	cfg := notify.Config{
		Store: f.Store, Tables: f.registry, Meter: &f.meter, Log: zerolog.Nop(), Now: f.clock.Now, NewID: uuid.NewString, Entropy: rand.Reader,
		TitleOf: func(string) string { return "The Toy" }, Public: "https://games.example", Contact: "mailto:operator@example.org",
		Mail: &mail.Server{Host: f.mails.Host, Port: f.mails.Port, Plain: true, From: "games@example.org"}, MailLimits: notify.MailLimits{Mailbox: 3}, Private: true, Client: http.DefaultClient,
	}
	for _, c := range change {
		c(&cfg)
	}
	return must.Return(notify.NewService(f.t.Context(), cfg))(f.t)
}

func (f *fixture) must(err error) {
	f.t.Helper()
	must.Succeed(f.t, err)
}

// browser gives a player a browser with push.
func (f *fixture) browser(player int) *receivers.Browser {
	f.t.Helper()
	b := f.pushes.Browser()
	f.must(f.service.Subscribe(f.t.Context(), f.Players[player], push.Subscription{Endpoint: b.Endpoint, Keys: push.Keys{P256dh: b.P256dh, Auth: b.Auth}}))
	return b
}

// round lets the time pass and runs a round.
func (f *fixture) round(after time.Duration) {
	f.t.Helper()
	f.clock.Add(after)
	f.service.Round(context.Background())
}

// occasions returns the occasions of what a browser received since the last call.
func (f *fixture) occasions(b *receivers.Browser) (list []string) {
	for _, p := range f.pushes.Received(b) {
		list = append(list, p.Payload.Notification.Data.Occasion)
	}
	return list
}

// owing is the seat that owes the first decision.
func (f *fixture) owing(id store.TableID) int {
	f.t.Helper()
	open := f.View(f.registry, id, engine.Spectator()).Decisions
	if len(open) == 0 {
		f.t.Fatal("the table is finished")
	}
	return int(open[0].Seat)
}

// untilOwing plays until a seat owes a decision that it did not owe before.
func (f *fixture) untilOwing(id store.TableID, seat int) {
	f.t.Helper()
	for n := range 100 {
		if f.owing(id) == seat && n > 0 {
			return
		}
		f.Step(f.registry, id, n)
	}
	f.t.Fatalf("seat %d never owes a decision", seat)
}
