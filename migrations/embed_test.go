package migrations_test

import (
	"io/fs"
	"slices"
	"testing"

	"nemeton/migrations"
)

func TestMigrations_SameNames(t *testing.T) {
	t.Parallel()
	lite, pg := names(t, migrations.SQLite()), names(t, migrations.Postgres())
	if len(lite) == 0 || !slices.Equal(lite, pg) {
		t.Errorf("got migrations %v for SQLite, %v for Postgres; want the same, at least one", lite, pg)
	}
}

func names(t *testing.T, files fs.FS) []string {
	t.Helper()
	list, err := fs.Glob(files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	return list
}
