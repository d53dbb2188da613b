//go:build unix && !linux

package sqlite

import "golang.org/x/sys/unix"

// setLock makes a lock of the process, which its child processes do not inherit.
const setLock = unix.F_SETLK
