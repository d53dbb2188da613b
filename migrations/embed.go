// Package migrations embeds the SQL files that migrate an empty or older database to the present schema, one folder for each kind of database. A
// migration has the same number and name in both. It never changes after its release.
package migrations

import (
	"embed"
	"io/fs"
)

//go:embed sqlite/*.sql postgres/*.sql
var files embed.FS

// SQLite returns the migrations of SQLite.
func SQLite() fs.FS { return folder("sqlite") }

// Postgres returns the migrations of Postgres.
func Postgres() fs.FS { return folder("postgres") }

func folder(name string) fs.FS {
	sub, err := fs.Sub(files, name)
	if err != nil {
		panic(err) // cannot happen: both folders are embedded
	}
	return sub
}
