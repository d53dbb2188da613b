package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"nemeton/server/store"
)

// Backup copies the file at path, as one moment saw it, into a new file, while its server runs and plays are stored. The copy is on
// the disk and was checked when Backup returns nil; on an error there is none. Errors: os.ErrExist where to exists, store.ErrUnavailable where path cannot be read.
func Backup(ctx context.Context, path, to string) (err error) {
	if path, err = resolve(path); err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	if _, err := os.Lstat(to); !errors.Is(err, os.ErrNotExist) {
		return errors.Join(fmt.Errorf("%s: %w", to, os.ErrExist), err)
	}
	// A name of its own until it is whole: nobody takes half a copy for a backup.
	part := to + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(part)
		}
	}()
	if err := copyInto(ctx, path, part); err != nil {
		return err
	}
	if err := checkCopy(ctx, part); err != nil {
		return err
	}
	if err := flush(part); err != nil {
		return err
	}
	if err := os.Rename(part, to); err != nil {
		return err
	}
	return flush(filepath.Dir(to))
}

// copyInto writes what one transaction reads. The server's own lock is not taken: SQLite's are enough for a reader.
func copyInto(ctx context.Context, path, part string) error {
	db, err := sql.Open("sqlite", source(path, "rw", ""))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", part)
	return errors.Join(err, db.Close())
}

// checkCopy reads the whole copy and looks for faults.
func checkCopy(ctx context.Context, part string) error {
	db, err := sql.Open("sqlite", part)
	if err != nil {
		return err
	}
	var found string
	err = db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&found)
	if err == nil && found != "ok" {
		err = fmt.Errorf("the copy is damaged: %s", found)
	}
	return errors.Join(err, db.Close())
}

// flush brings a file or a folder to the disk.
func flush(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
