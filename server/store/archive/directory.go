package archive

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"nemeton/server/store"
)

// directory is the path of an archive in a file system.
type directory string

// unfinished is the end of the name of a file that is being written.
const unfinished = ".part"

func (d directory) String() string { return string(d) }

func (d directory) path(name string) string {
	return filepath.Join(string(d), filepath.FromSlash(name))
}

// Put makes the folder of the name, and never the directory itself: that may be a disk that is not mounted.
func (d directory) Put(_ context.Context, name string, content []byte) error {
	path := d.path(name)
	folder := filepath.Dir(path)
	err := os.Mkdir(folder, 0o700)
	if err == nil {
		err = syncFolder(string(d))
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return unavailable(err)
	}
	if err := writeSynced(path+unfinished, content); err != nil {
		return unavailable(err)
	}
	if err := os.Rename(path+unfinished, path); err != nil {
		return unavailable(err)
	}
	return unavailable(syncFolder(folder))
}

func writeSynced(path string, content []byte) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Sync(), f.Close())
}

// syncFolder writes a folder's names to the disk. Windows cannot sync folders and does not need it.
func syncFolder(folder string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func (d directory) Get(_ context.Context, name string, most int64) ([]byte, error) {
	f, err := os.Open(d.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		if err := d.reachable(); err != nil {
			return nil, err
		}
		return nil, errMissing
	}
	if err != nil {
		return nil, unavailable(err)
	}
	defer func() { _ = f.Close() }()
	content, err := readAtMost(f, most)
	return content, unavailable(err)
}

// reachable returns an error if the directory itself is gone. Then no object is missing, but a disk is not mounted.
func (d directory) reachable() error {
	_, err := os.Stat(string(d))
	return unavailable(err)
}

func (d directory) Delete(_ context.Context, name string) error {
	if err := d.reachable(); err != nil {
		return err
	}
	path := d.path(name)
	for _, file := range []string{path + unfinished, path} {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return unavailable(err)
		}
	}
	if err := syncFolder(filepath.Dir(path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return unavailable(err)
	}
	return nil
}

func (d directory) List(ctx context.Context, each func(name string) error) error {
	return filepath.WalkDir(string(d), func(path string, entry fs.DirEntry, err error) error {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return unavailable(err)
		}
		switch {
		case entry.IsDir() && entry.Name() == "lost+found": // of a disk of its own; only root may read it
			return fs.SkipDir
		case entry.IsDir(), strings.HasSuffix(path, unfinished):
			return nil
		}
		name, err := filepath.Rel(string(d), path)
		if err != nil {
			return err
		}
		return each(filepath.ToSlash(name))
	})
}

func unavailable(err error) error {
	if err == nil || errors.Is(err, errLarger) {
		return err
	}
	return fmt.Errorf("%w: the archive: %w", store.ErrUnavailable, err)
}
