// Package memstore keeps the logs, rows and snapshots of tables, and the store's time, in memory. Simulations run on it, because it is deterministic,
// can be copied, and can lose entries. All other tests use package sqlitetest.
package memstore

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
)

// Store is an open store. Create it with New, Again or Copy.
type Store struct {
	data    *data
	closed  atomic.Bool
	clock   func() time.Time // of the store; nil: it has none of its own
	anyPrev bool             // do not compare the predecessors of entries
}

// data is the content of a database.
type data struct {
	mu      sync.RWMutex
	players map[store.PlayerID]store.Player
	tables  map[store.TableID]*table
	epoch   int // number of restores

	beat    int64           // time of the last heartbeat, in milliseconds; 0: none
	outages []engine.Outage // never changed in place
	nodes   map[string]beatingNode
}

// table is a row and its log. Their slices and maps never change in place, so copies may share them.
type table struct {
	row      store.Table // Restored is not set; read computes it
	open     store.Table // the row before the first record, if there is one
	epoch    int         // of the database at the last append
	log      []entry
	shots    []store.Snapshot // by seq
	commands map[command]int  // index in log
	names    []name
}

// name is a name that the entry seq stored.
type name struct {
	store.TableName
	seq engine.Seq
}

type command struct {
	seat engine.Seat
	id   string
}

// New returns an empty store.
func New() *Store {
	return &Store{data: &data{players: map[store.PlayerID]store.Player{}, tables: map[store.TableID]*table{}, nodes: map[string]beatingNode{}}}
}

// Again opens the same data once more, as a restarted server does.
func (s *Store) Again() *Store { return &Store{data: s.data, clock: s.clock} }

// WithClock gives the store a clock of its own, as a database server has.
func (s *Store) WithClock(now func() time.Time) *Store {
	s.clock = now
	return s
}

// Copy returns an independent store with the same content.
func (s *Store) Copy() *Store {
	s.data.mu.RLock()
	defer s.data.mu.RUnlock()
	d := &data{
		players: maps.Clone(s.data.players), tables: make(map[store.TableID]*table, len(s.data.tables)), epoch: s.data.epoch,
		beat: s.data.beat, outages: s.data.outages, nodes: maps.Clone(s.data.nodes),
	}
	for id, t := range s.data.tables {
		d.tables[id] = &table{row: t.row, open: t.open, epoch: t.epoch, log: slices.Clip(t.log), shots: slices.Clone(t.shots), commands: maps.Clone(t.commands), names: t.names}
	}
	return &Store{data: d}
}

// Restored opens the same data as a store whose database was restored: all running tables count as restored.
func (s *Store) Restored() *Store {
	s.data.mu.Lock()
	defer s.data.mu.Unlock()
	s.data.epoch++
	return &Store{data: s.data, clock: s.clock}
}

// Cut removes the records of a table after seq, as a failover does that loses commits. The row becomes the one of that time.
func (s *Store) Cut(id store.TableID, seq engine.Seq) {
	s.data.mu.Lock()
	defer s.data.mu.Unlock()
	t := s.data.tables[id]
	if int(seq) == len(t.log) {
		return
	}
	t.log = slices.Clone(t.log[:seq])
	was := &t.open
	if seq > 0 {
		was = &t.log[seq-1].row
	}
	t.row.Seq, t.row.Head, t.row.State, t.row.Seats = seq, was.Head, was.State, was.Seats
	t.row.Owing, t.row.StandIns, t.row.Winners, t.row.Ending, t.row.DueAt, t.row.UpdatedAt = was.Owing, was.StandIns, was.Winners, was.Ending, was.DueAt, was.UpdatedAt
	t.row.Contributions, t.row.Answers = was.Contributions, was.Answers
	t.removeNames(func(n name) bool { return n.seq > seq })
	t.commands = maps.Clone(t.commands)
	maps.DeleteFunc(t.commands, func(_ command, at int) bool { return at >= int(seq) })
}

// IgnorePrev returns the same data as a store with a fault: it does not compare the predecessors of entries.
func (s *Store) IgnorePrev() *Store { return &Store{data: s.data, clock: s.clock, anyPrev: true} }

// Complete returns s as a store.Store, for fixtures and suites of complete stores. The methods that s lacks panic.
func (s *Store) Complete() store.Store {
	return struct {
		*Store
		missing
	}{Store: s}
}

// missing has the methods of a store that Store lacks. In a struct with both, those of Store hide those of the same name, which lie one level deeper.
type missing struct{ store.Store }

// Close refuses all further calls. The data stays for Again.
func (s *Store) Close() error {
	s.closed.Store(true)
	return nil
}

// view calls f while nothing changes.
func (s *Store) view(ctx context.Context, f func(*data) error) error {
	if err := s.fail(ctx); err != nil {
		return err
	}
	s.data.mu.RLock()
	defer s.data.mu.RUnlock()
	return f(s.data)
}

// update calls f exclusively. If f returns an error, it must have changed nothing.
func (s *Store) update(ctx context.Context, f func(*data) error) error {
	if err := s.fail(ctx); err != nil {
		return err
	}
	s.data.mu.Lock()
	defer s.data.mu.Unlock()
	return f(s.data)
}

func (s *Store) fail(ctx context.Context) error {
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
	case s.closed.Load():
		return fmt.Errorf("%w: %w", store.ErrUnavailable, errors.New("the store is closed"))
	}
	return nil
}
