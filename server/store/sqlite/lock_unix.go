//go:build unix

package sqlite

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"nemeton/server/store"
)

// own takes the file's lock for the life of the process. The lock lies beside the database, not on it: closing any
// handle of the database would drop the locks SQLite itself holds there.
func own(path string) (*os.File, error) {
	f, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("%w: %s is in use", store.ErrForeign, path)
		}
		return nil, fmt.Errorf("%w: lock %s: %w", store.ErrUnavailable, path, err)
	}
	return f, nil
}
