package table_test

import (
	"context"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"nemeton/server/fanout/local"
	"nemeton/server/store"
	"nemeton/server/store/postgres"
	"nemeton/server/table"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/pgtest"
	"nemeton/testkit/tabletest"
	"nemeton/testkit/testsize"
)

// askedStore counts the questions that nodes ask again and again.
type askedStore struct {
	store.Store
	looks, polls atomic.Int32
	looked       chan struct{} // capacity 0
}

func (s *askedStore) ChangedSince(ctx context.Context, since store.Cursor) (store.Changes, error) {
	s.looks.Add(1)
	select {
	case s.looked <- struct{}{}:
	default:
	}
	return s.Store.ChangedSince(ctx, since)
}

func (s *askedStore) TableVersions(ctx context.Context, ids []store.TableID) (map[store.TableID]store.TableVersion, error) {
	s.polls.Add(1)
	return s.Store.TableVersions(ctx, ids)
}

// Watched tables at which nothing happens cost one statement for all of them, with or without a bus. A move at one node reaches the other one.
func TestNodes_IdleTables(t *testing.T) {
	t.Parallel()
	if testsize.Get() < testsize.Normal {
		t.Skip("starts Postgres")
	}
	tables, looks, every := 50, int32(60), 10*time.Millisecond
	if testsize.Get() == testsize.Long {
		tables, looks, every = 20_000, 30, 2*time.Second
	}
	db := must.Return(postgres.Open(t.Context(), pgtest.New(t), postgres.Options{ReadTimeout: time.Minute}))(t)
	t.Cleanup(func() { _ = db.Close() })
	h := tabletest.On(t, db)
	asked := &askedStore{Store: db, looked: make(chan struct{})}
	var hub local.Hub
	live := func(c *table.Config) { c.Now, c.Poll, c.Bus = time.Now, every, hub.Join() }
	first, second := h.Registry(live), h.Registry(live, func(c *table.Config) { c.Store = asked })
	ids := make([]store.TableID, tables)
	for i := range ids {
		ids[i] = h.Open(2)
	}
	var all sync.WaitGroup
	for part := range 64 {
		all.Go(func() {
			for i := part; i < len(ids); i += 64 {
				row, err := db.Table(context.Background(), ids[i])
				if err == nil {
					err = first.Begin(context.Background(), row)
				}
				for _, r := range []*table.Registry{first, second} {
					if err == nil {
						_, err = r.Subscribe(context.Background(), ids[i], table.SubscribeRequest{Player: h.Players[0]})
					}
				}
				expect.Error(t, err, nil)
			}
		})
	}
	all.Wait()
	for range 3 { // the tables settle
		<-asked.looked
	}
	from, polls, began, used := asked.looks.Load(), asked.polls.Load(), time.Now(), processorTime(t)
	for asked.looks.Load() < from+looks {
		<-asked.looked
	}
	// All watched tables are polled once in 30 looks.
	if got, want := asked.polls.Load()-polls, (looks/30+1)*int32((tables+1999)/2000); got > want {
		t.Errorf("%d tables were polled by %d statements in %d looks, want at most %d", tables, got, looks, want)
	}
	wall := time.Since(began)
	t.Logf("%d tables watched at each of two nodes: %.2f %% of a processor for each node", tables, 50*float64(processorTime(t)-used)/float64(wall))
	sub := h.Subscribe(second, ids[0], table.SubscribeRequest{Player: h.Players[1]})
	h.Next(sub, "snapshot")
	h.Step(first, ids[0], 0)
	expect.Equal(t, h.Next(sub, "update").Seq, 2, "entry")
}

// processorTime returns the processor time of this process.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	must.Succeed(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
