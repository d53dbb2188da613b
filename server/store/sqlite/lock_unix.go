//go:build unix

package sqlite

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// tryLock takes an exclusive lock on lockedByte without waiting. It returns errLocked if another handle has it.
func tryLock(f *os.File) error {
	err := unix.FcntlFlock(f.Fd(), setLock, &unix.Flock_t{Type: unix.F_WRLCK, Start: lockedByte, Len: 1})
	if errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EACCES) {
		return errLocked
	}
	return err
}
