// Package dial opens a store by its address: the one place that knows which databases there are.
package dial

import (
	"context"
	"fmt"
	"strings"

	"nemeton/server/store"
	"nemeton/server/store/sqlite"
)

// Options are what an address does not say.
type Options struct{}

// Open opens the store at the address, "sqlite:PATH", and brings its tables up to date. Errors: those of sqlite.Open.
func Open(ctx context.Context, address string, _ Options) (store.Store, error) {
	scheme, rest, _ := strings.Cut(address, ":")
	if scheme != "sqlite" || rest == "" {
		return nil, fmt.Errorf("a store address is sqlite:PATH; this one begins with %q", scheme)
	}
	s, err := sqlite.Open(ctx, rest)
	if err != nil {
		return nil, err // and no interface that is not nil
	}
	return s, nil
}
