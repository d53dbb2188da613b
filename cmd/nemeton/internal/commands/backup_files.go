package commands

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"nemeton/server/admin"
)

// BackupFile returns the path of a backup that is made now.
func BackupFile(dir string, now time.Time) string {
	return filepath.Join(dir, now.UTC().Format(admin.BackupName))
}

// pruneBackups removes all but the newest keep backups of a directory, and returns the paths that it removed. It touches only regular files
// whose names backupFile makes.
func pruneBackups(dir string, keep int) (removed []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("prune backups: %w", err)
	}
	var names []string
	for _, e := range entries {
		if admin.IsBackupName(e.Name()) && e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	for _, name := range names[:max(0, len(names)-keep)] {
		path := filepath.Join(dir, name)
		if err := os.Remove(path); err != nil {
			return removed, fmt.Errorf("prune backups: %w", err)
		}
		removed = append(removed, path)
	}
	return removed, nil
}
