// Package standby reads from a standby of the database what may be a moment old: lists, history, records of finished tables, and the pages of operators. Nothing
// that a move depends on is read here.
//
// # Failure
//
// The standby is left alone while its newest heartbeat is more than MaxLag older than that of the primary, and while it cannot be reached. The primary
// answers then, and if a read from the standby fails.
package standby

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"nemeton/engine"
	"nemeton/server/periodic"
	"nemeton/server/store"
)

const (
	// MaxLag is the age from which on the data of the standby is too old. It is longer than two heartbeats of the nodes.
	MaxLag = 15 * time.Second
	// checkInterval is the time between two comparisons with the primary.
	checkInterval = 2 * time.Second
)

// Database is a store that tells when the nodes last sent a heartbeat to it.
type Database interface {
	store.Store
	LastBeat(ctx context.Context) (time.Time, error)
}

// Store is the primary, with some reads from the standby.
type Store struct {
	store.Store
	primary, standby Database
	log              zerolog.Logger
	usable           atomic.Bool
	logged           atomic.Pointer[bool] // the newest result of a comparison that the log has; nil: none
	stop             context.CancelFunc
	done             sync.WaitGroup
}

// New returns a store that reads from a standby. All other calls, and all reads while the standby is not usable, go to rest, which is the primary or a wrapper
// of it. Close closes the standby alone.
func New(rest store.Store, primary, standby Database, log zerolog.Logger) *Store {
	s := &Store{Store: rest, primary: primary, standby: standby, log: log}
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.Check(ctx)
	s.done.Go(func() { periodic.Until(ctx.Done(), checkInterval, func() { s.Check(ctx) }) })
	return s
}

// Check compares the standby with the primary now, and reports whether the standby is used from now on.
func (s *Store) Check(ctx context.Context) (usable bool) {
	ctx, cancel := context.WithTimeout(ctx, checkInterval)
	defer cancel()
	there, err := s.standby.LastBeat(ctx)
	if err == nil {
		here, failed := s.primary.LastBeat(ctx)
		usable = failed == nil && here.Sub(there) <= MaxLag
	}
	s.usable.Store(usable)
	if last := s.logged.Swap(&usable); last != nil && *last == usable {
		return usable
	}
	if usable {
		s.log.Info().Msg("the standby is used")
	} else {
		s.log.Warn().Err(err).Msg("the standby is not used: it cannot be reached, or is too far behind")
	}
	return usable
}

// Close ends the comparisons and closes the standby.
func (s *Store) Close() error {
	s.stop()
	s.done.Wait()
	return s.standby.Close()
}

// read reads from the standby, or from the primary.
func read[T any](ctx context.Context, s *Store, from func(store.Store) (T, error)) (T, error) {
	if s.usable.Load() {
		if v, err := from(s.standby); err == nil || ctx.Err() != nil {
			return v, err
		}
		s.usable.Store(false) // until the next comparison
	}
	return from(s.Store)
}

// ListTables implements store.Tables.
func (s *Store) ListTables(ctx context.Context, q store.Query) ([]store.Table, error) {
	return read(ctx, s, func(from store.Store) ([]store.Table, error) { return from.ListTables(ctx, q) })
}

// Read implements store.Log. The standby may lack the newest records.
func (s *Store) Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) ([]engine.Record, error) {
	return read(ctx, s, func(from store.Store) ([]engine.Record, error) { return from.Read(ctx, id, after, limit) })
}

// Results implements store.Results, as the methods below.
func (s *Store) Results(ctx context.Context, q store.ResultQuery) ([]store.Result, error) {
	return read(ctx, s, func(from store.Store) ([]store.Result, error) { return from.Results(ctx, q) })
}

func (s *Store) Figures(ctx context.Context, player store.PlayerID) ([]store.Figures, error) {
	return read(ctx, s, func(from store.Store) ([]store.Figures, error) { return from.Figures(ctx, player) })
}

func (s *Store) HeadToHead(ctx context.Context, a, b, viewer store.PlayerID) ([]store.HeadToHead, error) {
	return read(ctx, s, func(from store.Store) ([]store.HeadToHead, error) { return from.HeadToHead(ctx, a, b, viewer) })
}

func (s *Store) Companions(ctx context.Context, player store.PlayerID, limit int) ([]store.Companion, error) {
	return read(ctx, s, func(from store.Store) ([]store.Companion, error) { return from.Companions(ctx, player, limit) })
}

// People implements store.Operators, as the methods below.
func (s *Store) People(ctx context.Context, q store.PeopleQuery) ([]store.Person, error) {
	return read(ctx, s, func(from store.Store) ([]store.Person, error) { return from.People(ctx, q) })
}

func (s *Store) Totals(ctx context.Context) (store.Totals, error) {
	return read(ctx, s, func(from store.Store) (store.Totals, error) { return from.Totals(ctx) })
}
