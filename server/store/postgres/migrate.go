package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"nemeton/migrations"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

// lockTries is the number of seconds for which a node waits until another node has migrated the database: a day.
const lockTries = 24 * 60 * 60

// errNeedsDirect reports migrations that cannot run through a pooler, because their lock belongs to a connection.
var errNeedsDirect = errors.New("the database needs migrations, and a pooler is between: name the address of Postgres itself with --migrate-database, " +
	"or run nemeton migrate with it")

// migrate brings the database to the present version. The address direct (empty: that of config) serves the migrations, which need a connection of their own
// without timeouts, because they may take long. A database that is up to date is not touched.
func migrate(ctx context.Context, config *pgx.ConnConfig, direct string, pooled bool) error {
	version, readers, err := versions(ctx, config)
	if err != nil {
		return err
	}
	newest := migrations.Newest()
	switch {
	case version > newest && readers > newest:
		return fmt.Errorf("%w: the database has version %d and needs programs that know version %d; this program knows versions up to %d", store.ErrForeign, version, readers, newest)
	case version >= newest:
		return nil
	}
	through := config.Copy()
	if direct != "" {
		other, err := parse(direct)
		if err != nil {
			return err
		}
		through = other.ConnConfig
	} else if pooled {
		return errNeedsDirect
	}
	for name := range timeouts {
		delete(through.RuntimeParams, name)
	}
	return up(ctx, through)
}

// versions returns the version of the database, and the newest version that a program must know to use it. Both are 0 for an empty database.
func versions(ctx context.Context, config *pgx.ConnConfig) (version, readers int64, err error) {
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = conn.Close(ctx) }()
	err = conn.QueryRow(ctx, "SELECT coalesce(max(version_id) FILTER (WHERE is_applied), 0) FROM goose_db_version").Scan(&version)
	if code(err) == "42P01" { // undefined_table: the database is empty
		return 0, 0, nil
	}
	if err != nil || version <= migrations.Newest() {
		return version, version, err
	}
	err = conn.QueryRow(ctx, dialect.Readers).Scan(&readers)
	return version, readers, err
}

// up runs the missing migrations. If another node does, it waits.
func up(ctx context.Context, config *pgx.ConnConfig) (err error) {
	db := stdlib.OpenDB(*config)
	defer func() { err = errors.Join(err, db.Close()) }()
	migrator, err := newMigrator(db)
	if err != nil {
		return err
	}
	_, err = migrator.Up(ctx)
	return err
}

func newMigrator(db *sql.DB) (*goose.Provider, error) {
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, lockTries))
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, db, migrations.Postgres(), goose.WithSessionLocker(locker))
}

// code returns the SQLSTATE of an error; empty if it has none.
func code(err error) string {
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok {
		return failure.Code
	}
	return ""
}
