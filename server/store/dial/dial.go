// Package dial opens a store by its address: the one place that knows which databases there are.
package dial

import (
	"context"
	"fmt"
	"strings"

	"nemeton/server/store"
	"nemeton/server/store/postgres"
	"nemeton/server/store/sqlite"
)

// Options are what an address does not say.
type Options struct {
	Conns int32 // the most connections to a Postgres server; 0: as its address says, or pgx's default

	SecretKey []byte // what secrets of new tables are encrypted with; empty: they are not
}

// Open opens the store at the address and brings its tables up to date: "sqlite:PATH", or a postgres:// address in libpq's
// spelling. Errors: those of sqlite.Open and postgres.Open; none repeats a password.
func Open(ctx context.Context, address string, o Options) (store.Store, error) {
	scheme, rest, _ := strings.Cut(address, ":")
	switch {
	case scheme == "sqlite" && rest != "":
		return opened(sqlite.OpenWith(ctx, rest, sqlite.Options{SecretKey: o.SecretKey}))
	case scheme == "postgres", scheme == "postgresql":
		return opened(postgres.Open(ctx, address, postgres.Options{Conns: o.Conns, SecretKey: o.SecretKey}))
	default:
		return nil, fmt.Errorf("a store address is sqlite:PATH or postgres://...; this one begins with %q", scheme)
	}
}

// opened keeps a store that failed to open from becoming an interface that is not nil.
func opened[S store.Store](s S, err error) (store.Store, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}
