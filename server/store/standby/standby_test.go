package standby_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"go.uber.org/goleak"

	"nemeton/server/store"
	"nemeton/server/store/postgres"
	"nemeton/server/store/standby"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/pgserver"
	"nemeton/testkit/testsize"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// countingStore counts the lists that the primary answers.
type countingStore struct {
	store.Store
	lists int
}

func (s *countingStore) ListTables(ctx context.Context, q store.Query) ([]store.Table, error) {
	s.lists++
	return s.Store.ListTables(ctx, q)
}

// The standby answers while it follows the primary. When it lags too much, and when it dies, the primary answers, and nothing fails.
func TestStore_StandbyLagsAndDies(t *testing.T) {
	t.Parallel()
	if testsize.Get() < testsize.Long {
		t.Skip("two servers take seconds: for long runs")
	}
	p := must.Return(pgserver.StartPair(t.Context()))(t)
	t.Cleanup(func() { _ = p.Stop() })
	primary := must.Return(postgres.Open(t.Context(), p.Primary.Address, postgres.Options{}))(t)
	t.Cleanup(func() { _ = primary.Close() })
	reads := must.Return(postgres.OpenStandby(t.Context(), p.Standby.Address, postgres.Options{}))(t)
	now, made := time.Unix(1_800_000_000, 0), 0
	beat := func(later time.Duration) {
		t.Helper()
		now = now.Add(later)
		must.Return(primary.Heartbeat(t.Context(), now, now, store.Node{ID: "node"}))(t)
	}
	create := func() {
		t.Helper()
		made++
		must.Succeed(t, primary.CreateTable(t.Context(), store.Table{
			ID: store.TableID(fmt.Sprint("table", made)), Title: "toy", State: store.Open, Visibility: store.Public, Seats: []store.Seat{{Color: "red"}}, CreatedAt: now, UpdatedAt: now,
		}, ""))
	}
	counted := &countingStore{Store: primary}
	s := standby.New(counted, primary, reads, zerolog.Nop())
	t.Cleanup(func() { _ = s.Close() })
	list := func() (tables, byPrimary int) {
		t.Helper()
		before := counted.lists
		rows := must.Return(s.ListTables(t.Context(), store.Query{Limit: 100}))(t)
		return len(rows), counted.lists - before
	}
	beat(0)
	create()
	must.Succeed(t, p.Part(t.Context())) // the standby has everything until here
	if !s.Check(t.Context()) {
		t.Fatal("a standby that is up to date is not used")
	}
	if tables, byPrimary := list(); tables != 1 || byPrimary != 0 {
		t.Errorf("got %d tables, %d lists by the primary; want 1 table from the standby", tables, byPrimary)
	}
	create()
	beat(standby.MaxLag / 2)
	if !s.Check(t.Context()) {
		t.Error("a standby that is a moment behind is not used")
	}
	if tables, byPrimary := list(); tables != 1 || byPrimary != 0 {
		t.Errorf("got %d tables, %d lists by the primary; want the moment before, from the standby", tables, byPrimary)
	}
	expect.Error(t, expect.Second(s.Table(t.Context(), "table2")), nil, "a row that is not read from the standby")
	beat(standby.MaxLag)
	if s.Check(t.Context()) {
		t.Error("a standby that is far behind is used")
	}
	if tables, byPrimary := list(); tables != 2 || byPrimary != 1 {
		t.Errorf("got %d tables, %d lists by the primary; want 2 tables from the primary", tables, byPrimary)
	}
	must.Succeed(t, p.Standby.Stop())
	if s.Check(t.Context()) {
		t.Error("a standby that is gone is used")
	}
	expect.Equal(t, expect.First(list()), 2, "tables")
}

// awayStore answers nothing while err is set.
type awayStore struct {
	store.Store
	err error
}

func (s *awayStore) LastBeat(context.Context) (time.Time, error) { return time.Time{}, s.err }

func (s *awayStore) ListTables(context.Context, store.Query) ([]store.Table, error) {
	return nil, s.err
}

func (s *awayStore) Close() error { return nil }

// The log says that a standby cannot be reached: at the start, as with a wrong address, and when a read was the first to notice.
func TestStore_StandbyAwayIsLogged(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	away := &awayStore{err: errors.New("no such host")}
	s := standby.New(&awayStore{}, &awayStore{}, away, zerolog.New(&log))
	must.Succeed(t, s.Close()) // ends the comparisons in the background
	logged := func(when, want string) {
		t.Helper()
		if got := log.String(); !strings.Contains(got, want) || strings.Count(got, "\n") != 1 {
			t.Errorf("%s: got the log %q, want one line with %s", when, got, want)
		}
		log.Reset()
	}
	logged("away at the start", `"level":"warn","error":"no such host"`)
	away.err = nil
	s.Check(t.Context())
	logged("reached", `"level":"info"`)
	away.err = errors.New("gone")
	must.Return(s.ListTables(t.Context(), store.Query{}))(t)
	s.Check(t.Context())
	logged("away during a read", `"level":"warn","error":"gone"`)
	if s.Check(t.Context()); log.Len() > 0 {
		t.Errorf("still away: got the log %q, want nothing new", log.String())
	}
}
