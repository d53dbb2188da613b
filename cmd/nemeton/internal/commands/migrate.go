package commands

import (
	"context"
	"fmt"

	"nemeton/cmd/internal/cli"
	"nemeton/server/store/open"
)

// Migrate is the command that migrates a database to the current schema.
type Migrate struct {
	MigrateDatabase string `env:"NEMETON_MIGRATE_DATABASE" placeholder:"postgres://..." help:"Address for the migrations of Postgres, if another role runs them or a pooler is between. Default: the address of --database."`
	Database        string `default:"sqlite:nemeton.db" env:"NEMETON_DATABASE" help:"Database to migrate: sqlite:PATH or postgres://..."`
}

func (m Migrate) Run(ctx context.Context, to cli.Streams) error {
	s, err := open.Store(ctx, m.Database, open.Options{Migrate: m.MigrateDatabase})
	if err != nil {
		return err
	}
	if err := s.Close(); err != nil {
		return err
	}
	_, err = fmt.Fprintln(to.Out, "the database is up to date")
	return err
}
