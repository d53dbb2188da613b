package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"nemeton/server/store"
)

// fileMode lets only the server's own user read and write the database, because it holds the secrets of running games. SQLite gives the files PATH-wal and
// PATH-shm the mode of the database.
const fileMode = 0o600

// private creates the database with fileMode if it is missing.
func private(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, fileMode)
	if err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return f.Close()
}

// restrict gives fileMode to a database that has the default mode of the user, as a copy by hand. Call it when SQLite has accepted the file: a wrong path
// may name a file of the system. A failure is ignored: the files may belong to another user.
func restrict(path string) {
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		_ = os.Chmod(name, fileMode)
	}
}

// checkFolder fails if no file can be created in the folder of the database. SQLite's own error would not give the reason.
func checkFolder(path string) error {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, ".nemeton-*")
	if errors.Is(err, os.ErrPermission) {
		return fmt.Errorf("%w: this process (%s) may not write to the folder %s; give that user the folder, or name another one", store.ErrUnavailable, account(), dir)
	}
	if err != nil {
		return fmt.Errorf("%w: the folder of the database: %w", store.ErrUnavailable, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

func account() string {
	if id := os.Getuid(); id >= 0 {
		return fmt.Sprintf("user id %d", id)
	}
	return "its user" // Windows has no numbers for users
}
