//go:build linux || darwin

package wiring

import "syscall"

// FreeSpace returns the bytes that this user can still write into a folder.
func FreeSpace(folder string) (uint64, error) {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(folder, &stat); err != nil {
		return 0, err
	}
	return stat.Bavail * uint64(stat.Bsize), nil
}

// maxFiles returns the number of files that this process may open; 0: unknown.
func maxFiles() uint64 {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0
	}
	return limit.Cur
}
