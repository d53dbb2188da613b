//go:build !unix

package ws

import "syscall"

// nonBlocking reports that sockets cannot be written without blocking: sockets of this system need overlapped I/O.
const nonBlocking = false

// writeOnce returns syscall.EAGAIN. The caller then writes through net.Conn.
func writeOnce(uintptr, []byte) (int, error) { return 0, syscall.EAGAIN }
