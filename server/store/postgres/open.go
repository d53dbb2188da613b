package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"nemeton/migrations"
	"nemeton/server/store"
	"nemeton/server/store/internal/chat"
	"nemeton/server/store/internal/group"
	"nemeton/server/store/row"
)

// Store implements store.Store in a Postgres database. Create it with Open.
type Store struct {
	pool       *pgxpool.Pool
	gate       *gate         // of pool
	appendPool *pgxpool.Pool // for appends only
	appends    *group.Group
	encrypter  *row.Encrypter // of secrets; nil: secrets are stored as plain text

	*chat.Chat
}

var _ store.Store = (*Store)(nil)

// Options complete an address.
type Options struct {
	// Conns is the maximum number of connections; 0: pool_max_conns of the address, or defaultConns. Appends use two more connections.
	Conns int32

	SecretKey []byte // key that encrypts the secrets and snapshots of tables; empty: no encryption
	Restored  bool   // give the database a new epoch, so that all running tables count as restored
}

// timeouts are the server settings of all connections. The store has no slow statements. A statement that hangs blocks a connection or a row
// that others wait for.
var timeouts = map[string]string{
	"application_name":                    "nemeton",
	"statement_timeout":                   "10s",
	"lock_timeout":                        "5s",
	"idle_in_transaction_session_timeout": "15s",
}

// appendSettings are the server settings of the connections for appends. Their two statements have a fixed plan, made once for a connection: index
// lookups from the list of appends to the row and to the command. Without statistics the planner might choose another plan.
var appendSettings = map[string]string{
	"plan_cache_mode":  "force_generic_plan",
	"jit":              "off",
	"enable_seqscan":   "off",
	"enable_hashjoin":  "off",
	"enable_mergejoin": "off",
}

// defaultConns is the maximum number of connections if the address has none. Postgres syncs the commits of concurrent transactions together. Measured
// with 2,000 people who begin tables at once: 16 connections begin 1.4 to 1.8 times as many tables a second as 4, which is pgx's default on small machines.
const defaultConns = 16

// connectTimeout is the timeout of a connection attempt if the address has none.
const connectTimeout = 5 * time.Second

// Open connects to the database and migrates it. If several nodes start at once, one migrates and the others wait. Errors: store.ErrForeign if a
// newer program migrated the database, store.ErrUnavailable if it cannot be reached.
func Open(ctx context.Context, address string, o Options) (*Store, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, err // without the password: pgx removes it
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = connectTimeout
	}
	if err := migrate(ctx, config.ConnConfig.Copy()); err != nil {
		return nil, fmt.Errorf("open database %s: %w", config.ConnConfig.Database, fail(ctx, err))
	}
	for name, value := range timeouts {
		if _, set := config.ConnConfig.RuntimeParams[name]; !set {
			config.ConnConfig.RuntimeParams[name] = value
		}
	}
	forAppends := config.Copy()
	switch {
	case o.Conns > 0:
		config.MaxConns = o.Conns
	case !strings.Contains(address, "pool_max_conns"):
		config.MaxConns = max(config.MaxConns, defaultConns)
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fail(ctx, err)
	}
	s := &Store{pool: pool, gate: newGate(config.MaxConns), encrypter: row.NewEncrypter(o.SecretKey)}
	s.Chat = s.newChat()
	if s.appendPool, err = openAppendPool(ctx, forAppends); err != nil {
		pool.Close()
		return nil, fail(ctx, err)
	}
	s.appends = group.New(appendConns, batchSize, s.commitBatch)
	if o.Restored {
		if err := s.changeRow(ctx, "UPDATE meta SET epoch = floor(random() * 9007199254740992)::bigint"); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return s, nil
}

// openAppendPool creates the pool for appends. Its connections have the statements of appends prepared.
func openAppendPool(ctx context.Context, config *pgxpool.Config) (*pgxpool.Pool, error) {
	config.MaxConns, config.MinConns, config.MinIdleConns = appendConns, 0, 0
	for name, value := range appendSettings {
		config.ConnConfig.RuntimeParams[name] = value
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

// migrate uses a connection of its own without timeouts, because migrations may take long.
func migrate(ctx context.Context, config *pgx.ConnConfig) (err error) {
	db := stdlib.OpenDB(*config)
	defer func() { err = errors.Join(err, db.Close()) }()
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 60))
	if err != nil {
		return err
	}
	migrator, err := goose.NewProvider(goose.DialectPostgres, db, migrations.Postgres(), goose.WithSessionLocker(locker))
	if err != nil {
		return err
	}
	version, newest, err := migrator.GetVersions(ctx)
	switch {
	case err != nil:
		return err
	case version > newest:
		return fmt.Errorf("%w: the database has version %d, this program knows versions up to %d", store.ErrForeign, version, newest)
	case version == newest:
		return nil
	}
	_, err = migrator.Up(ctx)
	return err
}

// Ping implements store.Store.
func (s *Store) Ping(ctx context.Context) error { return fail(ctx, s.pool.Ping(ctx)) }

// Close implements store.Store. It waits for the accepted appends and for running calls.
func (s *Store) Close() error {
	s.appends.Close()
	s.appendPool.Close()
	s.pool.Close()
	return nil
}
