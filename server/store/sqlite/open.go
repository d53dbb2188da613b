package sqlite

import (
	"context"
	"database/sql"
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
	"nemeton/server/store/internal/group"
	"nemeton/server/store/row"
)

// readers is how many connections read beside the one that writes.
const readers = 4

// Store is a store in one file. It is made by Open.
type Store struct {
	write     *sql.DB                 // one connection
	writer    writer                  // the same, for appends
	keys      map[store.TableID]int64 // of tables lately appended to
	read      reader
	appends   *group.Group
	encrypter *row.Encrypter // of secrets; nil: they lie there plain
	lock      *os.File
	closed    atomic.Bool
}

var _ store.Store = (*Store)(nil)

// Options are what a path does not say.
type Options struct {
	SecretKey []byte // what secrets of new tables are encrypted with; empty: they are not
}

// OpenWith is Open with options.
func OpenWith(ctx context.Context, path string, o Options) (*Store, error) {
	s, err := Open(ctx, path)
	if err != nil {
		return nil, err
	}
	s.encrypter = row.NewEncrypter(o.SecretKey)
	return s, nil
}

// Open opens or creates the file and brings its tables up to date. Errors: store.ErrForeign where another process
// owns the file or a newer program wrote it, store.ErrUnavailable where the file cannot be reached.
func Open(ctx context.Context, path string) (*Store, error) {
	path, err := resolve(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	s := &Store{keys: map[store.TableID]int64{}}
	s.appends = group.New(1, batchSize, s.commitBatch)
	if s.lock, err = lockFile(path); err != nil {
		return nil, err
	}
	if err := s.open(ctx, path); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, s.fail(ctx, err)), s.Close())
	}
	return s, nil
}

func (s *Store) open(ctx context.Context, path string) (err error) {
	if s.write, err = sql.Open("sqlite", source(path, "rwc", "_txlock=immediate&"+roomy)); err != nil {
		return err
	}
	if err := migrate(ctx, s.write); err != nil {
		return err
	}
	s.write.SetMaxOpenConns(1)
	if err := s.writing(ctx, func(*writer) error { return nil }); err != nil {
		return err
	}
	if err := s.read.open(path); err != nil {
		return err
	}
	return s.Ping(ctx)
}

// resolve follows links, so that one file has one name and one lock.
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

// roomy lets the writer keep 16 MB of the file in memory, and put its log into the file every 32 MB: every 4 MB, which is usual, would
// write the same pages again and again. (A larger cache is gone through once for a commit, and costs more than it saves.)
const roomy = "_pragma=cache_size(-16000)&_pragma=wal_autocheckpoint(8000)"

func source(path, mode, more string) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?mode=" + mode + "&_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)" +
		"&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)&" + more
}

func migrate(ctx context.Context, db *sql.DB) error {
	steps, err := goose.NewProvider(goose.DialectSQLite3, db, migrations.SQLite())
	if err != nil {
		return err
	}
	now, known, err := steps.GetVersions(ctx)
	if err != nil {
		return err
	}
	if now > known {
		return fmt.Errorf("%w: its version is %d, this program knows %d", store.ErrForeign, now, known)
	}
	_, err = steps.Up(ctx)
	return err
}

// Ping implements store.Store.
func (s *Store) Ping(ctx context.Context) error {
	var one int
	return s.fail(ctx, s.write.QueryRowContext(ctx, "SELECT 1").Scan(&one))
}

// Close implements store.Store. It waits for the appends under way. A second Close does nothing.
func (s *Store) Close() error {
	s.appends.Close()
	if s.closed.Swap(true) {
		return nil
	}
	var errs []error
	if s.read.DB != nil {
		errs = append(errs, s.read.Close())
	}
	if s.writer.conn != nil {
		errs = append(errs, s.writing(context.Background(), func(w *writer) error { return w.close() }))
	}
	if s.write != nil {
		errs = append(errs, s.write.Close())
	}
	return errors.Join(append(errs, s.lock.Close())...)
}
