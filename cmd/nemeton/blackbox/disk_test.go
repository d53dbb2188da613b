//go:build linux

package blackbox_test

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/testsize"
)

// smallDisk mounts a file system of 7 MiB. SQLite's write-ahead log grows to 4 MiB before it is reused, so every move needs room. Only root can; otherwise the test is skipped.
func smallDisk(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size=7m"); err != nil {
		t.Skipf("cannot mount a small file system: %v", err)
	}
	t.Cleanup(func() {
		expect.Error(t, syscall.Unmount(dir, syscall.MNT_DETACH), nil)
	})
	return dir
}

// fill writes to a file until the disk is full.
func fill(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	for size := 64 << 10; size > 0; {
		n, err := f.Write(make([]byte, size))
		switch {
		case errors.Is(err, syscall.ENOSPC) || errors.Is(err, io.ErrShortWrite):
			if n == 0 {
				size /= 2
			}
		case err != nil:
			return err
		}
	}
	return nil
}

// While the disk is full, moves wait. They go on when there is room.
func TestOutage_FullDisk(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	dir := smallDisk(t)
	ballast := filepath.Join(dir, "ballast")
	database := "sqlite:" + filepath.Join(dir, "nemeton.db")
	p, watch := serveWithMetrics(t, database)
	sum := runFaults(t, p, database, testsize.Pick(1, 2, 10), func(context.Context, *rand.Rand) error {
		untilRefused := watch()
		if err := fill(ballast); err != nil {
			return err
		}
		untilRefused()
		p.await("/readyz", http.StatusServiceUnavailable)
		return os.Remove(ballast)
	})
	logReturn(t, sum)
	if sum.Outages == 0 {
		t.Error("no player met a full disk")
	}
}
