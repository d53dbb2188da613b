package table_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"nemeton/engine"
	"nemeton/server/fanout/local"
	"nemeton/server/store"
	"nemeton/server/store/postgres"
	"nemeton/server/table"
	"nemeton/server/wire"
	"nemeton/testkit/must"
	"nemeton/testkit/pgtest"
	"nemeton/testkit/sqlitetest"
	"nemeton/testkit/tabletest"
	"nemeton/testkit/testsize"
)

// A client that connects to the nodes in the order of its table finds the same node as the others, and the tables are spread over the nodes.
func TestSubscribe_NodesInOrderOfTheTable(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	nodes := []string{"https://a.example", "https://b.example", "https://c.example"}
	r, other := h.Registry(func(c *table.Config) { c.Nodes = nodes }), h.Registry(func(c *table.Config) { c.Nodes = []string{nodes[2], nodes[0], nodes[1]} })
	first := map[string]int{}
	for range 60 {
		id := h.Open(2)
		got, again := nodesOf(t, h, r, id), nodesOf(t, h, other, id)
		if !slices.Equal(got, again) || !slices.Equal(slices.Sorted(slices.Values(got)), nodes) {
			t.Fatalf("got %v and %v, want one order of %v", got, again, nodes)
		}
		first[got[0]]++
	}
	for _, node := range nodes {
		if first[node] < 5 {
			t.Errorf("node %s is the first of %d tables of 60", node, first[node])
		}
	}
}

// nodesOf returns the nodes that a new spectator of a table gets.
func nodesOf(t *testing.T, h *tabletest.Fixture, r *table.Registry, id store.TableID) []string {
	t.Helper()
	var got wire.Snapshot
	must.Succeed(t, json.Unmarshal([]byte(h.Next(h.Subscribe(r, id, table.SubscribeRequest{}), "snapshot").Raw), &got))
	return got.Nodes
}

// racingStore counts what several nodes at one table cost: appends that conflict, and entries that a node reads because another one stored them.
type racingStore struct {
	store.Store
	conflicts, entries, read *atomic.Int32
}

func (s racingStore) Append(ctx context.Context, a store.Append) error {
	err := s.Store.Append(ctx, a)
	if err == nil {
		s.entries.Add(1)
	} else {
		s.conflicts.Add(1)
	}
	return err
}

func (s racingStore) Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) ([]engine.Record, error) {
	list, err := s.Store.Read(ctx, id, after, limit)
	s.read.Add(int32(len(list)))
	return list, err
}

// The four players of each table act at the same time: those of one table at one node, or at both. On Postgres, each node has a store of its own.
func TestNodes_AffinitySavesWork(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	for _, c := range []struct {
		together bool
		stores   func(*testing.T) [2]store.Store
	}{{true, oneSQLite}, {false, oneSQLite}, {true, twoPostgres}, {false, twoPostgres}} {
		stores, together := c.stores(t), c.together
		t.Run(fmt.Sprintf("%T, together %v", stores[0], together), func(t *testing.T) {
			t.Parallel()
			h := tabletest.On(t, stores[0])
			var hub local.Hub
			s := racingStore{nil, &atomic.Int32{}, &atomic.Int32{}, &atomic.Int32{}}
			node := func(own store.Store) *table.Registry {
				racing := s
				racing.Store = own
				return h.Registry(func(c *table.Config) { c.Bus, c.Store = hub.Join(), racing })
			}
			nodes := []*table.Registry{node(stores[0]), node(stores[1])}
			const tables = 10
			var all sync.WaitGroup
			for n := range tables {
				id := h.Running(nodes[n%2], 4)
				for seat := range engine.Seat(4) {
					at := nodes[n%2]
					if !together {
						at = nodes[int(seat)%2]
					}
					sub := h.Subscribe(at, id, table.SubscribeRequest{Player: h.Players[seat]})
					all.Go(func() { playSeat(t, at, id, seat, sub) })
				}
			}
			all.Wait()
			conflicts, entries, read := s.conflicts.Load(), s.entries.Load(), s.read.Load()
			t.Logf("%d entries: %d read and viewed at a second node, %d appends that conflicted", entries, read, conflicts)
			if together && (conflicts > 0 || read > 0) || !together && read < entries/2 {
				t.Errorf("%d entries, %d read, %d conflicts", entries, read, conflicts)
			}
		})
	}
}

func oneSQLite(t *testing.T) [2]store.Store {
	t.Helper()
	s := sqlitetest.Open(t)
	return [2]store.Store{s, s}
}

func twoPostgres(t *testing.T) (stores [2]store.Store) {
	t.Helper()
	address := pgtest.New(t)
	for n := range stores {
		s := must.Return(postgres.Open(t.Context(), address, postgres.Options{ReadTimeout: time.Minute}))(t)
		t.Cleanup(func() { _ = s.Close() })
		stores[n] = s
	}
	return stores
}

// playSeat plays a seat to the end of the game.
func playSeat(t *testing.T, r *table.Registry, id store.TableID, seat engine.Seat, sub *tabletest.Subscriber) {
	t.Helper()
	for {
		raw, err := r.View(context.Background(), id, engine.SeatViewer(seat), false)
		var now tabletest.Content
		if err == nil {
			err = json.Unmarshal(raw, &now)
		}
		if err != nil {
			t.Error(err)
			return
		}
		if len(now.Decisions) == 0 {
			return // the game has ended
		}
		acted := false
		for _, d := range now.Decisions {
			if d.Seat == seat && !acted {
				_, err := r.Act(context.Background(), id, table.Command{ID: uuid.NewString(), Seat: seat, Decision: d.ID, Move: d.Moves[0]})
				acted = err == nil // else another node's entry came first
			}
		}
		if acted {
			continue
		}
		if _, err := sub.Next(t.Context()); err != nil {
			t.Error(err)
			return
		}
	}
}
