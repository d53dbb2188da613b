package migrations_test

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"nemeton/migrations"
	"nemeton/testkit/must"
)

// replaced returns a migration without the renaming of a table in whose place it creates another one, which older programs find under the old name.
func replaced(up string) string {
	renames := regexp.MustCompile(`ALTER TABLE (\w+) RENAME TO \w+;`)
	return renames.ReplaceAllStringFunc(up, func(rename string) string {
		if strings.Contains(up, "CREATE TABLE "+renames.FindStringSubmatch(rename)[1]+" (") {
			return ""
		}
		return rename
	})
}

// Every migration says whether programs of the version before can still use the database, and has a name for each check. See the package comment.
func TestMigrations_Form(t *testing.T) {
	t.Parallel()
	for kind, files := range map[string]fs.FS{"SQLite": migrations.SQLite(), "Postgres": migrations.Postgres()} {
		names, err := fs.Glob(files, "*.sql")
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: got migrations %v and error %v, want at least one", kind, names, err)
		}
		for _, name := range names {
			raw := must.Return(fs.ReadFile(files, name))(t)
			first, rest, _ := strings.Cut(string(raw), "\n")
			up, _, _ := strings.Cut(rest, "-- +goose Down")
			number := strings.TrimLeft(name[:5], "0")
			switch sets := strings.Contains(up, "UPDATE meta SET readers = "+number+";"); {
			case first != "-- expands" && first != "-- contracts":
				t.Errorf("%s: %s begins with %q, want -- expands or -- contracts", kind, name, first)
			case sets != (first == "-- contracts"):
				t.Errorf("%s: %s %s; sets meta.readers: %v", kind, name, first, sets)
			case first == "-- expands" && regexp.MustCompile(`\b(DROP|RENAME)\b`).MatchString(replaced(up)):
				t.Errorf("%s: %s says that it expands, and drops or renames", kind, name)
			}
			if checks, named := strings.Count(up, "CHECK ("), len(regexp.MustCompile(`CONSTRAINT \w+ CHECK \(`).FindAllString(up, -1)); checks != named {
				t.Errorf("%s: %s names %d of %d checks", kind, name, named, checks)
			}
			for line := range strings.Lines(up) {
				if kind == "Postgres" && regexp.MustCompile(`\b(INTEGER|TEXT|BLOB|STRICT|ROWID)\b`).MatchString(line) && !strings.HasPrefix(line, "--") {
					t.Errorf("%s keeps a type of SQLite for Postgres: %s", name, line)
				}
			}
		}
	}
}
