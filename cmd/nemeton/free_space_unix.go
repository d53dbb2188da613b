//go:build !windows

package main

import "golang.org/x/sys/unix"

// freeSpace returns the bytes that an unprivileged process can write on the disk of a folder.
func freeSpace(folder string) (int64, bool) {
	var s unix.Statfs_t
	if unix.Statfs(folder, &s) != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true //nolint:unconvert // the types differ between systems
}
