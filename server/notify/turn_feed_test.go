package notify_test

import (
	"context"
	"encoding/json"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"nemeton/server/fanout/local"
	"nemeton/server/notify"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestOverviews_SendChanges(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	all := notify.NewTurnFeed(f.Store, 0)
	woken, ended := 0, 0
	r := all.Read(f.Players[0], "session", func() { woken++ }, func() { ended++ })
	take := func() (v wire.Overview) {
		must.Succeed(t, json.Unmarshal(r.Take(), &v))
		return v
	}
	if r.Take() != nil {
		t.Error("a message before the first look")
	}
	all.ReadAll(t.Context())
	if v := take(); woken != 1 || len(v.Turns) != 0 || v.T != wire.TagOverview {
		t.Errorf("got %+v, woken %d times", v, woken)
	}
	id := f.Running(f.registry, 2)
	for f.owing(id) != 0 {
		f.Step(f.registry, id, 0)
	}
	all.ReadAll(t.Context())
	all.ReadAll(t.Context())
	if v := take(); woken != 2 || len(v.Turns) != 1 || v.Turns[0].Table != string(id) {
		t.Errorf("got %+v, woken %d times", v, woken)
	}
	again := all.Read(f.Players[0], "other", func() {}, func() {})
	if again.Take() == nil {
		t.Error("a second page has no message at its beginning")
	}
	expect.Equal(t, len(all.Sessions()), 2, "sessions")
	all.EndSession("session")
	expect.Equal(t, ended, 1, "ends")
	r.Close()
	again.Close()
	if r.Take() != nil {
		t.Error("a message after the last page has left")
	}
}

// tellingStore tells the changes of one table again and again.
type tellingStore struct {
	store.Store
	table atomic.Pointer[store.TableID]
}

func (s *tellingStore) ChangedSince(context.Context, store.Cursor) (c store.Changes, err error) {
	if id := s.table.Load(); id != nil {
		c.Tables = []store.ChangedTable{{Table: *id}}
	}
	return c, nil
}

// A turn arrives because of a hint alone: on the node that stored it at once, on another one with the store's changes. Invitations arrive over the bus.
func TestOverviews_FollowHints(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var hub local.Hub
	telling := &tellingStore{Store: f.Store}
	node := func(poll time.Duration) (*table.Registry, *notify.TurnFeed) {
		all := notify.NewTurnFeed(f.Store, time.Hour)
		all.Start()
		t.Cleanup(all.Close)
		return f.Registry(func(c *table.Config) {
			c.Store, c.Now, c.Poll, c.Bus, c.Changed, c.PlayerChanged = telling, f.clock.Now, poll, hub.Join(), all.Changed, all.PlayerChanged
		}), all
	}
	here, own := node(time.Hour)
	_, others := node(5 * time.Millisecond)
	readers := []*page{newPage(t, own, f.Players[0]), newPage(t, others, f.Players[0])}
	for _, r := range readers {
		r.until("nothing waits at the beginning", func(v wire.Overview) bool { return len(v.Turns) == 0 })
	}
	id := f.Running(here, 2)
	telling.table.Store(&id)
	row, err := f.Store.Table(t.Context(), id)
	f.must(err)
	for n := 0; !slices.Contains(row.Owing, 0) || len(row.Owing) > 1; n++ {
		f.Step(here, id, n)
		row, err = f.Store.Table(t.Context(), id)
		f.must(err)
	}
	for _, r := range readers {
		r.until("the turn", func(v wire.Overview) bool {
			return len(v.Turns) == 1 && v.Turns[0].Table == string(id) && v.Changes > 0
		})
	}
	before := readers[0].newest.Changes
	f.Step(here, id, 0)
	readers[0].until("the change after the move", func(v wire.Overview) bool { return v.Changes > before })

	// An invitation and its end are hints for the player alone.
	open := f.Open(2, func(row *store.Table) { row.Seats[0].Player = "" })
	session := store.Session{ID: f.NewID(), Player: f.Players[1], TokenHash: [32]byte{1}, CreatedAt: f.Moment, SeenAt: f.Moment}
	f.must(f.Store.CreateSession(t.Context(), session))
	f.must(f.Store.Invite(t.Context(), store.Invitation{Table: open, Invited: f.Players[0], Inviter: f.Players[1], Session: session.ID, CreatedAt: f.Moment}, f.Moment,
		func(store.InvitationUsage) error { return nil }))
	here.AnnouncePlayer(f.Players[0])
	for _, r := range readers {
		r.until("the invitation", func(v wire.Overview) bool { return v.Invitations == 1 })
	}
	f.must(f.Store.DeclineInvitation(t.Context(), open, f.Players[0], f.Moment))
	here.AnnouncePlayer(f.Players[0])
	for _, r := range readers {
		r.until("the invitation is declined", func(v wire.Overview) bool { return v.Invitations == 0 })
	}
}

// page is a page of a player.
type page struct {
	t      *testing.T
	woken  chan struct{}
	reader *notify.Reader
	newest wire.Overview
}

func newPage(t *testing.T, all *notify.TurnFeed, player store.PlayerID) *page {
	t.Helper()
	p := &page{t: t, woken: make(chan struct{}, 1)}
	p.reader = all.Read(player, "session", func() {
		select {
		case p.woken <- struct{}{}:
		default:
		}
	}, func() {})
	t.Cleanup(p.reader.Close)
	return p
}

// until waits until the newest overview is as wanted.
func (p *page) until(what string, wanted func(wire.Overview) bool) {
	p.t.Helper()
	late := time.After(time.Minute)
	for {
		if raw := p.reader.Take(); raw != nil {
			p.newest = wire.Overview{}
			must.Succeed(p.t, json.Unmarshal(raw, &p.newest))
			if wanted(p.newest) {
				return
			}
		}
		select {
		case <-p.woken:
		case <-late:
			p.t.Fatalf("%s: the page was not told within a minute", what)
		}
	}
}

// countingStore counts the queries of overviews.
type countingStore struct {
	notify.TurnStore
	queries int
}

func (c *countingStore) OwedBy(ctx context.Context, players []store.PlayerID) ([]store.Owed, error) {
	c.queries++
	return c.TurnStore.OwedBy(ctx, players)
}

func (c *countingStore) CountInvitations(ctx context.Context, players []store.PlayerID) (map[store.PlayerID]int, error) {
	c.queries++
	return c.TurnStore.CountInvitations(ctx, players)
}

// One look at many players takes two queries, also if the invitations of all are counted for the first time. Each page of a player is woken, also after
// another one has left.
func TestOverviews_FewQueries(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	counting := &countingStore{TurnStore: f.Store}
	all := notify.NewTurnFeed(counting, time.Hour)
	woken := map[store.PlayerID]int{}
	for _, player := range f.Players {
		read := func() *notify.Reader { return all.Read(player, "session", func() { woken[player]++ }, func() {}) }
		gone := read()
		read()
		read()
		gone.Close()
	}
	all.ReadAll(t.Context())
	expect.Equal(t, counting.queries, 2, "queries for", len(f.Players), "players")
	for _, player := range f.Players {
		expect.Equal(t, woken[player], 2, "woke", "readers of a player")
	}
}
