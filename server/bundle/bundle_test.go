package bundle_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/fstest"

	"nemeton/server/bundle"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// client is a small client. Its paths sort differently by folder and by bytes.
func client() fstest.MapFS {
	return fstest.MapFS{
		"index.html":   {Data: []byte("<!doctype html><script src=/a/app.js></script>")},
		"a/app.js":     {Data: []byte("start()")},
		"a.css":        {Data: []byte("p{}")},
		"a/deep/x.svg": {Data: []byte("<svg/>")},
		".keep":        {},
	}
}

func list(t *testing.T, c fstest.MapFS) string {
	t.Helper()
	return must.Return(bundle.List(c))(t)
}

func TestList(t *testing.T) {
	t.Parallel()
	got := list(t, client())
	var paths []string
	for line := range strings.Lines(got) {
		hash, path, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if !ok || len(hash) != 64 || bundle.Hash(client()[path].Data) != hash {
			t.Errorf("got the line %q", line)
		}
		paths = append(paths, path)
	}
	expect.Equal(t, strings.Join(paths, " "), ".keep a.css a/app.js a/deep/x.svg index.html", "the paths")
	for name, change := range map[string]func(fstest.MapFS){
		"one byte":      func(c fstest.MapFS) { c["a.css"].Data = []byte("q{}") },
		"another name":  func(c fstest.MapFS) { c["b.css"] = c["a.css"]; delete(c, "a.css") },
		"one file more": func(c fstest.MapFS) { c["sw.js"] = &fstest.MapFile{} },
		"one file less": func(c fstest.MapFS) { delete(c, ".keep") },
	} {
		other := client()
		if change(other); bundle.Hash([]byte(list(t, other))) == bundle.Hash([]byte(got)) {
			t.Errorf("%s does not change the hash", name)
		}
	}
}

// The documented script needs nothing of this program, and computes the same hash from a folder.
func TestList_SameAsTheScript(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash")
	}
	folder := t.TempDir()
	must.Succeed(t, os.CopyFS(folder, client()))
	out, err := exec.CommandContext(t.Context(), "../../scripts/bundle-hash", folder).CombinedOutput()
	must.Succeed(t, err, string(out))
	expect.Equal(t, strings.TrimSpace(string(out)), bundle.Hash([]byte(list(t, client()))), "from the script")
}
