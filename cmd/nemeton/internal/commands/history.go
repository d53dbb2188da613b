package commands

import (
	"context"
	"errors"
	"fmt"

	"nemeton/cmd/internal/cli"
	"nemeton/engine/catalog"
	"nemeton/server/results"
	"nemeton/server/store/open"
)

// HistoryCmd is the command for the stored results of finished tables.
type HistoryCmd struct {
	Rebuild historyRebuild `cmd:"" help:"Make the results of all finished tables again from their logs, also of tables that finished before results were stored."`
}

type historyRebuild struct {
	Database  string `default:"sqlite:nemeton.db" env:"NEMETON_DATABASE" help:"Database of the server: sqlite:PATH (stop its server first) or postgres://..."`
	SecretKey string `env:"NEMETON_SECRET_KEY" placeholder:"KEY" help:"Key of a server that encrypts the secrets of its tables."`
	Archive   string `env:"NEMETON_ARCHIVE" placeholder:"DIRECTORY" help:"Archive of the server: a directory, or the URL of a bucket."`
}

var errSkipped = errors.New("some tables were skipped; their stored results stay as they were")

// Run makes the results again and prints the number of tables. It fails if a table was skipped.
func (c historyRebuild) Run(ctx context.Context, to cli.Streams) error {
	s, err := open.Store(ctx, c.Database, open.Options{SecretKey: []byte(c.SecretKey), Archive: c.Archive, Existing: true})
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	skipped := 0
	rebuilt, err := results.Rebuild(ctx, s, catalog.Find, func(k results.Skipped) error {
		skipped++
		_, err := fmt.Fprintf(to.Errs, "table %s skipped: %v\n", k.Table, k.Cause)
		return err
	})
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(to.Out, "the results of %d tables were rebuilt from their logs\n", rebuilt); err != nil {
		return err
	}
	if skipped > 0 {
		return errSkipped
	}
	return nil
}
