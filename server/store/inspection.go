package store

import (
	"io/fs"
	"time"
)

// Inspection is what a look at a database found. The look changed nothing: it tried a write in a transaction that it rolled back.
type Inspection struct {
	Engine string // with the version, such as "SQLite 3.51"
	Number int    // version of Postgres, such as 150004; 0: another engine

	// Version is the schema's newest migration, Newest that of this program, and Readers the newest one that a program must know to use the database. Version
	// is 0 for an empty or missing database.
	Version, Newest, Readers int64

	Unwritable error     // why a write failed; nil: it succeeded
	Untried    string    // why no write was tried; empty: one was
	Now        time.Time // the database's clock; zero: that of this machine
	Settings   map[string]string
	Warnings   []string

	Passkeys map[string]int // number of passkeys by host name

	File     *InspectedFile     // of SQLite
	Postgres *InspectedPostgres // of Postgres
}

// InspectedFile is the file of an SQLite database.
type InspectedFile struct {
	Path         string
	Missing      bool
	Mode         fs.FileMode // the widest of the database and the files that belong to it
	Locked       bool        // a server uses it
	FolderClosed error       // why no file can be made in the folder; nil: it can
}

// InspectedPostgres is what only Postgres has.
type InspectedPostgres struct {
	Role          string
	Superuser     bool
	Lacking       []string // tables on which the role lacks rights that the server needs
	ReadOnly      bool     // a standby, or set to be read-only
	Standbys      int      // that are connected
	Synchronous   int      // of them, for which commits wait
	StandbysShown bool     // the role may see which of them are synchronous
}
