package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"nemeton/cmd/nemeton/internal/commands"
	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/codec"
	"nemeton/engine/export"
	"nemeton/server/audit"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/packed"
	"nemeton/testkit/poolgame"
)

// finishedGame returns a game that was played once for all tests.
var finishedGame = sync.OnceValues(func() (*poolgame.Game, error) {
	return poolgame.Play(catalog.Titles()[0], poolgame.Options{Seats: 2, Seed: 1})
})

func TestVerify(t *testing.T) {
	t.Parallel()
	game := must.Return(finishedGame())(t)
	doc := game.Document
	raw := must.Return(doc.Seal())(t)
	dir := t.TempDir()
	write := func(name string, raw []byte) string {
		path := filepath.Join(dir, name)
		must.Succeed(t, os.WriteFile(path, raw, 0o600))
		return path
	}
	whole := write("whole.json", raw)
	var indented bytes.Buffer
	must.Succeed(t, json.Indent(&indented, raw, "", "\t"))
	newer := write("newer.json", resealed(t, doc, func(e *engine.Entry) { e.Rules = 99 }))
	example := must.Return(os.ReadFile("../../docs/fairness-vectors-2.json"))(t)
	var vectors struct {
		Document json.RawMessage `json:"document"`
	}
	must.Succeed(t, json.Unmarshal(example, &vectors))
	strange := write("strange.json", vectors.Document)
	forged := write("forged.json", bytes.Replace(raw, []byte(`"name":"`), []byte(`"name":"x`), 1))
	hiding := must.Return(must.Return(poolgame.Play(renamed{catalog.Titles()[0]}, poolgame.Options{Seats: 2, Seed: 1}))(t).Document.Seal())(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/export" {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(raw)
	}))
	t.Cleanup(server.Close)
	empty := database(t)
	command(t, 0, "migrate", "--database", empty)
	for name, c := range map[string]struct {
		args []string
		code int
		out  string
	}{
		"a file":                {[]string{whole}, 0, "the export is valid"},
		"restored once":         {[]string{whole}, 0, "the table was restored to an earlier moment once"},
		"restored tables":       {[]string{restoredSample(t, dir)}, 0, "the table was restored to an earlier moment 9 times"},
		"restored, as JSON":     {[]string{"--json", restoredSample(t, dir)}, 0, `"restores":9`},
		"as JSON":               {[]string{"--json", whole}, 0, `"known":true`},
		"an address":            {[]string{server.URL + "/export"}, 0, "the export is valid"},
		"as JSON, the verdict":  {[]string{"--json", whole}, 0, `"verdict":"holds"`},
		"its fingerprint":       {[]string{whole}, 0, export.Fingerprint(doc.Commitment)},
		"another form":          {[]string{write("indented.json", indented.Bytes())}, 0, "the export is valid"},
		"an address of none":    {[]string{server.URL + "/other"}, 2, "404"},
		"a server of none":      {[]string{"http://127.0.0.1:1/export"}, 2, "refused"},
		"a forged one":          {[]string{forged}, 1, "INVALID: digest"},
		"a forged one, as JSON": {[]string{"--json", forged}, 1, `"verdict":"wrong"`},
		"newer rules":           {[]string{newer}, 1, "INVALID: version at entry 1"},
		"an unknown title":      {[]string{strange}, 3, "NOT CHECKED: "},
		"unknown, as JSON":      {[]string{"--json", strange}, 3, `"verdict":"not_judged"`},
		"no such file":          {[]string{filepath.Join(dir, "none")}, 2, "none"},
		"a folder":              {[]string{dir}, 2, ""},
		"no JSON":               {[]string{write("page.html", []byte("<html>"))}, 2, "UNREADABLE: document"},
		"half of it":            {[]string{"--json", write("half.json", raw[:len(raw)/2])}, 2, `"verdict":"unreadable"`},
		"another JSON":          {[]string{write("problem.json", []byte(`{"code":"table_running"}`))}, 2, "UNREADABLE"},
		"too large":             {[]string{write("large.json", bytes.Repeat([]byte(" "), commands.ExportLimit+1))}, 2, "too large"},
		"a title that hides":    {[]string{write("title.json", hiding)}, 3, `NOT CHECKED: \r\x1b[2Kthe export is valid\n, table `},
		"a format that hides":   {[]string{write("format.json", []byte("{\"nemetonExport\":\"\u009b2K\"}"))}, 2, `format "\u009b2K"`},
		"nothing named":         {nil, 2, "expected an export"},
		"both":                  {[]string{"--all", whole}, 2, "expected an export"},
		"help":                  {[]string{"--help"}, 0, "3  NOT CHECKED"},
		"an empty database":     {[]string{"--all", "--database", empty}, 0, "0 running tables decide the same"},
		"a missing database":    {[]string{"--all", "--database", database(t)}, 2, "no such file"},
		"a database of no kind": {[]string{"--all", "--database", "oracle:x"}, 2, "oracle"},
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

// renamed is a title whose name erases the verdict before it on a terminal.
type renamed struct{ engine.Title }

func (r renamed) Info() engine.Info {
	info := r.Title.Info()
	info.ID = "\r\x1b[2Kthe export is valid\n"
	return info
}

// resealed returns the document with its entries changed, and all hashes and the digest computed anew.
func resealed(t *testing.T, doc export.Document, change func(*engine.Entry)) []byte {
	t.Helper()
	entries := doc.Entries
	doc.Entries, doc.Head = nil, codec.Hash{}
	for _, old := range entries {
		r := must.Return(engine.ReadRecord(old.Entry))(t)
		e := r.Entry
		e.Prev = doc.Head
		change(&e)
		r = must.Return(engine.NewRecord(e))(t)
		doc.Entries, doc.Head = append(doc.Entries, export.Entry{Entry: r.Bytes, Hash: r.Hash}), r.Hash
	}
	return must.Return(doc.Seal())(t)
}

// TestVerify_All: the exit code of --all follows the worst verdict.
func TestVerify_All(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		verdicts map[audit.Verdict]int
		want     error
	}{
		"no tables":       {nil, nil},
		"all the same":    {map[audit.Verdict]int{audit.Same: 3}, nil},
		"one unknown":     {map[audit.Verdict]int{audit.Same: 3, audit.Unknown: 1}, commands.ErrNotJudged},
		"one otherwise":   {map[audit.Verdict]int{audit.Same: 3, audit.Unknown: 1, audit.Other: 1}, commands.ErrNotVerified},
		"one damaged":     {map[audit.Verdict]int{audit.Damaged: 1}, commands.ErrNotVerified},
		"unknown, broken": {map[audit.Verdict]int{audit.Unknown: 2, audit.Damaged: 1}, commands.ErrNotVerified},
	} {
		expect.Error(t, commands.AllError(c.verdicts), c.want, name)
	}
}

// restoredSample unpacks the sample of a restored table's export and returns its path.
func restoredSample(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "restored.json")
	must.Succeed(t, os.WriteFile(path, packed.Read(t, "../../engine/export/testdata/restored.json.gz"), 0o600))
	return path
}
