package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"nemeton/migrations"
	"nemeton/server/store"
	"nemeton/server/store/internal/group"
	"nemeton/server/store/row"
)

// Store is a store in a database. It is made by Open.
type Store struct {
	pool      *pgxpool.Pool
	lanes     *pgxpool.Pool // of appends alone
	appends   *group.Group
	encrypter *row.Encrypter // of secrets; nil: they lie there plain
}

var _ store.Store = (*Store)(nil)

// Options are what an address does not say.
type Options struct {
	// Conns is the most connections; 0: as the address says (pool_max_conns), or pgx's default. Two more are for appends alone.
	Conns int32

	SecretKey []byte // what secrets of new tables are encrypted with; empty: they are not
}

// No statement of ours is slow: one that hangs holds a connection, or a table's row, that others wait for.
var limits = map[string]string{
	"application_name":                    "nemeton",
	"statement_timeout":                   "10s",
	"lock_timeout":                        "5s",
	"idle_in_transaction_session_timeout": "15s",
}

// What appends run as is two statements, whose plan is known: from the list of appends to the table's row and to a command by their
// indexes, whatever the planner may think of tables that it has not looked at yet. It is made once for a connection.
var planned = map[string]string{
	"plan_cache_mode":  "force_generic_plan",
	"jit":              "off",
	"enable_seqscan":   "off",
	"enable_hashjoin":  "off",
	"enable_mergejoin": "off",
}

const connectTimeout = 5 * time.Second

// Open connects to the database and brings its tables up to date; of several servers starting at once one does it and the
// others wait. Errors: store.ErrForeign where a newer program has been there, store.ErrUnavailable where it cannot
// be reached.
func Open(ctx context.Context, address string, o Options) (*Store, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, err // pgx hides the password in it
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = connectTimeout
	}
	if err := migrate(ctx, config.ConnConfig.Copy()); err != nil {
		return nil, fmt.Errorf("open database %s: %w", config.ConnConfig.Database, fail(ctx, err))
	}
	for name, value := range limits {
		if _, set := config.ConnConfig.RuntimeParams[name]; !set {
			config.ConnConfig.RuntimeParams[name] = value
		}
	}
	forAppends := config.Copy()
	if o.Conns > 0 {
		config.MaxConns = o.Conns
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fail(ctx, err)
	}
	s := &Store{pool: pool, encrypter: row.NewEncrypter(o.SecretKey)}
	if s.lanes, err = openLanes(ctx, forAppends); err != nil {
		pool.Close()
		return nil, fail(ctx, err)
	}
	s.appends = group.New(lanes, batchSize, s.commitBatch)
	return s, nil
}

// openLanes makes the connections of appends, which know their statements.
func openLanes(ctx context.Context, config *pgxpool.Config) (*pgxpool.Pool, error) {
	config.MaxConns, config.MinConns, config.MinIdleConns = lanes, 0, 0
	for name, value := range planned {
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

// migrate uses a connection of its own: its steps may take longer than a statement of ours.
func migrate(ctx context.Context, config *pgx.ConnConfig) (err error) {
	db := stdlib.OpenDB(*config)
	defer func() { err = errors.Join(err, db.Close()) }()
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 60))
	if err != nil {
		return err
	}
	steps, err := goose.NewProvider(goose.DialectPostgres, db, migrations.Postgres(), goose.WithSessionLocker(locker))
	if err != nil {
		return err
	}
	now, known, err := steps.GetVersions(ctx)
	switch {
	case err != nil:
		return err
	case now > known:
		return fmt.Errorf("%w: its version is %d, this program knows %d", store.ErrForeign, now, known)
	case now == known:
		return nil
	}
	_, err = steps.Up(ctx)
	return err
}

// Ping implements store.Store.
func (s *Store) Ping(ctx context.Context) error { return fail(ctx, s.pool.Ping(ctx)) }

// Close implements store.Store. It waits for what is under way.
func (s *Store) Close() error {
	s.appends.Close()
	s.lanes.Close()
	s.pool.Close()
	return nil
}
