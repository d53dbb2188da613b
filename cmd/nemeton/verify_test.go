package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nemeton/engine/catalog"
	"nemeton/engine/corpus"
)

func TestVerify(t *testing.T) {
	t.Parallel()
	doc, err := corpus.Play(catalog.Titles()[0], 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := doc.Seal()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name string, raw []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	whole := write("whole.json", raw)
	forged := write("forged.json", bytes.Replace(raw, []byte("Bot 1"), []byte("Bot 9"), 1))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/export" {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(raw)
	}))
	t.Cleanup(server.Close)
	for name, c := range map[string]struct {
		args []string
		code int
		out  string
	}{
		"a file":                {[]string{whole}, 0, "the export is valid"},
		"never restored":        {[]string{whole}, 0, "the table was never restored"},
		"restored tables":       {[]string{restoredSample(t, dir)}, 0, "the table was restored to an earlier moment 9 times"},
		"restored, as JSON":     {[]string{"--json", restoredSample(t, dir)}, 0, `"restores":9`},
		"as JSON":               {[]string{"--json", whole}, 0, `"known":true`},
		"an address":            {[]string{server.URL + "/export"}, 0, "the export is valid"},
		"an address of none":    {[]string{server.URL + "/other"}, 1, "404"},
		"a forged one":          {[]string{forged}, 1, "INVALID: digest"},
		"no such file":          {[]string{filepath.Join(dir, "none")}, 1, "none"},
		"nothing named":         {nil, 1, "expected an export"},
		"both":                  {[]string{"--all", whole}, 1, "expected an export"},
		"an empty database":     {[]string{"--all", "--database", database(t)}, 0, "0 running tables decide the same"},
		"a database of no kind": {[]string{"--all", "--database", "oracle:x"}, 1, "oracle"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out, errs bytes.Buffer
			code := run(append([]string{"verify"}, c.args...), &out, &errs)
			if text := out.String() + errs.String(); code != c.code || !strings.Contains(text, c.out) {
				t.Errorf("got exit code %d and %q, want %d and %q in it", code, text, c.code, c.out)
			}
		})
	}
}

// restoredSample unpacks the sample of a restored table's export and returns its path.
func restoredSample(t *testing.T, dir string) string {
	t.Helper()
	file, err := os.Open("../../engine/export/testdata/restored.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(unzipped)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "restored.json")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
