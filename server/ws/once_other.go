//go:build !unix

package ws

import "syscall"

// nonBlocking reports that sockets cannot be read and written without blocking: sockets of this system need overlapped I/O.
const nonBlocking = false

// writeOnce returns syscall.EAGAIN. The caller then writes through net.Conn.
func writeOnce(uintptr, []byte) (int, error) { return 0, syscall.EAGAIN }

// readOnce is never called.
func readOnce(uintptr, []byte) (n int, again bool, err error) { return 0, true, nil }
