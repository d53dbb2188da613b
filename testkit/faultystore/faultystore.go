// Package faultystore wraps a store and lets its methods fail on request. An append that fails may or may not be stored, as after a lost connection.
package faultystore

import (
	"context"
	"sync"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
)

// Store passes calls to the wrapped store unless a failure was requested. Its methods are safe for concurrent use.
type Store struct {
	store.Store

	mu       sync.Mutex // guards the fields below
	lost     int        // appends to lose
	swallow  int        // results to replace by a failure
	delayed  int        // appends to delay
	late     []store.Append
	down     bool
	readOnly bool
}

// New wraps s.
func New(s store.Store) *Store { return &Store{Store: s} }

// Lose makes the next n appends fail; they are not stored.
func (s *Store) Lose(n int) { s.set(func() { s.lost = n }) }

// Swallow makes the next n appends fail although they are stored.
func (s *Store) Swallow(n int) { s.set(func() { s.swallow = n }) }

// Delay makes the next n appends fail; Land stores them later, like a commit that reaches the database after the connection was lost.
func (s *Store) Delay(n int) { s.set(func() { s.delayed = n }) }

// Away makes all calls about tables and logs fail, until it is called with false.
func (s *Store) Away(now bool) { s.set(func() { s.down = now }) }

// Full makes all calls fail that change tables or logs, until it is called with false.
func (s *Store) Full(now bool) { s.set(func() { s.readOnly = now }) }

// Land stores the delayed appends and returns their results.
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

// outcome is the requested outcome of an append.
type outcome int

const (
	succeed outcome = iota
	fail            // not stored
	swallow         // stored, but reported as failed
)

func (s *Store) next(a store.Append) outcome {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.down || s.readOnly:
		return fail
	case s.lost > 0:
		s.lost--
		return fail
	case s.delayed > 0:
		s.delayed--
		s.late = append(s.late, a)
		return fail
	case s.swallow > 0:
		s.swallow--
		return swallow
	}
	return succeed
}

func (s *Store) Append(ctx context.Context, a store.Append) error {
	o := s.next(a)
	if o == fail {
		return store.ErrUnavailable
	}
	err := s.Store.Append(ctx, a)
	if err == nil && o == swallow {
		return store.ErrUnavailable
	}
	return err
}

// fails reports whether a call about tables and logs must fail.
func (s *Store) fails(writing bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.down || writing && s.readOnly
}

func (s *Store) UpdateTable(ctx context.Context, id store.TableID, change func(*store.Table) error) (store.Table, error) {
	if s.fails(true) {
		return store.Table{}, store.ErrUnavailable
	}
	return s.Store.UpdateTable(ctx, id, change)
}

func (s *Store) CreateTable(ctx context.Context, t store.Table, after store.TableID) error {
	if s.fails(true) {
		return store.ErrUnavailable
	}
	return s.Store.CreateTable(ctx, t, after)
}

func (s *Store) CreateTableWithin(ctx context.Context, t store.Table, after store.TableID, q store.Quota) error {
	if s.fails(true) {
		return store.ErrUnavailable
	}
	return s.Store.CreateTableWithin(ctx, t, after, q)
}

func (s *Store) UpdateTableWithin(ctx context.Context, id store.TableID, q store.Quota, change func(*store.Table) error) (store.Table, error) {
	if s.fails(true) {
		return store.Table{}, store.ErrUnavailable
	}
	return s.Store.UpdateTableWithin(ctx, id, q, change)
}

func (s *Store) Table(ctx context.Context, id store.TableID) (store.Table, error) {
	if s.fails(false) {
		return store.Table{}, store.ErrUnavailable
	}
	return s.Store.Table(ctx, id)
}

func (s *Store) TableVersions(ctx context.Context, ids []store.TableID) (map[store.TableID]store.TableVersion, error) {
	if s.fails(false) {
		return nil, store.ErrUnavailable
	}
	return s.Store.TableVersions(ctx, ids)
}

func (s *Store) ChangedSince(ctx context.Context, since store.Cursor) (store.Changes, error) {
	if s.fails(false) {
		return store.Changes{}, store.ErrUnavailable
	}
	return s.Store.ChangedSince(ctx, since)
}

func (s *Store) Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) ([]engine.Record, error) {
	if s.fails(false) {
		return nil, store.ErrUnavailable
	}
	return s.Store.Read(ctx, id, after, limit)
}

func (s *Store) Command(ctx context.Context, id store.TableID, seat engine.Seat, command string) (engine.Record, error) {
	if s.fails(false) {
		return engine.Record{}, store.ErrUnavailable
	}
	return s.Store.Command(ctx, id, seat, command)
}

func (s *Store) Heartbeat(ctx context.Context, known, wall time.Time, node store.Node) (store.HeartbeatAnswer, error) {
	if s.fails(true) {
		return store.HeartbeatAnswer{}, store.ErrUnavailable
	}
	return s.Store.Heartbeat(ctx, known, wall, node)
}

func (s *Store) DueTables(ctx context.Context, until int64, limit int) ([]store.Due, error) {
	if s.fails(false) {
		return nil, store.ErrUnavailable
	}
	return s.Store.DueTables(ctx, until, limit)
}

func (s *Store) SaveSnapshot(ctx context.Context, shot store.Snapshot) error {
	if s.fails(true) {
		return store.ErrUnavailable
	}
	return s.Store.SaveSnapshot(ctx, shot)
}

func (s *Store) LatestSnapshot(ctx context.Context, id store.TableID, atMost engine.Seq) (store.Snapshot, error) {
	if s.fails(false) {
		return store.Snapshot{}, store.ErrUnavailable
	}
	return s.Store.LatestSnapshot(ctx, id, atMost)
}

func (s *Store) DropSnapshots(ctx context.Context, id store.TableID) error {
	if s.fails(true) {
		return store.ErrUnavailable
	}
	return s.Store.DropSnapshots(ctx, id)
}

func (s *Store) ProbeWrite(ctx context.Context) error {
	if s.fails(true) {
		return store.ErrUnavailable
	}
	if p, ok := s.Store.(store.WriteProber); ok {
		return p.ProbeWrite(ctx)
	}
	return nil
}

func (s *Store) Ping(ctx context.Context) error {
	if s.fails(false) {
		return store.ErrUnavailable
	}
	return s.Store.Ping(ctx)
}
