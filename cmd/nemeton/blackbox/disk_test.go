//go:build linux

package blackbox_test

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// small mounts a disk of a few megabytes. Only root can.
func small(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size=3m"); err != nil {
		t.Skipf("no small disk can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// fill writes a file until the disk is full.
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

// The disk is full again and again: moves wait, and go on when there is room.
func TestOutage_FullDisk(t *testing.T) {
	t.Parallel()
	dir := small(t)
	ballast := filepath.Join(dir, "ballast")
	database := "sqlite:" + filepath.Join(dir, "nemeton.db")
	p := serve(t, database)
	sum := suffer(t, p, database, 4, func(_ context.Context, r *rand.Rand) error {
		if err := fill(ballast); err != nil {
			return err
		}
		time.Sleep(500*time.Millisecond + time.Duration(r.Int64N(int64(time.Second))))
		return os.Remove(ballast)
	})
	readily(t, sum)
	if sum.Outages == 0 {
		t.Error("no player met a full disk")
	}
}
