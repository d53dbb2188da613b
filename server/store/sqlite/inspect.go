package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"

	"nemeton/migrations"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
	"nemeton/server/store/internal/rows"
)

// Inspect looks at the file at path while its server may be running. It creates and changes nothing. A missing file is no error. It calls
// archived with each archived log, in the order of tables. Errors: store.ErrUnavailable if the file cannot be read, store.ErrDamaged if it is no database.
func Inspect(ctx context.Context, path string, archived func(store.ArchivedLog) error) (found store.Inspection, err error) {
	found = store.Inspection{Engine: "SQLite", Newest: migrations.Newest()}
	if path, err = resolve(path); err != nil {
		return found, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	found.File = &store.InspectedFile{Path: path, FolderClosed: checkFolder(path)}
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		found.File.Missing = true
		return found, nil
	}
	if err != nil {
		return found, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	found.File.Mode = info.Mode().Perm()
	for _, end := range []string{"-wal", "-shm"} {
		if info, err := os.Stat(path + end); err == nil {
			found.File.Mode |= info.Mode().Perm()
		}
	}
	found.File.Locked = isLocked(path)
	options := "mode=rw&_txlock=immediate"
	if !found.File.Locked {
		// A connection that closes as the last one would move the changes of a killed server from its write-ahead log into the file.
		if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 {
			found.Untried = "its server was killed, and its next start completes the file"
			options = "mode=ro&immutable=1"
			if file, err := os.Open(path); err == nil {
				_, refused := checkCopied(file, path)
				if err := errors.Join(refused, file.Close()); err != nil {
					return found, err
				}
			}
		}
	}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+options+"&_pragma=busy_timeout(5000)")
	if err != nil {
		return found, err
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	if err := inspect(ctx, db, &found); err != nil {
		return found, (&Store{}).fail(ctx, err)
	}
	return found, (&Store{}).fail(ctx, eachArchived(ctx, db, archived))
}

func inspect(ctx context.Context, db *sql.DB, found *store.Inspection) error {
	var version, mode string
	if err := db.QueryRowContext(ctx, "SELECT sqlite_version(), (SELECT journal_mode FROM pragma_journal_mode)").Scan(&version, &mode); err != nil {
		return err
	}
	found.Engine = "SQLite " + version
	found.Settings = map[string]string{"journal_mode": mode}
	var tables int
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master WHERE name IN ('goose_db_version', 'meta')").Scan(&tables); err != nil || tables < 2 {
		return err
	}
	err := db.QueryRowContext(ctx, "SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied").Scan(&found.Version)
	if err != nil {
		return err
	}
	if found.Readers = found.Version; found.Version > found.Newest {
		if err := db.QueryRowContext(ctx, "SELECT readers FROM meta").Scan(&found.Readers); err != nil {
			return err
		}
	}
	if found.Untried == "" {
		found.Unwritable = tryWrite(ctx, db)
	}
	return countPasskeys(ctx, db, found)
}

// eachArchived calls each, which may be nil, with the archived logs. A database without migrations has none.
func eachArchived(ctx context.Context, db *sql.DB, each func(store.ArchivedLog) error) error {
	if each == nil {
		return nil
	}
	var tables int
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master WHERE name = 'archives'").Scan(&tables); err != nil || tables == 0 {
		return err
	}
	list, err := db.QueryContext(ctx, rows.AllArchived.SQLite)
	return scanAll(list, err, rows.EachArchived(each))
}

func countPasskeys(ctx context.Context, db *sql.DB, found *store.Inspection) error {
	var tables int
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master WHERE name = 'ways'").Scan(&tables); err != nil || tables == 0 {
		return err
	}
	list, err := db.QueryContext(ctx, "SELECT coalesce(json_extract(data, '$.name'), ''), count(*) FROM ways WHERE kind = 'passkey' GROUP BY 1")
	found.Passkeys = map[string]int{}
	return scanAll(list, err, func(scan dialect.Scan) error {
		var name string
		var n int
		err := scan(&name, &n)
		found.Passkeys[name] = n
		return err
	})
}

// tryWrite writes in a transaction that it rolls back.
func tryWrite(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "UPDATE meta SET epoch = epoch")
	return errors.Join(err, tx.Rollback())
}

// isLocked reports whether a server uses the database at path. A file that cannot be opened for writing counts as unused. It must not run in the process of
// that server, see lockFile.
func isLocked(path string) bool {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	return errors.Is(tryLock(f), errLocked)
}
