//go:build unix

package ws

import "syscall"

const nonBlocking = true

// writeOnce writes to a non-blocking socket with one system call. It returns syscall.EAGAIN if the socket takes nothing now.
func writeOnce(fd uintptr, p []byte) (int, error) { return syscall.Write(int(fd), p) }
