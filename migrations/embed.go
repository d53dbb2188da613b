// Package migrations embeds the SQL files that migrate an empty or older database to the present schema, one folder for each kind of database. A
// migration has the same number and name in both. It never changes after its release.
//
// Migrations expand first and contract a release later, so that nodes of two neighboring versions can use one database. From number 20 on, the first
// line of each file says which it does: "-- expands" adds what older programs do not see, and "-- contracts" changes or removes what they use. The latter sets
// meta.readers to its own number: the newest migration that a program must know to use the database.
package migrations

import (
	"embed"
	"io/fs"
	"strconv"
	"strings"
)

//go:embed sqlite/*.sql postgres/*.sql
var files embed.FS

// SQLite returns the migrations of SQLite.
func SQLite() fs.FS { return folder("sqlite") }

// Postgres returns the migrations of Postgres.
func Postgres() fs.FS { return folder("postgres") }

// Newest returns the number of the newest migration.
func Newest() (newest int64) {
	list, err := fs.Glob(SQLite(), "*.sql")
	if err != nil {
		panic(err) // cannot happen: the pattern is valid
	}
	for _, name := range list {
		number, _, _ := strings.Cut(name, "_")
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			panic(err) // cannot happen: goose reads the same names
		}
		newest = max(newest, n)
	}
	return newest
}

func folder(name string) fs.FS {
	sub, err := fs.Sub(files, name)
	if err != nil {
		panic(err) // cannot happen: both folders are embedded
	}
	return sub
}
