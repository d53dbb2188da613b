package migrations_test

import (
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
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

// From number 20 on, every migration says whether programs of the version before can still use the database. See the package comment.
func TestMigrations_ExpandOrContract(t *testing.T) {
	t.Parallel()
	for kind, files := range map[string]fs.FS{"SQLite": migrations.SQLite(), "Postgres": migrations.Postgres()} {
		for _, name := range names(t, files) {
			raw, err := fs.ReadFile(files, name)
			if err != nil {
				t.Fatal(err)
			}
			number := strings.TrimLeft(name[:5], "0")
			if n, err := strconv.Atoi(number); err != nil || n < 20 {
				continue
			}
			first, rest, _ := strings.Cut(string(raw), "\n")
			up, _, _ := strings.Cut(rest, "-- +goose Down")
			switch sets := strings.Contains(up, "UPDATE meta SET readers = "+number+";"); {
			case first != "-- expands" && first != "-- contracts":
				t.Errorf("%s: %s begins with %q, want -- expands or -- contracts", kind, name, first)
			case sets != (first == "-- contracts"):
				t.Errorf("%s: %s %s; sets meta.readers: %v", kind, name, first, sets)
			case first == "-- expands" && regexp.MustCompile(`\b(DROP|RENAME)\b`).MatchString(up):
				t.Errorf("%s: %s says that it expands, and drops or renames", kind, name)
			}
		}
	}
	if newest := migrations.Newest(); newest < 20 {
		t.Errorf("got %d as the newest migration, want at least 20", newest)
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
