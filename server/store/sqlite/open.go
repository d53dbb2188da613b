package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver named "sqlite"

	"nemeton/migrations"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
	"nemeton/server/store/internal/batch"
	"nemeton/server/store/internal/chat"
	"nemeton/server/store/internal/mailcount"
	"nemeton/server/store/internal/operators"
	"nemeton/server/store/internal/rows"
)

const readers = 4

// Store implements store.Store in one file. Create it with Open.
type Store struct {
	write     *sql.DB                        // one connection
	writer    writer                         // statements of appends on that connection; withWriter guards it
	keys      map[store.TableID]driver.Value // cache of key
	read      reader
	appends   *batch.Queue
	changes   changes
	encrypter *dialect.Encrypter // of secrets; nil: secrets are stored as plain text
	journal   journal
	lock      *lock
	mark      *mark
	epoch     int64 // of the database; appends store it. Only Open changes it
	packs     bool  // new entries are packed
	damage    error // found by the check at the start
	closed    atomic.Bool
	canceled  func(string) // Options.Canceled

	*chat.Chat
	*mailcount.MailCounts
	*operators.Operators
	*rows.Rows
}

var _ store.Store = (*Store)(nil)

// Options complete a path.
type Options struct {
	SecretKey []byte // key that encrypts the secrets and snapshots of tables; empty: no encryption
	// Restored accepts the file as it is, although changes may be missing, and gives it a new epoch.
	Restored bool
	// Canceled gets the statement of each read that its caller's deadline canceled; may be nil.
	Canceled func(statement string)
	// Existing refuses to create the file.
	Existing bool
	// Reading is for a caller that only looks at the file: one that Backup made stays a copy, so that a later start recognizes it.
	Reading bool
}

// journal is a mode of SQLite.
type journal string

const (
	writeAhead journal = "WAL"
	// rollback is the mode of a copy. If the process is killed, it leaves no write-ahead log, which a later start would take for that of the file before.
	rollback journal = "DELETE"
)

// Open opens or creates the file, migrates it and checks it. Errors:
//
//   - store.ErrForeign if another process uses the file, or another program migrated it: a newer one, or one from before the first version;
//   - store.ErrUnavailable if the file cannot be opened;
//   - store.ErrLost if acknowledged changes are missing;
//   - store.ErrDamaged if the file is no database.
func Open(ctx context.Context, path string, o Options) (*Store, error) {
	path, err := resolve(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	if _, err := os.Stat(path); err != nil && (o.Restored || o.Existing) {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	if err := checkFolder(path); err != nil {
		return nil, err
	}
	s := &Store{keys: map[store.TableID]driver.Value{}, encrypter: dialect.NewEncrypter(o.SecretKey), canceled: o.Canceled}
	db := dialectDB{s}
	s.Chat, s.Operators, s.MailCounts, s.Rows = chat.New(db), operators.New(db), mailcount.New(db), rows.New(db, s.encrypter)
	s.appends = batch.New(1, batchSize, s.commitBatch)
	if s.lock, err = lockFile(path); err != nil {
		return nil, err
	}
	if s.journal, err = checkCopied(s.lock.file, path); err == nil {
		err = s.open(ctx, path, o)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, s.fail(ctx, err)), s.Close())
	}
	return s, nil
}

func (s *Store) open(ctx context.Context, path string, o Options) (err error) {
	if err := s.openWrite(path); err != nil {
		return err
	}
	if err := migrate(ctx, s.write); err != nil {
		return err
	}
	restrict(path)
	if s.mark, err = openMark(path); err != nil {
		return err
	}
	var readers int64
	if err := s.write.QueryRowContext(ctx, dialect.Readers).Scan(&readers); err != nil {
		return err
	}
	s.packs = readers >= dialect.PackedEntries
	s.write.SetMaxOpenConns(1)
	if err := s.begin(ctx, path, o); err != nil {
		return err
	}
	if s.journal == rollback && !o.Reading {
		s.journal = writeAhead // from here on it is the file of a server
		if err := errors.Join(s.write.Close(), s.openWrite(path)); err != nil {
			return err
		}
		s.write.SetMaxOpenConns(1)
	}
	if err := s.withWriter(ctx, func(*writer) error { return nil }); err != nil {
		return err
	}
	if err := s.read.open(path, s.journal); err != nil {
		return err
	}
	return s.check(ctx)
}

func (s *Store) openWrite(path string) (err error) {
	s.write, err = sql.Open("sqlite", dsn(path, "rwc", s.journal, "_txlock=immediate"))
	return err
}

// resolve returns the absolute path without symbolic links, so that one file has one name and one lock.
func resolve(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real, nil
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	return filepath.Join(dir, filepath.Base(path)), err
}

// dsn returns the address of a connection in the driver's notation.
func dsn(path, mode string, j journal, pragmas string) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?mode=" + mode + "&_pragma=busy_timeout(5000)&_pragma=journal_mode(" + string(j) + ")" +
		"&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)&" + pragmas
}

func migrate(ctx context.Context, db *sql.DB) error {
	migrator, err := goose.NewProvider(goose.DialectSQLite3, db, migrations.SQLite())
	if err != nil {
		return err
	}
	version, newest, err := migrator.GetVersions(ctx)
	if err != nil {
		return err
	}
	if version > newest {
		var readers int64
		if err := db.QueryRowContext(ctx, dialect.Readers).Scan(&readers); err != nil {
			return err
		}
		if readers <= newest {
			return nil // its migrations added what this program does not see
		}
		return fmt.Errorf("%w: the database has version %d and needs programs that know version %d; this program knows versions up to %d", store.ErrForeign, version, readers, newest)
	}
	_, err = migrator.Up(ctx)
	return err
}

func (s *Store) ProbeWrite(ctx context.Context) error {
	err := s.appends.Commit(ctx, dialect.Probe())
	if !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if err := s.change(ctx, func(context.Context, *sql.Tx) error { return nil }); err != nil {
		return err
	}
	return s.damage
}

func (s *Store) Ping(ctx context.Context) error {
	var one int
	return s.fail(ctx, s.write.QueryRowContext(ctx, "SELECT 1").Scan(&one))
}

// Close implements store.Store. It waits for the accepted appends and changes. A second call does nothing.
func (s *Store) Close() error {
	s.appends.Close()
	s.changes.close()
	if s.closed.Swap(true) {
		return nil
	}
	var errs []error
	if s.read.DB != nil {
		errs = append(errs, s.read.Close())
	}
	if s.writer.conn != nil {
		errs = append(errs, s.withWriter(context.Background(), func(w *writer) error { return w.close() }))
	}
	if s.write != nil {
		errs = append(errs, s.write.Close())
	}
	return errors.Join(append(errs, s.mark.close(), s.lock.close())...)
}
