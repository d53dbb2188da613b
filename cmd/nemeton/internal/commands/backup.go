package commands

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"nemeton/cmd/internal/cli"
	"nemeton/server/store/sqlite"
)

// Backup is the command that copies an SQLite store while its server runs.
type Backup struct {
	To       string `arg:"" help:"File to write; it must not exist. With --keep: the directory of the backups."`
	Keep     int    `placeholder:"N" help:"Name the file after the time, and afterwards remove all but the newest N of such files in the directory."`
	Database string `default:"sqlite:nemeton.db" env:"NEMETON_DATABASE" help:"Database to copy: sqlite:PATH. Use pg_dump for Postgres."`
}

var (
	errNotSQLite = errors.New("only SQLite databases can be copied: use pg_dump for Postgres, see docs/operations.md")
	errKeep      = errors.New("--keep must be at least 1")
)

// Validate refuses a number of backups that would remove the newest one.
func (b *Backup) Validate() error {
	if b.Keep < 0 {
		return errKeep
	}
	return nil
}

// Run copies the store. It removes older backups only after the new one is complete and checked.
func (b *Backup) Run(ctx context.Context, to cli.Streams) error {
	path, ok := strings.CutPrefix(b.Database, "sqlite:")
	if !ok || path == "" {
		return errNotSQLite
	}
	file := b.To
	if info, err := os.Stat(file); err == nil && info.IsDir() && b.Keep == 0 {
		return fmt.Errorf("%s is a directory: name a file in it that does not exist yet, or let --keep N name the copy", file)
	}
	if b.Keep > 0 {
		if err := os.MkdirAll(b.To, 0o700); err != nil {
			return fmt.Errorf("back up: %w", err)
		}
		file = BackupFile(b.To, time.Now())
	}
	if err := sqlite.Backup(ctx, path, file); err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(to.Out, "%s: %d bytes, complete and checked\n", file, info.Size()); err != nil || b.Keep == 0 {
		return err
	}
	removed, err := pruneBackups(b.To, b.Keep, file)
	for _, name := range removed {
		_, _ = fmt.Fprintf(to.Out, "%s: removed\n", name)
	}
	return err
}
