package sqlite

import (
	"errors"
	"fmt"
	"os"
	"time"

	"nemeton/server/store"
)

// A lock that is taken is tried again every lockRetry for up to lockTimeout: the previous owner may still be exiting. So may a
// child process of the owner that was forked but has not executed its program yet, and therefore still shares the owner's file handles.
const lockTimeout, lockRetry = time.Second, 10 * time.Millisecond

// errLocked reports that another owner has the lock.
var errLocked = errors.New("the file is locked")

// lockFile takes the lock of the database for as long as the returned file is open. The system drops it when the process dies. It blocks for up
// to lockTimeout. Errors: store.ErrForeign if another owner has the lock, store.ErrUnavailable if the lock file cannot be used.
//
// The lock is on PATH.lock, because closing any handle of the database file would drop SQLite's own locks on it.
func lockFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	if err := retryLock(f); err != nil {
		_ = f.Close()
		if errors.Is(err, errLocked) {
			return nil, fmt.Errorf("%w: %s is in use", store.ErrForeign, path)
		}
		return nil, fmt.Errorf("%w: lock %s: %w", store.ErrUnavailable, path, err)
	}
	return f, nil
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
