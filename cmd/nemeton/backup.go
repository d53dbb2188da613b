package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"nemeton/server/store/sqlite"
)

// backup is the command that copies an SQLite store while its server runs.
type backup struct {
	To       string `arg:"" help:"File to write; it must not exist."`
	Database string `default:"sqlite:nemeton.db" env:"NEMETON_DATABASE" help:"Database to copy: sqlite:PATH. Use pg_dump for Postgres."`
}

var errNotSQLite = errors.New("only SQLite databases can be copied: use pg_dump for Postgres, see docs/operations.md")

// Run copies the store.
func (b backup) Run(ctx context.Context, to streams) error {
	path, ok := strings.CutPrefix(b.Database, "sqlite:")
	if !ok || path == "" {
		return errNotSQLite
	}
	if err := sqlite.Backup(ctx, path, b.To); err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	info, err := os.Stat(b.To)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(to.out, "%s: %d bytes, complete and checked\n", b.To, info.Size())
	return err
}
