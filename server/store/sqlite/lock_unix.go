//go:build unix

package sqlite

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"nemeton/server/store"
)

// patience and pulse are how long, and how often, a lock is asked for that one holds who is just letting it go: a process that was ended a
// moment ago, or a child that its owner is starting, which has a copy of all handles until it becomes another program.
const patience, pulse = time.Second, 10 * time.Millisecond

// own takes the file's lock for the life of the process. The lock lies beside the database, not on it: closing any
// handle of the database would drop the locks SQLite itself holds there.
func own(path string) (*os.File, error) {
	f, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	if err := hold(f); err != nil {
		_ = f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("%w: %s is in use", store.ErrForeign, path)
		}
		return nil, fmt.Errorf("%w: lock %s: %w", store.ErrUnavailable, path, err)
	}
	return f, nil
}

// hold takes the lock, after some patience.
func hold(f *os.File) error {
	ask := time.NewTicker(pulse)
	defer ask.Stop()
	for range patience / pulse {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return err
		}
		<-ask.C
	}
	return syscall.EWOULDBLOCK
}
