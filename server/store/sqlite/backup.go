package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"nemeton/server/store"
)

// Backup copies the file at path into a new file while its server may be running. The copy is the state at one moment; it has been checked and is
// on the disk when Backup returns nil. On an error there is no copy. Errors: os.ErrExist if to exists, store.ErrUnavailable if path cannot be read.
func Backup(ctx context.Context, path, to string) (err error) {
	if path, err = resolve(path); err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	if err := checkReadable(path); err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	if _, err := os.Stat(path + "-wal"); err != nil && isLocked(path) {
		return fmt.Errorf("%w: a server uses the file by another name than %s; use the server's name, or the newest moves would be missing", store.ErrUnavailable, path)
	}
	if _, err := os.Lstat(to); err == nil {
		return fmt.Errorf("%s: %w", to, os.ErrExist)
	} else if !errors.Is(err, os.ErrNotExist) {
		return err
	}
	// An unfinished copy has another name, so that it is not mistaken for a backup.
	part := to + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(part)
		}
	}()
	if err := private(part); err != nil { // VACUUM INTO fills an empty file
		return err
	}
	if err := writeCopy(ctx, path, part); err != nil {
		return err
	}
	if err := checkCopy(ctx, part); err != nil {
		return err
	}
	if err := syncFile(part); err != nil {
		return err
	}
	if err := os.Rename(part, to); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(to))
}

// checkReadable gives the reason for which a file cannot be read, which SQLite does not name.
func checkReadable(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	if _, err = f.Read(make([]byte, 1)); errors.Is(err, io.EOF) {
		err = nil
	}
	return errors.Join(err, f.Close())
}

// writeCopy copies the file in one transaction. It does not need the server's lock, because SQLite's own locks protect a reader.
func writeCopy(ctx context.Context, path, part string) error {
	db, err := sql.Open("sqlite", dsn(path, "rw", writeAhead, ""))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", part)
	return errors.Join(err, db.Close())
}

// checkCopy runs SQLite's integrity check and marks the file as a copy, so that the store that opens it gives it a new epoch.
func checkCopy(ctx context.Context, part string) error {
	db, err := sql.Open("sqlite", part)
	if err != nil {
		return err
	}
	var found string
	err = db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&found)
	if err == nil && found != "ok" {
		err = fmt.Errorf("%w: the copy: %s", store.ErrDamaged, found)
	}
	if err == nil {
		_, err = db.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", copied))
	}
	return errors.Join(err, db.Close())
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0) // Windows syncs only files that are open for writing
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// syncFolder writes a folder's names to the disk. Windows cannot sync folders and does not need it.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
