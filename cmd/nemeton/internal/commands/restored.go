package commands

import (
	"context"
	"errors"
	"fmt"

	"nemeton/cmd/internal/cli"
	"nemeton/server/store"
	"nemeton/server/store/open"
)

// Restored is the command that tells a database that it was restored to an earlier moment.
type Restored struct {
	Database string `default:"sqlite:nemeton.db" env:"NEMETON_DATABASE" help:"Database that was restored: sqlite:PATH (stop its server first) or postgres://..."`
}

// Run gives the database a new epoch and prints the number of running tables, which all count as restored from now on.
func (r Restored) Run(ctx context.Context, to cli.Streams) error {
	s, err := open.Store(ctx, r.Database, open.Options{Restored: true})
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	running, err := countRestored(ctx, s)
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(to.Out, "%d running tables are marked as restored\n", running)
	return err
}

func countRestored(ctx context.Context, s store.Store) (n int, err error) {
	for row, err := range store.EachTable(ctx, s, store.Query{State: store.Running, AllTables: true}) {
		if err != nil {
			return n, err
		}
		if row.Restored {
			n++
		}
	}
	return n, nil
}
