package main

import (
	"context"
	"errors"
	"fmt"

	"nemeton/server/store"
	"nemeton/server/store/dial"
)

// restored is the command that tells a database that it was restored to an earlier moment.
type restored struct {
	Database string `default:"sqlite:nemeton.db" env:"NEMETON_DATABASE" help:"Database that was restored: sqlite:PATH (stop its server first) or postgres://..."`
}

// Run gives the database a new epoch and prints the number of running tables, which all count as restored from now on.
func (r restored) Run(ctx context.Context, to streams) error {
	s, err := dial.Open(ctx, r.Database, dial.Options{Restored: true})
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	running, err := s.ListTables(ctx, store.Query{State: store.Running, AllTables: true})
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(to.out, "%d running tables are marked as restored\n", len(running))
	return err
}
