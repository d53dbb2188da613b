package commands

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nemeton/server/admin"
)

// BackupFile returns the path of a backup that is made now.
func BackupFile(dir string, now time.Time) string {
	return filepath.Join(dir, now.UTC().Format(admin.BackupName))
}

// pruneBackups removes all but the newest keep backups of a directory, and the unfinished copies that are older than these. It returns the paths that it
// removed. It touches only regular files whose names backupFile makes, with the ending .part if they are unfinished. The file made stays, even if the clock
// was ahead at the time of others.
func pruneBackups(dir string, keep int, made string) (removed []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("prune backups: %w", err)
	}
	var names, complete []string
	for _, e := range entries {
		name, unfinished := strings.CutSuffix(e.Name(), ".part")
		if !admin.IsBackupName(name) || !e.Type().IsRegular() {
			continue
		}
		if names = append(names, e.Name()); !unfinished {
			complete = append(complete, name)
		}
	}
	if len(complete) == 0 {
		return nil, nil
	}
	slices.Sort(complete)
	oldest := complete[max(0, len(complete)-keep)]
	for _, name := range names {
		path := filepath.Join(dir, name)
		if name >= oldest || path == made {
			continue
		}
		if err := os.Remove(path); err != nil {
			return removed, fmt.Errorf("prune backups: %w", err)
		}
		removed = append(removed, path)
	}
	return removed, nil
}
