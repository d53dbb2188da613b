package retention_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"
	"go.uber.org/goleak"

	"nemeton/server/retention"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/sqlitetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const day = 24 * time.Hour

var start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// fixture is a service on a store. Its time passes only in waits, which end at once.
type fixture struct {
	*retention.Service
	t     *testing.T
	store store.Store

	mu        sync.Mutex
	now       time.Time
	waits     []time.Duration
	announced []store.TableID
	removed   map[string]int
	failed    []string
	sweeps    int
	onWait    func(n int) // called with the number of waits so far
}

func newFixture(t *testing.T, keep retention.Keep, change ...func(*retention.Config)) *fixture {
	t.Helper()
	h := &fixture{t: t, store: sqlitetest.Open(t), now: start, removed: map[string]int{}}
	cfg := retention.Config{
		Store: h.store, Keep: keep, Announce: h.announce, Now: h.clock, After: h.after, Meter: h, Log: zerolog.Nop(),
	}
	for _, c := range change {
		c(&cfg)
	}
	h.Service = retention.NewService(cfg)
	return h
}

func (h *fixture) announce(_ context.Context, ids ...store.TableID) {
	h.announced = append(h.announced, ids...)
}

func (h *fixture) clock() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

func (h *fixture) after(d time.Duration, f func()) (stop func() bool) {
	h.mu.Lock()
	h.now, h.waits = h.now.Add(d), append(h.waits, d)
	n := len(h.waits)
	h.mu.Unlock()
	if h.onWait != nil {
		h.onWait(n)
	}
	f()
	return func() bool { return false }
}

func (h *fixture) Removed(kind string, n int)  { h.removed[kind] += n }
func (h *fixture) RetentionFailed(kind string) { h.failed = append(h.failed, kind) }
func (h *fixture) RetentionSwept(time.Time)    { h.sweeps++ }

func (h *fixture) must(err error) {
	h.t.Helper()
	must.Succeed(h.t, err)
}

// guest creates a guest who was seen at start.
func (h *fixture) guest(id store.PlayerID) store.PlayerID {
	h.t.Helper()
	session := store.Session{ID: string(id), CreatedAt: start, SeenAt: start}
	copy(session.TokenHash[:], id)
	h.must(h.store.CreatePlayer(h.t.Context(), store.Player{ID: id, Name: "Ada", CreatedAt: start}, session))
	return id
}

// table creates an open table with a player.
func (h *fixture) table(id store.TableID, player store.PlayerID) store.TableID {
	h.t.Helper()
	h.must(h.store.CreateTable(h.t.Context(), store.Table{
		ID: id, Title: "toy", State: store.Open, Visibility: store.Public, Host: player, Seats: []store.Seat{{Player: player}}, CreatedAt: start, UpdatedAt: start,
	}, ""))
	return id
}

// running creates a running table without people. SQLite never removes the newest table of all.
func (h *fixture) running() {
	h.t.Helper()
	h.must(h.store.CreateTable(h.t.Context(), store.Table{ID: "running", Title: "toy", State: store.Running, Visibility: store.Public, CreatedAt: start, UpdatedAt: start}, ""))
}

func (h *fixture) state(id store.TableID) store.State {
	h.t.Helper()
	row, err := h.store.Table(h.t.Context(), id)
	if errors.Is(err, store.ErrNotFound) {
		return ""
	}
	h.must(err)
	return row.State
}

func (h *fixture) exists(id store.PlayerID) bool {
	_, err := h.store.Player(h.t.Context(), id)
	return err == nil
}

func wantEqual(t *testing.T, what string, got, want any) {
	t.Helper()
	expect.Equal(t, cmp.Diff(want, got), "", what, "(-want +got)")
}

// A table that nobody starts is closed, then removed, and then its player.
func TestSweep_LifeOfATable(t *testing.T) {
	t.Parallel()
	h := newFixture(t, retention.Defaults())
	ada := h.guest("ada")
	id := h.table("table", ada)
	h.running()
	h.must(h.store.CreateLink(t.Context(), store.Link{
		ID: "link", Kind: store.DeviceLink, CodeHash: [32]byte{1}, Player: ada, Session: string(ada), CreatedAt: start, ExpiresAt: start,
	}))
	step := func(after time.Duration, want store.State, exists bool) {
		t.Helper()
		h.now = start.Add(after)
		h.Sweep(t.Context())
		wantEqual(t, fmt.Sprintf("state after %v", after), h.state(id), want)
		wantEqual(t, fmt.Sprintf("player after %v", after), h.exists(ada), exists)
	}
	step(29*day, store.Open, true)
	step(30*day+time.Second, store.Closed, true)
	wantEqual(t, "announced tables", h.announced, []store.TableID{id})
	step(31*day, store.Closed, true)
	step(31*day+2*time.Second, "", true)
	step(180*day, "", true)
	step(180*day+time.Second, "", false)
	wantEqual(t, "removed rows", h.removed, map[string]int{"ended_seats": 0, "idle_tables": 1, "closed_tables": 1, "idle_guests": 1, "expired_links": 1, "invitations": 0, "chat": 0, "reports": 0, "suggestions": 0, "operator_log": 0})
	wantEqual(t, "finished sweeps", h.sweeps, 6)
}

// Without times nothing is removed.
func TestSweep_KeepsForever(t *testing.T) {
	t.Parallel()
	h := newFixture(t, retention.Keep{})
	id := h.table("table", h.guest("ada"))
	h.guest("ben")
	h.now = start.Add(10_000 * day)
	h.Sweep(t.Context())
	if h.state(id) != store.Open || !h.exists("ada") || !h.exists("ben") {
		t.Error("a row was removed")
	}
}

// Many rows are removed in batches, with a pause after each.
func TestSweep_Batches(t *testing.T) {
	t.Parallel()
	h := newFixture(t, retention.Defaults())
	const many = 250
	for n := range many {
		h.guest(store.PlayerID(fmt.Sprintf("guest %03d", n)))
		h.table(store.TableID(fmt.Sprintf("table %03d", n)), "someone")
	}
	h.now = start.Add(200 * day)
	h.Sweep(t.Context())
	wantEqual(t, "removed rows", h.removed, map[string]int{"ended_seats": 0, "idle_tables": many, "closed_tables": 0, "idle_guests": many, "expired_links": 0, "invitations": 0, "chat": 0, "reports": 0, "suggestions": 0, "operator_log": 0})
	wantEqual(t, "pauses", h.waits, []time.Duration{200 * time.Millisecond, 200 * time.Millisecond, 200 * time.Millisecond, 200 * time.Millisecond})
}

// faulty fails to close tables.
type faulty struct{ store.Retention }

func (faulty) CloseIdleTables(context.Context, time.Time, time.Time, int) ([]store.TableID, error) {
	return nil, store.ErrUnavailable
}

// A failure is counted and does not stop the other kinds.
func TestSweep_Failure(t *testing.T) {
	t.Parallel()
	h := newFixture(t, retention.Defaults(), func(c *retention.Config) { c.Store = faulty{c.Store} })
	h.table("table", "someone")
	h.guest("ada")
	h.now = start.Add(200 * day)
	h.Sweep(t.Context())
	wantEqual(t, "failed kinds", h.failed, []string{"idle_tables"})
	wantEqual(t, "the guest exists", h.exists("ada"), false)
}

// A sweep ends between two batches when its context ends.
func TestSweep_Canceled(t *testing.T) {
	t.Parallel()
	h := newFixture(t, retention.Defaults())
	for n := range 300 {
		h.table(store.TableID(fmt.Sprintf("table %03d", n)), "someone")
	}
	h.now = start.Add(200 * day)
	ctx, cancel := context.WithCancel(t.Context())
	h.onWait = func(int) { cancel() }
	h.Sweep(ctx)
	wantEqual(t, "removed rows", h.removed, map[string]int{"ended_seats": 0, "idle_tables": 100})
	wantEqual(t, "finished sweeps", h.sweeps, 0)
}

// Run sweeps a minute after the start and then every hour, until its context ends.
func TestRun(t *testing.T) {
	t.Parallel()
	h := newFixture(t, retention.Defaults())
	ctx, cancel := context.WithCancel(t.Context())
	h.onWait = func(n int) {
		if n == 4 {
			cancel()
		}
	}
	h.Run(ctx)
	wantEqual(t, "waits", h.waits, []time.Duration{time.Minute, time.Hour, time.Hour, time.Hour})
	wantEqual(t, "finished sweeps", h.sweeps, 3)
}

func TestKeep_Check(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		keep retention.Keep
		ok   bool
	}{
		{retention.Keep{}, true},
		{retention.Defaults(), true},
		{retention.Keep{ClosedTables: retention.MinClosed}, true},
		{retention.Keep{ClosedTables: retention.MinClosed - 1}, false},
		{retention.Keep{IdleGuests: -1}, false},
		{retention.Keep{ClosedTables: -1}, false},
	} {
		if err := c.keep.Check(); (err == nil) != c.ok {
			t.Errorf("%+v: got error %v, want none: %v", c.keep, err, c.ok)
		}
	}
}

// A sweep covers every kind once.
func TestKinds(t *testing.T) {
	t.Parallel()
	got := retention.Kinds()
	slices.Sort(got)
	wantEqual(t, "kinds", got, []retention.Kind{retention.Chat, retention.ClosedTables, retention.EndedSeats, retention.ExpiredLinks, retention.IdleGuests, retention.IdleTables, retention.Invitations, retention.OperatorLog, retention.Reports, retention.Suggestions})
}

// Suggestions are kept for their time.
func TestSweep_Suggestions(t *testing.T) {
	t.Parallel()
	h := newFixture(t, retention.Keep{Suggestions: 10 * day})
	for n, id := range []string{"old", "new"} {
		must.Succeed(t, h.store.AddSuggestion(t.Context(), store.Suggestion{ID: id, Language: "de", CreatedAt: start.Add(time.Duration(n) * day)}))
	}
	h.now = start.Add(10*day + time.Hour)
	h.Sweep(t.Context())
	left, err := h.store.Suggestions(t.Context())
	if err != nil || len(left) != 1 || left[0].ID != "new" || h.removed["suggestions"] != 1 {
		t.Errorf("got %v and %v, removed %v", left, err, h.removed)
	}
}

// Acts of operators are kept for their time.
func TestSweep_OperatorLog(t *testing.T) {
	t.Parallel()
	h := newFixture(t, retention.Keep{OperatorLog: 10 * day})
	for n, id := range []string{"old", "new"} {
		must.Succeed(t, h.store.LogAct(t.Context(), store.Act{ID: id, At: start.Add(time.Duration(n) * day)}))
	}
	h.now = start.Add(10*day + time.Hour)
	h.Sweep(t.Context())
	left, err := h.store.Acts(t.Context(), store.Act{}, 10)
	if err != nil || len(left) != 1 || left[0].ID != "new" || h.removed["operator_log"] != 1 {
		t.Errorf("got %v and %v, removed %v", left, err, h.removed)
	}
}
