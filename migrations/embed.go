// Package migrations holds the steps that lead from an empty database to today's tables, once for each kind of
// database. A step has the same number and name in both; once released it is never edited.
package migrations

import (
	"embed"
	"io/fs"
)

//go:embed sqlite/*.sql postgres/*.sql
var files embed.FS

// SQLite are the steps of the embedded file.
func SQLite() fs.FS { return folder("sqlite") }

// Postgres are the steps of a Postgres database.
func Postgres() fs.FS { return folder("postgres") }

func folder(name string) fs.FS {
	sub, err := fs.Sub(files, name)
	if err != nil {
		panic(err) // the names above are constants
	}
	return sub
}
