package store

import (
	"context"
	"time"

	"nemeton/engine"
	"nemeton/engine/codec"
)

// FinishedLog is the log of a finished table.
type FinishedLog struct {
	Table    TableID
	Title    string
	Seq      engine.Seq // of the last record
	Head     codec.Hash // of the last record
	ListedAt time.Time  // at most a minute before the table's last change
}

// ArchivedLog is a log in an object of the archive.
type ArchivedLog struct {
	FinishedLog
	Object string // name of the object
	Bytes  int64  // size of the object
}

// ArchiveObject is the name of an object of the archive, with the table whose log it was made for.
type ArchiveObject struct {
	Table TableID
	Name  string
}

// Archives notes the logs of finished tables that are in an archive outside of the database. Package archive moves them, and reads them.
//
// # Invariants
//
//   - The log of a table is either in the database, or in one object of the archive.
//   - The database has the name of each object before it is written, and until it is deleted. No name is used twice.
type Archives interface {
	// LogsToArchive returns up to limit logs in the database of tables that finished before the given time, the oldest first: those that follow after. On SQLite
	// the log with the newest record of all is left out.
	LogsToArchive(ctx context.Context, before time.Time, after FinishedLog, limit int) ([]FinishedLog, error)
	// BeginArchive notes an object that is about to be written. It may be deleted from the time expires on, unless ArchiveLog was called.
	BeginArchive(ctx context.Context, o ArchiveObject, expires time.Time) error
	// ArchiveLog notes in one transaction that an object, which BeginArchive noted, holds the log, and deletes the records and snapshots. It returns ErrConflict
	// if the table has another last record, its log is not in the database, or the object may be deleted.
	ArchiveLog(ctx context.Context, l ArchivedLog) error
	// ReturnLog adds the records of an archived log to the database, in one transaction. The object may be deleted from the time expires on. It returns ErrConflict
	// if the object does not hold the log.
	ReturnLog(ctx context.Context, l ArchivedLog, records []engine.Record, expires time.Time) error
	// ArchivedLog returns the archived log of a table. If the log is in the database it is ErrNotFound.
	ArchivedLog(ctx context.Context, id TableID) (ArchivedLog, error)
	// ArchivedLogs returns up to limit archived logs of tables whose id is greater than after, in the order of ids.
	ArchivedLogs(ctx context.Context, after TableID, limit int) ([]ArchivedLog, error)
	// ObjectsToDelete returns up to limit objects that hold no log and expired before the given time. None of them can hold a log any more.
	ObjectsToDelete(ctx context.Context, before time.Time, limit int) ([]ArchiveObject, error)
	// ForgetObject removes the note of an object that was deleted.
	ForgetObject(ctx context.Context, o ArchiveObject) error
}
