//go:build unix

package ws

import (
	"errors"
	"syscall"
)

// nonBlocking reports that sockets can be read and written without blocking.
const nonBlocking = true

// writeOnce writes to a non-blocking socket with one system call. It returns syscall.EAGAIN if the socket takes nothing now.
func writeOnce(fd uintptr, p []byte) (int, error) { return syscall.Write(int(fd), p) }

// readOnce reads from a non-blocking socket with one system call. again is true if no bytes have arrived.
func readOnce(fd uintptr, p []byte) (n int, again bool, err error) {
	for {
		n, err = syscall.Read(int(fd), p)
		if !errors.Is(err, syscall.EINTR) {
			return n, errors.Is(err, syscall.EAGAIN), err
		}
	}
}
