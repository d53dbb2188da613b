package sqlite

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"nemeton/server/store"
)

// A lock that is taken is tried again every lockRetry for up to lockTimeout: the previous owner may still be exiting. So may a
// child process of the owner that was forked but has not executed its program yet, and therefore still shares the owner's file handles.
const lockTimeout, lockRetry = time.Second, 10 * time.Millisecond

// errLocked reports that another owner has the lock.
var errLocked = errors.New("the file is locked")

// lockedByte is the offset of the byte that the lock covers. It is beyond all data, and beyond the bytes at one gigabyte that SQLite locks.
const lockedByte = 1 << 62

// lock keeps other stores from the database. It belongs to the file, so that a second name of the file, or a new file of the same name, changes nothing.
type lock struct {
	path string
	file *os.File
	info os.FileInfo
}

// held are the locks of this process. Closing a handle of a file drops SQLite's own locks on it in this process on Unix, so a file that this process
// uses already is refused without opening it.
var held struct {
	mu    sync.Mutex
	locks []*lock
}

// lockFile creates the database if it is missing, and takes its lock until the lock is closed. The system drops the lock when the process dies. It
// blocks for up to lockTimeout. Errors: store.ErrForeign if another owner has the lock, store.ErrUnavailable if the file cannot be used.
//
// SQLite's connections must be opened after this call and closed before the lock, because closing a handle of the file drops SQLite's own locks.
func lockFile(path string) (*lock, error) {
	held.mu.Lock()
	defer held.mu.Unlock()
	inUse := fmt.Errorf("%w: %s is in use", store.ErrForeign, path)
	if info, err := os.Stat(path); err == nil && slices.ContainsFunc(held.locks, func(l *lock) bool { return os.SameFile(l.info, info) }) {
		return nil, inUse
	}
	if err := private(path); err != nil {
		return nil, err
	}
	l := &lock{path: path}
	err := l.open()
	if err == nil {
		held.locks = append(held.locks, l)
		return l, nil
	}
	if l.file != nil {
		_ = l.file.Close()
	}
	if errors.Is(err, errLocked) {
		return nil, inUse
	}
	return nil, fmt.Errorf("%w: lock %s: %w", store.ErrUnavailable, path, err)
}

func (l *lock) open() (err error) {
	if l.file, err = os.OpenFile(l.path, os.O_RDWR, 0); err != nil {
		return err
	}
	if l.info, err = l.file.Stat(); err != nil {
		return err
	}
	return retryLock(l.file)
}

func retryLock(f *os.File) error {
	retry := time.NewTicker(lockRetry)
	defer retry.Stop()
	for range lockTimeout / lockRetry {
		if err := tryLock(f); !errors.Is(err, errLocked) {
			return err
		}
		<-retry.C
	}
	return errLocked
}

// check fails if the database or its write-ahead log has been moved or deleted. Moves written then would be missing after a restart. A transaction
// must be open, because SQLite creates the write-ahead log at the first one.
func (l *lock) check(j journal) error {
	info, err := os.Stat(l.path)
	if err == nil && !os.SameFile(info, l.info) {
		err = errors.New("another file has its name")
	}
	if err == nil && j == writeAhead {
		_, err = os.Stat(l.path + "-wal")
	}
	if err != nil {
		return fmt.Errorf("%w: the database was moved or deleted while the server uses it; put it back: %w", store.ErrUnavailable, err)
	}
	return nil
}

// close drops the lock. A nil lock is no error.
func (l *lock) close() error {
	if l == nil {
		return nil
	}
	held.mu.Lock()
	defer held.mu.Unlock()
	held.locks = slices.DeleteFunc(held.locks, func(other *lock) bool { return other == l })
	return l.file.Close()
}
