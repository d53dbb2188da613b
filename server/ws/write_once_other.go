//go:build !unix

package ws

import "syscall"

// writeOnce returns syscall.EAGAIN, because sockets of this system need overlapped I/O. The caller then writes through net.Conn.
func writeOnce(uintptr, []byte) (int, error) { return 0, syscall.EAGAIN }
