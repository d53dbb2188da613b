package wiring

import "golang.org/x/sys/windows"

// FreeSpace returns the bytes that this user can still write into a folder.
func FreeSpace(folder string) (free uint64, err error) {
	path, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, err
	}
	err = windows.GetDiskFreeSpaceEx(path, &free, nil, nil)
	return free, err
}

// maxFiles returns 0: Windows limits the number of open files by memory alone.
func maxFiles() uint64 { return 0 }
