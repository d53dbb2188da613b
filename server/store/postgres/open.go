package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"nemeton/server/store"
	"nemeton/server/store/dialect"
	"nemeton/server/store/internal/batch"
	"nemeton/server/store/internal/chat"
	"nemeton/server/store/internal/mailcount"
	"nemeton/server/store/internal/operators"
	"nemeton/server/store/internal/rows"
)

// Store implements store.Store in a Postgres database. Create it with Open.
type Store struct {
	pool       *pgxpool.Pool
	gate       *gate         // of pool
	appendPool *pgxpool.Pool // for appends only
	appends    *batch.Queue
	keys       tableKeys
	encrypter  *dialect.Encrypter // of secrets; nil: secrets are stored as plain text
	pooled     bool               // a pooler is between, see behindPooler
	opened     atomic.Bool        // the pools exist
	canceled   func(string)       // Options.Canceled
	packs      bool               // new entries are packed

	*chat.Chat
	*mailcount.MailCounts
	*operators.Operators
	*rows.Rows
}

var _ store.Store = (*Store)(nil)

// Options complete an address.
type Options struct {
	// Conns is the maximum number of connections; 0: pool_max_conns of the address, or defaultConns. Appends use two more connections.
	Conns int32

	SecretKey []byte // key that encrypts the secrets and snapshots of tables; empty: no encryption
	Restored  bool   // give the database a new epoch, so that all running tables count as restored

	// Migrate is the address for migrations; empty: the same address. Behind a pooler it must name Postgres itself. Its role may own the tables, so that the
	// server's role need not.
	Migrate string

	// ReadTimeout is the longest time of a reading method on its connection; 0: defaultReadTimeout. Tests about other things wait longer, because a busy
	// machine may stop for seconds.
	ReadTimeout time.Duration

	// Canceled gets the statement of each read that took too long and was canceled; may be nil.
	Canceled func(statement string)

	// Tracer sees the statements of all methods but appends; nil: none does.
	Tracer pgx.QueryTracer

	// Warn gets a sentence about a setting that the operator should change; may be nil.
	Warn func(text string)
}

// defaultConns is the maximum number of connections if the address has none. Postgres syncs the commits of concurrent transactions together. Measured
// with 2,000 people who begin tables at once: 16 connections begin 1.4 to 1.8 times as many tables a second as 4, which is pgx's default on small machines.
const defaultConns = 16

// connectTimeout is the timeout of a connection attempt if the address has none.
const connectTimeout = 5 * time.Second

// Open connects to the database and migrates it. If several nodes start at once, one migrates and the others wait. Errors: store.ErrForeign if a
// newer program migrated the database so that this one cannot use it, store.ErrUnavailable if it cannot be reached. Other errors are refusals that an
// operator has to resolve.
func Open(ctx context.Context, address string, o Options) (*Store, error) {
	config, err := parse(address)
	if err != nil {
		return nil, err
	}
	s := &Store{encrypter: dialect.NewEncrypter(o.SecretKey), canceled: o.Canceled}
	config.ConnConfig.OnPgError = s.keepConnection(config.ConnConfig.OnPgError)
	config.ConnConfig.Tracer = o.Tracer
	name := config.ConnConfig.Database
	if s.pooled, err = behindPooler(ctx, config.ConnConfig, o.Warn); err != nil {
		return nil, fmt.Errorf("open database %s: %w", name, refusal(ctx, err))
	}
	if err := migrate(ctx, config.ConnConfig, o.Migrate, s.pooled); err != nil {
		return nil, fmt.Errorf("open database %s: %w", name, refusal(ctx, err))
	}
	forAppends := config.Copy()
	switch {
	case o.Conns > 0:
		config.MaxConns = o.Conns
	case !strings.Contains(address, "pool_max_conns"):
		config.MaxConns = max(config.MaxConns, defaultConns)
	}
	s.gate = newGate(config.MaxConns, o.ReadTimeout)
	if s.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, fail(ctx, err)
	}
	db := dialectDB{s}
	s.Chat, s.Operators, s.MailCounts, s.Rows = chat.New(db), operators.New(db), mailcount.New(db), rows.New(db, s.encrypter)
	if s.appendPool, err = openAppendPool(ctx, forAppends, s.pooled); err != nil {
		s.pool.Close()
		return nil, fail(ctx, err)
	}
	s.opened.Store(true)
	s.appends = batch.New(appendConns, batchSize, s.commitBatch)
	var readers int64
	if err := s.pool.QueryRow(ctx, dialect.Readers).Scan(&readers); err != nil {
		return nil, errors.Join(fmt.Errorf("open database %s: %w", name, refusal(ctx, err)), s.Close())
	}
	s.packs = readers >= dialect.PackedEntries
	if o.Restored {
		if err := s.changeRow(ctx, "UPDATE meta SET epoch = $1 WHERE one = 1", rand.Int64N(1<<53)); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return s, nil
}

// openAppendPool creates the pool for appends. Its connections have the statements of appends prepared, unless a pooler is between.
func openAppendPool(ctx context.Context, config *pgxpool.Config, pooled bool) (*pgxpool.Pool, error) {
	config.MaxConns, config.MinConns, config.MinIdleConns = appendConns, 0, 0
	if pooled {
		return pgxpool.NewWithConfig(ctx, config)
	}
	for name, value := range appendSettings {
		if _, set := config.ConnConfig.RuntimeParams[name]; !set {
			config.ConnConfig.RuntimeParams[name] = value
		}
	}
	config.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		for _, s := range []*statement{addUsual, addAny} {
			if _, err := conn.Prepare(ctx, s.name, s.text); err != nil {
				return err
			}
		}
		return nil
	}
	return pgxpool.NewWithConfig(ctx, config)
}

func (s *Store) ProbeWrite(ctx context.Context) error {
	if err := s.appends.Commit(ctx, dialect.Probe()); !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return s.changeRow(ctx, "UPDATE meta SET changes = changes + 1")
}

func (s *Store) Ping(ctx context.Context) error { return fail(ctx, s.pool.Ping(ctx)) }

// Close implements store.Store. It waits for the accepted appends and for running calls.
func (s *Store) Close() error {
	s.appends.Close()
	s.appendPool.Close()
	s.pool.Close()
	return nil
}
