// Package open opens the store that an address names. No other package knows the list of databases.
package open

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/rs/zerolog"

	"nemeton/server/store"
	"nemeton/server/store/archive"
	"nemeton/server/store/postgres"
	"nemeton/server/store/sqlite"
	"nemeton/server/store/standby"
)

// Options complete an address.
type Options struct {
	Conns int32 // maximum number of connections to Postgres; 0: as the address says, or 16

	SecretKey []byte // key that encrypts the secrets and snapshots of tables; empty: no encryption

	Archive string // address of the archive of old logs; empty: logs that are there are ErrUnavailable

	Restored bool // the database was restored: running tables count as restored, and missing changes are accepted

	Migrate string            // address for the migrations of Postgres; empty: the same address
	Warn    func(text string) // gets a sentence about a setting that the operator should change; may be nil

	Canceled func(statement string) // gets the statement of each read that took too long and was canceled; may be nil

	Existing bool // an SQLite file is not created; a missing one is ErrUnavailable
	Reading  bool // the caller only looks at the database: a copy of an SQLite file stays one
}

// Store opens and migrates the store at the address: "sqlite:PATH", or a URL of libpq (postgres://...). Errors: those of sqlite.Open, postgres.Open and
// archive.Open. No error contains a password.
func Store(ctx context.Context, address string, o Options) (*archive.Store, error) {
	objects, err := archive.Open(o.Archive)
	if err != nil {
		return nil, err
	}
	s, err := database(ctx, address, o)
	if err != nil {
		return nil, err
	}
	return archive.Wrap(s, objects, o.SecretKey), nil
}

func database(ctx context.Context, address string, o Options) (store.Store, error) {
	scheme, rest, _ := strings.Cut(address, ":")
	switch {
	case scheme == "sqlite" && rest != "":
		return sqlite.Open(ctx, rest, sqlite.Options{SecretKey: o.SecretKey, Restored: o.Restored, Existing: o.Existing, Reading: o.Reading, Canceled: o.Canceled})
	case scheme == "postgres", scheme == "postgresql":
		return postgres.Open(ctx, address, postgres.Options{Conns: o.Conns, SecretKey: o.SecretKey, Restored: o.Restored, Migrate: o.Migrate, Warn: o.Warn, Canceled: o.Canceled})
	default:
		return nil, unknownScheme(scheme)
	}
}

// WithStandby returns a store that reads from the standby at the address what may be a moment old. primary is a result of Store, and rest the same store or
// a wrapper of it. Close closes the standby alone. Error: the address or the primary is not of Postgres.
func WithStandby(ctx context.Context, address string, rest store.Store, primary *archive.Store, o Options, log zerolog.Logger) (*standby.Store, error) {
	main, ok := primary.Store.(*postgres.Store)
	if scheme, _, _ := strings.Cut(address, ":"); !ok || scheme != "postgres" && scheme != "postgresql" {
		return nil, errors.New("a standby needs a database postgres://... and has such an address itself")
	}
	reads, err := postgres.OpenStandby(ctx, address, postgres.Options{Conns: o.Conns, SecretKey: o.SecretKey})
	if err != nil {
		return nil, err
	}
	return standby.New(rest, main, reads, log), nil
}

// Shared reports whether several nodes can use the store at the address at the same time. An SQLite file belongs to one process.
func Shared(address string) bool { return !strings.HasPrefix(address, "sqlite:") }

// Inspect looks at the store at the address, and changes nothing. It calls archived with each archived log, in the order of tables. Errors: those of
// sqlite.Inspect and postgres.Inspect. No error contains a password.
func Inspect(ctx context.Context, address string, archived func(store.ArchivedLog) error) (store.Inspection, error) {
	scheme, rest, _ := strings.Cut(address, ":")
	switch {
	case scheme == "sqlite" && rest != "":
		return sqlite.Inspect(ctx, rest, archived)
	case scheme == "postgres", scheme == "postgresql":
		return postgres.Inspect(ctx, address, archived)
	default:
		return store.Inspection{}, unknownScheme(scheme)
	}
}

func unknownScheme(scheme string) error {
	return fmt.Errorf("a store address is sqlite:PATH or postgres://...; this one begins with %q", scheme)
}
