package blackbox_test

import (
	"database/sql" //nolint:depguard // to make a file look as if a newer program had written it
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite" //nolint:depguard // the same

	"nemeton/testkit/must"
)

// A server that cannot start exits with a code and a message, without a stack trace.
func TestServe_Refuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	newer := filepath.Join(dir, "newer.db")
	stopCleanly(t, serve(t, "sqlite:"+newer))
	db := must.Return(sql.Open("sqlite", newer))(t)
	must.Return(db.ExecContext(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1); UPDATE meta SET readers = 9999"))(t)
	must.Succeed(t, db.Close())
	text := filepath.Join(dir, "text.db")
	must.Succeed(t, os.WriteFile(text, []byte(strings.Repeat("no database\n", 400)), 0o600))
	for name, c := range map[string]struct {
		args []string
		code int
		says string
	}{
		"an unknown flag":                 {[]string{"--paint", "red"}, 2, "--paint"},
		"a limit that is none":            {[]string{"--limits", "maybe"}, 2, "limits"},
		"an address that is none":         {[]string{"--addr", "nowhere:port"}, 1, "port"},
		"a store nobody knows":            {[]string{"--database", "mysql://x"}, 1, "mysql"},
		"a folder that is not there":      {[]string{"--database", "sqlite:" + filepath.Join(dir, "no", "x.db")}, 1, "no such file"},
		"a folder for a file":             {[]string{"--database", "sqlite:" + dir}, 1, filepath.Base(dir)},
		"a file of something else":        {[]string{"--database", "sqlite:" + text}, 1, "text.db"},
		"a database of a newer server":    {[]string{"--database", "sqlite:" + newer}, 1, "newer"},
		"a Postgres address that is none": {[]string{"--database", "postgres://ada:hush@%zz/x?password=hush"}, 1, "postgres"},
		"a password that is not encoded":  {[]string{"--database", "postgres://ada:12/hush@127.0.0.1/x"}, 1, "%2F"},
		"a password with an escape":       {[]string{"--database", "postgres://ada:12%hush@127.0.0.1/x"}, 1, "%25"},
		"a password with a hash":          {[]string{"--database", "postgres://ada:12#hush@127.0.0.1/x"}, 1, "%23"},
		"a password with a question":      {[]string{"--database", "postgres://ada:12?hush@127.0.0.1/x"}, 1, "%3F"},
		"a password with a space":         {[]string{"--database", "postgres://ada:12 hush@127.0.0.1/x"}, 1, "%20"},
		"a parameter that is none":        {[]string{"--database", "postgres://127.0.0.1:1/x?password=hush&pool_max_conns=none"}, 1, "pool_max_conns"},
		"a NATS address that is none":     {[]string{"--database", "sqlite:" + filepath.Join(dir, "nats.db"), "--nats", "nats://ada:hush@%zz"}, 1, "nats"},
		"an argument too many":            {[]string{"postgres://ada:hush@127.0.0.1/x"}, 2, "unexpected argument"},
		"a key too short":                 {[]string{"--secret-key", "hush"}, 1, "4 characters"},
		"a host that is none":             {[]string{"--hosts", "https://games.example"}, 1, "--hosts"},
		"a Postgres that is not there":    {[]string{"--database", "postgres://nobody:hush@127.0.0.1:1/none"}, 1, "127.0.0.1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := append([]string{"serve"}, c.args...)
			if !strings.Contains(strings.Join(args, " "), "--addr") {
				args = append(args, "--addr", "127.0.0.1:0")
			}
			out, err := command(t, args...).CombinedOutput()
			if exitCode(err) != c.code || !strings.Contains(string(out), c.says) || strings.Contains(string(out), "goroutine ") || strings.Contains(string(out), "hush") {
				t.Errorf("got exit code %d and\n%s\nwant %d and a message with %q and without a secret", exitCode(err), out, c.code, c.says)
			}
		})
	}
}
