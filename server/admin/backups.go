package admin

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Backups describes a folder of backups.
type Backups struct {
	Folder string  `json:"folder,omitempty"` // empty: no setting names it
	Error  string  `json:"error,omitempty"`  // the folder cannot be read
	Count  int     `json:"count"`
	Newest *Backup `json:"newest,omitempty"`
}

// Backup is a file of a backup.
type Backup struct {
	Name  string    `json:"name"`
	At    time.Time `json:"at"`
	Bytes int64     `json:"bytes"`
	// Checked means that `nemeton backup` made it, which gives a file this name after it has checked the copy. Other backups were made by other programs.
	Checked bool `json:"checked"`
}

// BackupName is the time format of the file name that `nemeton backup --keep` gives.
const BackupName = "nemeton-20060102T150405.000Z.db"

// IsBackupName reports whether `nemeton backup --keep` makes the name of a file.
func IsBackupName(name string) bool {
	made, err := time.Parse(BackupName, name)
	return err == nil && made.Format(BackupName) == name
}

// readBackups looks for the newest backup in a folder. Hidden and unfinished files do not count.
func readBackups(folder string) Backups {
	b := Backups{Folder: folder}
	if folder == "" {
		return b
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		b.Error = err.Error()
		return b
	}
	for _, e := range entries {
		name := e.Name()
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || strings.HasPrefix(name, ".") || filepath.Ext(name) == ".part" {
			continue
		}
		b.Count++
		if b.Newest == nil || info.ModTime().After(b.Newest.At) {
			b.Newest = &Backup{Name: name, At: info.ModTime().UTC(), Bytes: info.Size(), Checked: IsBackupName(name)}
		}
	}
	return b
}
