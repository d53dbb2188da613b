// Package faultystore is a store before a store, which fails as it is told: with the error of a connection that was cut it leaves open
// whether something was stored.
package faultystore

import (
	"context"
	"sync"

	"nemeton/engine"
	"nemeton/server/store"
)

// Store fails as told, and else does what the store behind it does. Its methods may be called from any goroutine.
type Store struct {
	store.Store

	mu      sync.Mutex // guards all below
	lost    int
	unheard int
	delayed int
	late    []store.Append
	away    bool
	full    bool
}

// New stands before s.
func New(s store.Store) *Store { return &Store{Store: s} }

// Lose lets the next n appends fail before they are stored.
func (s *Store) Lose(n int) { s.set(func() { s.lost = n }) }

// Swallow lets the next n appends be stored, and fail.
func (s *Store) Swallow(n int) { s.set(func() { s.unheard = n }) }

// Delay lets the next n appends fail at once; what they store comes with Land, as a commit does that is still on its way.
func (s *Store) Delay(n int) { s.set(func() { s.delayed = n }) }

// Away lets everything about tables and logs fail, or no more.
func (s *Store) Away(now bool) { s.set(func() { s.away = now }) }

// Full lets everything that stores something about tables fail, or no more.
func (s *Store) Full(now bool) { s.set(func() { s.full = now }) }

// Land stores what was delayed, and returns the errors of that.
func (s *Store) Land(ctx context.Context) []error {
	s.mu.Lock()
	late := s.late
	s.late = nil
	s.mu.Unlock()
	var errs []error
	for _, a := range late {
		errs = append(errs, s.Store.Append(ctx, a))
	}
	return errs
}

func (s *Store) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

// fate is what becomes of an append.
type fate int

const (
	stored fate = iota
	lost
	unheard
)

func (s *Store) fate(a store.Append) fate {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.away || s.full:
		return lost
	case s.lost > 0:
		s.lost--
		return lost
	case s.delayed > 0:
		s.delayed--
		s.late = append(s.late, a)
		return lost
	case s.unheard > 0:
		s.unheard--
		return unheard
	}
	return stored
}

// Append implements store.Log.
func (s *Store) Append(ctx context.Context, a store.Append) error {
	f := s.fate(a)
	if f == lost {
		return store.ErrUnavailable
	}
	err := s.Store.Append(ctx, a)
	if err == nil && f == unheard {
		return store.ErrUnavailable
	}
	return err
}

func (s *Store) gone(writing bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.away || writing && s.full
}

// UpdateTable implements store.Tables.
func (s *Store) UpdateTable(ctx context.Context, id store.TableID, change func(*store.Table) error) (store.Table, error) {
	if s.gone(true) {
		return store.Table{}, store.ErrUnavailable
	}
	return s.Store.UpdateTable(ctx, id, change)
}

// Table implements store.Tables.
func (s *Store) Table(ctx context.Context, id store.TableID) (store.Table, error) {
	if s.gone(false) {
		return store.Table{}, store.ErrUnavailable
	}
	return s.Store.Table(ctx, id)
}

// TableVersions implements store.Tables.
func (s *Store) TableVersions(ctx context.Context, ids []store.TableID) (map[store.TableID]store.TableVersion, error) {
	if s.gone(false) {
		return nil, store.ErrUnavailable
	}
	return s.Store.TableVersions(ctx, ids)
}

// Read implements store.Log.
func (s *Store) Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) ([]engine.Record, error) {
	if s.gone(false) {
		return nil, store.ErrUnavailable
	}
	return s.Store.Read(ctx, id, after, limit)
}

// Command implements store.Log.
func (s *Store) Command(ctx context.Context, id store.TableID, seat engine.Seat, command string) (engine.Record, error) {
	if s.gone(false) {
		return engine.Record{}, store.ErrUnavailable
	}
	return s.Store.Command(ctx, id, seat, command)
}

// Ping implements store.Store.
func (s *Store) Ping(ctx context.Context) error {
	if s.gone(false) {
		return store.ErrUnavailable
	}
	return s.Store.Ping(ctx)
}
