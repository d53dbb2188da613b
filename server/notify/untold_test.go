package notify_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nemeton/server/notify"
	"nemeton/server/notify/push"
	"nemeton/server/table"
	"nemeton/testkit/expect"
	"nemeton/testkit/receivers"
)

// crowded is a fixture with more reachable players than a round looks at without a hint. hinted says whether the service gets hints.
func crowded(t *testing.T, hinted bool) (f *fixture, players int) {
	t.Helper()
	announced := notify.NewAnnouncements()
	f = newFixture(t, func(c *notify.Config) {
		c.Page = 1
		if hinted {
			c.Announced = announced
		}
	})
	f.registry = f.Registry(func(c *table.Config) { c.Now, c.Poll, c.ChangedHere = f.clock.Now, time.Hour, announced.Table })
	players = 20
	for n := range players {
		b := f.pushes.Browser()
		f.must(f.service.Subscribe(t.Context(), f.Player(fmt.Sprint("Other ", n)), push.Subscription{Endpoint: b.Endpoint, Keys: push.Keys{P256dh: b.P256dh, Auth: b.Auth}}))
	}
	return f, players
}

func TestRound_HintsComeFirst(t *testing.T) {
	t.Parallel()
	f, _ := crowded(t, true)
	browsers := []*receivers.Browser{f.browser(0), f.browser(1)}
	for n := range 5 {
		id := f.Running(f.registry, 2)
		f.round(time.Second)
		if got := f.occasions(browsers[f.owing(id)]); !slices.Equal(got, []string{"turn"}) {
			t.Fatalf("table %d: got %v one round after the start, want the turn", n, got)
		}
	}
}

// A player who was present when the turn came is told once the presence has ended.
func TestRound_PresenceEnds(t *testing.T) {
	t.Parallel()
	f, _ := crowded(t, true)
	browsers := []*receivers.Browser{f.browser(0), f.browser(1)}
	for n := range 5 {
		id := f.Running(f.registry, 2)
		seat := f.owing(id)
		f.must(f.service.Attend(t.Context(), f.Players[seat]))
		f.round(time.Second)
		if got := f.occasions(browsers[seat]); len(got) > 0 {
			t.Fatalf("table %d: got %v while present", n, got)
		}
		f.round(80 * time.Second)
		if got := f.occasions(browsers[seat]); !slices.Equal(got, []string{"turn"}) {
			t.Fatalf("table %d: got %v after the player left, want the turn", n, got)
		}
	}
}

// Without a hint, a turn is found once all pages were looked at.
func TestRound_PagesReachEveryPlayer(t *testing.T) {
	t.Parallel()
	f, others := crowded(t, false)
	id := f.Running(f.registry, 2)
	b := f.browser(f.owing(id))
	var got []string
	for range others + 2 {
		f.round(time.Second)
		got = append(got, f.occasions(b)...)
	}
	expect.Slice(t, got, []string{"turn"}, "after all pages")
}

// The longest names, of 1,696 bytes, keep no message from a player: push services and webhooks limit its size.
func TestPush_LongNames(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.Running(f.registry, 4)
	seat := f.owing(id)
	for _, p := range f.Players {
		f.must(f.Store.RenamePlayer(t.Context(), p, strings.Repeat(strings.Repeat("\U0001f469\u200d", 7)+"\U0001f469", 32)))
	}
	b := f.browser(seat)
	f.round(time.Second)
	expect.Slice(t, f.occasions(b), []string{"turn"}, "with long names")
}
