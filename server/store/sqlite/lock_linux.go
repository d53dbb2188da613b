package sqlite

import "golang.org/x/sys/unix"

// setLock makes a lock that belongs to the handle, not to the process.
const setLock = unix.F_OFD_SETLK
