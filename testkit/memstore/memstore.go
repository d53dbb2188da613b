// Package memstore keeps a store in memory: for suites that play so much that a database would be most of what they wait for. It keeps the
// whole contract of package store but one thing, that what it keeps outlives the process.
package memstore

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"nemeton/engine"
	"nemeton/server/store"
)

// Store is one opening of what is kept. It is made by New, Again or Copy.
type Store struct {
	kept   *kept
	closed atomic.Bool
}

var _ store.Store = (*Store)(nil)

// kept is what a database would hold.
type kept struct {
	mu       sync.RWMutex
	players  map[store.PlayerID]store.Player
	sessions map[[32]byte]store.Session
	links    map[[32]byte]store.Link
	tables   map[store.TableID]*table
}

// table is a row and its log; what is in either is never changed in place.
type table struct {
	row      store.Table
	log      []entry
	commands map[command]int // where in the log
}

type command struct {
	seat engine.Seat
	id   string
}

// New is an empty store.
func New() *Store {
	return &Store{kept: &kept{
		players: map[store.PlayerID]store.Player{}, sessions: map[[32]byte]store.Session{},
		links: map[[32]byte]store.Link{}, tables: map[store.TableID]*table{},
	}}
}

// Again opens the same data once more, as a restarted server does.
func (s *Store) Again() *Store { return &Store{kept: s.kept} }

// Copy is another store that holds the same now.
func (s *Store) Copy() *Store {
	s.kept.mu.RLock()
	defer s.kept.mu.RUnlock()
	k := &kept{
		players: maps.Clone(s.kept.players), sessions: maps.Clone(s.kept.sessions),
		links: maps.Clone(s.kept.links), tables: make(map[store.TableID]*table, len(s.kept.tables)),
	}
	for id, t := range s.kept.tables {
		k.tables[id] = &table{row: t.row, log: slices.Clip(t.log), commands: maps.Clone(t.commands)}
	}
	return &Store{kept: k}
}

// Ping implements store.Store.
func (s *Store) Ping(ctx context.Context) error {
	return s.looking(ctx, func(*kept) error { return nil })
}

// Close implements store.Store. What was kept stays for Again.
func (s *Store) Close() error {
	s.closed.Store(true)
	return nil
}

// looking calls f while nothing changes.
func (s *Store) looking(ctx context.Context, f func(*kept) error) error {
	if err := s.fail(ctx); err != nil {
		return err
	}
	s.kept.mu.RLock()
	defer s.kept.mu.RUnlock()
	return f(s.kept)
}

// changing calls f alone. It changes something only where it can do all of it.
func (s *Store) changing(ctx context.Context, f func(*kept) error) error {
	if err := s.fail(ctx); err != nil {
		return err
	}
	s.kept.mu.Lock()
	defer s.kept.mu.Unlock()
	return f(s.kept)
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
