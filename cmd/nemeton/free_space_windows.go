package main

import "golang.org/x/sys/windows"

// freeSpace returns the bytes that an unprivileged process can write on the disk of a folder.
func freeSpace(folder string) (int64, bool) {
	path, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, false
	}
	var free uint64
	err = windows.GetDiskFreeSpaceEx(path, &free, nil, nil)
	return int64(free), err == nil
}
