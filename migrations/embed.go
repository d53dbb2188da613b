// Package migrations embeds the SQL files that migrate an empty or older database to the present schema. One file serves both kinds of database: it is written
// for SQLite, and the types are replaced for Postgres. Lines that end with "-- SQLite" or "-- Postgres" are for that one alone. A migration never changes
// after its release.
//
// Migrations expand first and contract a release later, so that nodes of two neighboring versions can use one database. The first line of each file
// says which it does: "-- expands" adds what older programs do not see, and "-- contracts" changes or removes what they use. The latter sets
// meta.readers to its own number: the newest migration that a program must know to use the database.
package migrations

import (
	"embed"
	"io/fs"
	"strconv"
	"strings"
	"testing/fstest"
)

//go:embed *.sql
var files embed.FS

// forPostgres replaces the types of columns, and the options of tables that only SQLite has.
var forPostgres = strings.NewReplacer(" INTEGER", " bigint", " TEXT", ` text COLLATE "C"`, " BLOB", " bytea", ") STRICT, WITHOUT ROWID;", ");", ") STRICT;", ");")

// SQLite returns the migrations of SQLite.
func SQLite() fs.FS { return translated("-- Postgres", strings.NewReplacer()) }

// Postgres returns the migrations of Postgres.
func Postgres() fs.FS { return translated("-- SQLite", forPostgres) }

// Newest returns the number of the newest migration.
func Newest() (newest int64) {
	for _, name := range names() {
		number, _, _ := strings.Cut(name, "_")
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			panic(err) // cannot happen: goose reads the same names
		}
		newest = max(newest, n)
	}
	return newest
}

func names() []string {
	list, err := fs.Glob(files, "*.sql")
	if err != nil {
		panic(err) // cannot happen: the pattern is valid
	}
	return list
}

// translated returns the files for one kind of database: without the lines that end with the mark of the other one, and with replaced parts.
func translated(other string, parts *strings.Replacer) fs.FS {
	all := fstest.MapFS{}
	for _, name := range names() {
		raw, err := fs.ReadFile(files, name)
		if err != nil {
			panic(err) // cannot happen: the file is embedded
		}
		var kept strings.Builder
		for line := range strings.Lines(string(raw)) {
			if !strings.HasSuffix(strings.TrimSpace(line), other) {
				kept.WriteString(parts.Replace(line))
			}
		}
		all[name] = &fstest.MapFile{Data: []byte(kept.String()), Mode: 0o444}
	}
	return all
}
