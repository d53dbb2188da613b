package notify_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/engine/clock"
	"nemeton/server/apperr"
	"nemeton/server/notify"
	"nemeton/server/notify/push"
	"nemeton/server/store"
	"nemeton/server/wire"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/receivers"
)

func TestPush_TurnOfAbsentPlayer(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.Running(f.registry, 2)
	seat := f.owing(id)
	b := f.browser(seat)
	f.round(time.Second)
	got := f.pushes.Received(b)
	if len(got) != 1 {
		t.Fatalf("got %d messages, want 1", len(got))
	}
	n := got[0].Payload.Notification
	if n.Title != "Your turn: The Toy" || n.Navigate != "https://games.example/t/"+string(id) || n.Tag != string(id) || n.Language != "en" || got[0].Payload.AppBadge != 1 {
		t.Errorf("got %+v", got[0].Payload)
	}
	expect.Equal(t, n.Body, "With Player "+map[int]string{0: "1", 1: "0"}[seat], "the body")
	if got[0].Topic == "" || len(got[0].Topic) > 32 || got[0].Urgency != "high" || got[0].TTL == "0" {
		t.Errorf("got %+v", got[0])
	}
	f.round(time.Hour)
	if again := f.occasions(b); len(again) > 0 {
		t.Errorf("got %v again", again)
	}
	f.untilOwing(id, seat)
	f.round(time.Second)
	expect.Slice(t, f.occasions(b), []string{"turn"}, "at the next turn")
}

func TestPush_PresentPlayer(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.Running(f.registry, 2)
	seat := f.owing(id)
	b := f.browser(seat)
	f.must(f.service.Attend(t.Context(), f.Players[seat]))
	f.round(30 * time.Second)
	expect.Slice(t, f.occasions(b), nil, "while present")
	f.round(time.Minute)
	expect.Slice(t, f.occasions(b), []string{"turn"}, "after the player left")
}

func TestPush_Always(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.Running(f.registry, 2)
	seat := f.owing(id)
	b := f.browser(seat)
	always := "always"
	must.Return(f.service.Change(t.Context(), f.Players[seat], notify.Changes{When: &always}))(t)
	f.must(f.service.Attend(t.Context(), f.Players[seat]))
	f.round(time.Second)
	expect.Slice(t, f.occasions(b), []string{"turn"})
}

func TestPush_TurnThatEndedIsNotSent(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.Running(f.registry, 2)
	seat := f.owing(id)
	b := f.browser(seat)
	f.pushes.Answer(http.StatusServiceUnavailable)
	f.round(time.Second)
	for f.owing(id) == seat {
		f.Step(f.registry, id, 0)
	}
	f.pushes.Answer(0)
	f.round(2 * time.Hour)
	expect.Slice(t, f.occasions(b), nil, "after the move")
}

func TestPush_Occasions(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.browser(1)
	f.clock.Add(time.Minute)
	f.Moment = f.clock.Now()
	id := f.Running(f.registry, 3)
	f.round(time.Second)
	row, err := f.Store.Table(t.Context(), id)
	f.must(err)
	want := "started"
	if slices.Contains(row.Owing, 1) {
		want = "turn"
	}
	expect.Slice(t, f.occasions(b), []string{want}, "after the start")
	f.PlayOut(f.registry, id)
	f.round(time.Second)
	expect.Slice(t, f.occasions(b), []string{"finished"}, "after the end")
	f.Open(2, func(row *store.Table) { row.Seats[1].Confirm = store.Asked })
	f.round(time.Second)
	expect.Slice(t, f.occasions(b), []string{"rematch"}, "after a rematch")
	f.round(time.Hour)
	expect.Slice(t, f.occasions(b), nil, "again")
}

func TestPush_MutedOccasion(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.Running(f.registry, 2)
	seat := f.owing(id)
	b := f.browser(seat)
	must.Return(f.service.Change(t.Context(), f.Players[seat], notify.Changes{Muted: &[]string{"turn"}}))(t)
	f.round(time.Second)
	expect.Slice(t, f.occasions(b), nil)
}

func TestPush_ClockBelowAQuarter(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.Running(f.registry, 2, func(row *store.Table) {
		row.Options = engine.Options{"rounds": 3, "die": 1, clock.OptionPace: int(clock.Days), clock.OptionBank: 4 * 3600, clock.OptionIncrement: 60}
	})
	seat := f.owing(id)
	b := f.browser(seat)
	f.round(time.Second)
	f.round(3*time.Hour - 2*time.Second)
	expect.Slice(t, f.occasions(b), []string{"turn"})
	f.round(2 * time.Second)
	expect.Slice(t, f.occasions(b), []string{"clock"})
}

// The clock of a player stands still while another player is away. The warning follows it in both directions.
func TestPush_ClockThatStoodStill(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.Running(f.registry, 2, func(row *store.Table) {
		row.Options = engine.Options{"rounds": 3, "die": 1, clock.OptionPace: int(clock.Days), clock.OptionBank: 4 * 3600, clock.OptionIncrement: 60, clock.OptionVacation: 1}
	})
	seat := f.owing(id)
	b, other := f.browser(seat), f.Players[1-seat]
	away := func(until int64, command string) {
		f.must(f.Store.SetVacation(t.Context(), other, until))
		f.must(f.registry.NoteVacation(t.Context(), id, other, command))
	}
	f.round(time.Second)
	away(f.clock.Now().Add(10*24*time.Hour).UnixMilli(), "away")
	f.round(time.Second)
	f.round(3*time.Hour + time.Minute)
	expect.Slice(t, f.occasions(b), []string{"turn"}, "while the clock stands still")
	away(0, "back")
	f.round(time.Second)
	f.round(3*time.Hour - time.Minute)
	expect.Slice(t, f.occasions(b), nil, "before the last quarter")
	f.round(time.Minute)
	expect.Slice(t, f.occasions(b), []string{"clock"})
}

// An invitation or a rematch is no substitute for the news that the game has begun.
func TestPush_StartedAfterInvitation(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	browsers := []*receivers.Browser{f.browser(0), f.browser(1), f.browser(2)}
	f.clock.Add(time.Minute)
	f.Moment = f.clock.Now()
	confirm := func(c store.Confirmation) func(*store.Table) {
		return func(row *store.Table) {
			for n := range row.Seats {
				row.Seats[n].Confirm = c
			}
		}
	}
	id := f.Open(3, confirm(store.Asked))
	f.round(time.Second)
	row := must.Return(f.Store.UpdateTable(t.Context(), id, func(row *store.Table) error { confirm("")(row); row.UpdatedAt = f.clock.Now(); return nil }))(t)
	f.must(f.registry.Begin(t.Context(), row))
	f.round(time.Second)
	owing := must.Return(f.Store.Table(t.Context(), id))(t).Owing
	for seat, b := range browsers {
		want := "started"
		if slices.Contains(owing, engine.Seat(seat)) {
			want = "turn"
		}
		expect.Slice(t, f.occasions(b), []string{"rematch", want}, "seat", seat)
	}
}

func TestPush_QuietHours(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		options engine.Options
		want    []string
	}{
		"wait":                      {engine.Options{"rounds": 3, "die": 1}, nil},
		"end for a clock that ends": {engine.Options{"rounds": 3, "die": 1, clock.OptionPace: int(clock.Live), clock.OptionBank: 3600}, []string{"turn"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			id := f.Running(f.registry, 2, func(row *store.Table) { row.Options = c.options })
			seat := f.owing(id)
			b := f.browser(seat)
			zone, err := time.LoadLocation("Europe/Amsterdam")
			f.must(err)
			from, to := f.clock.Now().In(zone).Add(-time.Hour), f.clock.Now().In(zone).Add(2*time.Hour)
			quiet := &wire.QuietHours{From: from.Format("15:04"), To: to.Format("15:04"), TimeZone: "Europe/Amsterdam"}
			must.Return(f.service.Change(t.Context(), f.Players[seat], notify.Changes{Quiet: quiet}))(t)
			f.round(time.Second)
			expect.Slice(t, f.occasions(b), c.want, "in the quiet hours")
			if c.want == nil {
				f.round(2 * time.Hour)
				expect.Slice(t, f.occasions(b), []string{"turn"}, "after the quiet hours")
			}
		})
	}
}

func TestPush_SubscriptionThatIsGone(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.Running(f.registry, 2)
	seat := f.owing(id)
	f.browser(seat)
	f.pushes.Answer(http.StatusGone)
	f.round(time.Second)
	expect.Equal(t, len(must.Return(f.service.Devices(t.Context(), f.Players[seat]))(t).Devices), 0)
}

func TestPush_RetryAfter(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.Running(f.registry, 2)
	seat := f.owing(id)
	b := f.browser(seat)
	f.pushes.Answer(http.StatusTooManyRequests)
	f.round(time.Second)
	f.pushes.Answer(0)
	f.round(9 * time.Minute)
	expect.Slice(t, f.occasions(b), nil, "before the time of the answer")
	f.round(2 * time.Minute)
	expect.Slice(t, f.occasions(b), []string{"turn"})
}

// Several nodes on one store send once.
func TestPush_SeveralNodes(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.Running(f.registry, 2)
	seat := f.owing(id)
	b := f.browser(seat)
	nodes := []*notify.Service{f.service, f.node(), f.node()}
	for range 3 {
		for _, n := range nodes {
			n.Round(t.Context())
		}
		f.clock.Add(time.Minute)
	}
	expect.Slice(t, f.occasions(b), []string{"turn"})
}

// dying is a store whose process dies before it notes what was sent.
type dying struct {
	notify.Store

	dead bool
}

var errDead = errors.New("dead")

func (d *dying) NoticesSent(ctx context.Context, ids []string, now time.Time) error {
	if d.dead {
		return errDead
	}
	return d.Store.NoticesSent(ctx, ids, now)
}

// A node that dies between sending and noting that repeats one message. One that dies between planning and sending loses none.
func TestPush_Kills(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.Running(f.registry, 2)
	seat := f.owing(id)
	b := f.browser(seat)
	dies := f.node(func(c *notify.Config) { c.Store = &dying{Store: c.Store, dead: true} })
	dies.Round(t.Context())
	if got := f.occasions(b); !slices.Equal(got, []string{"turn"}) {
		t.Fatalf("got %v, want the turn", got)
	}
	total := 0
	for range 10 {
		f.round(time.Minute)
		total += len(f.occasions(b))
	}
	expect.Equal(t, total, 1, "repetitions")

	f.untilOwing(id, seat)
	f.clock.Add(time.Second)
	expect.Equal(t, len(must.Return(f.Store.Untold(t.Context(), f.clock.Now(), f.Players, nil))(t)), 1)
	unreachable := f.node(func(c *notify.Config) {
		c.Client = &http.Client{Transport: refusing{}}
	})
	unreachable.Round(t.Context())
	f.round(time.Hour)
	expect.Slice(t, f.occasions(b), []string{"turn"}, "after the kill")
}

// refusing fails all requests.
type refusing struct{}

func (refusing) RoundTrip(*http.Request) (*http.Response, error) { return nil, errDead }

func TestPush_Off(t *testing.T) {
	t.Parallel()
	for contact, want := range map[string]string{
		"": "no_contact", "http://localhost:8080": "no_contact", "https://localhost:8443": "no_contact", "mailto:a@example.org": "", "https://games.example": "",
	} {
		f := newFixture(t, func(c *notify.Config) { c.Contact = contact })
		n, err := f.service.Describe(t.Context(), f.Players[0])
		if err != nil || n.Push.Reason != want || (n.Push.Key == "") != (want != "") {
			t.Errorf("contact %q: got %+v, %v; want reason %q", contact, n.Push, err, want)
		}
	}
	f := newFixture(t, func(c *notify.Config) { c.Public, c.Private = "http://games.example", false })
	expect.Equal(t, must.Return(f.service.Describe(t.Context(), f.Players[0]))(t).Push.Reason, "no_https")
}

func TestPush_BadSubscription(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.pushes.Browser()
	good := push.Subscription{Endpoint: b.Endpoint, Keys: push.Keys{P256dh: b.P256dh, Auth: b.Auth}}
	for name, change := range map[string]func(*push.Subscription){
		"address": func(s *push.Subscription) { s.Endpoint = "push" }, "scheme": func(s *push.Subscription) { s.Endpoint = "file:///etc/passwd" },
		"user": func(s *push.Subscription) { s.Endpoint = "https://a:b@push.example" }, "key": func(s *push.Subscription) { s.Keys.P256dh = "AAAA" },
		"auth": func(s *push.Subscription) { s.Keys.Auth = "AAAA" }, "length": func(s *push.Subscription) { s.Endpoint += strings.Repeat("x", 1000) },
	} {
		bad := good
		change(&bad)
		expect.Equal(t, apperr.CodeOf(f.service.Subscribe(t.Context(), f.Players[0], bad)), apperr.Invalid, name)
	}
}

// A player has ten browsers at most; the oldest ends.
func TestPush_TooManyBrowsers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for range 12 {
		f.browser(0)
	}
	expect.Equal(t, len(must.Return(f.service.Devices(t.Context(), f.Players[0]))(t).Devices), 10, "browsers")
}

// A notice whose first attempt failed does not break the quiet hours that began meanwhile.
func TestPush_QuietHoursBegin(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.Running(f.registry, 2)
	seat := f.owing(id)
	b := f.browser(seat)
	from := f.clock.Now().UTC().Add(2 * time.Minute)
	quiet := &wire.QuietHours{From: from.Format("15:04"), To: from.Add(time.Hour).Format("15:04"), TimeZone: "UTC"}
	must.Return(f.service.Change(t.Context(), f.Players[seat], notify.Changes{Quiet: quiet}))(t)
	f.service.Round(t.Context())
	f.occasions(b)
	f.clock.Add(time.Second) // the time of a turn tells it from the one before
	f.untilOwing(id, seat)
	f.pushes.Answer(http.StatusServiceUnavailable)
	f.round(time.Second)
	f.pushes.Answer(0)
	if got := f.meter.count["push failed"]; got != 1 {
		t.Fatalf("got %d failures, want 1", got)
	}
	f.round(20 * time.Minute) // after the time of the next attempt, in the quiet hours
	expect.Slice(t, f.occasions(b), nil, "in the quiet hours")
	f.round(time.Hour)
	expect.Slice(t, f.occasions(b), []string{"turn"}, "after the quiet hours")
}
