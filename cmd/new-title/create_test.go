package main

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// root is the repository of this test.
const root = "../.."

// TestCreate_InAScratchCopy makes a title in a copy of the repository and runs the checks of that copy. Long runs include `make check`.
func TestCreate_InAScratchCopy(t *testing.T) {
	t.Parallel()
	if testsize.Get() == testsize.Quick {
		t.Skip("copies and builds the repository")
	}
	repo := t.TempDir()
	copyRepository(t, repo)
	run(t, repo, "git", "init", "--quiet")
	run(t, repo, "git", "add", "--all")
	run(t, repo, "scripts/new-title", "nim")
	changed := strings.Fields(run(t, repo, "git", "diff", "--name-only"))
	expect.Slice(t, changed, []string{goCatalog, webCatalog, "web/src/games/names.gen.ts"}, "changed files")
	for _, folder := range []string{"engine/nim", "web/src/games/nim"} {
		for path, text := range texts(t, filepath.Join(repo, folder)) {
			if strings.Contains(strings.ToLower(text), template) || strings.Contains(text, "Template:") {
				t.Errorf("%s still mentions the template", path)
			}
		}
	}
	run(t, repo, "go", "build", "./cmd/gen-types") // long runs include go vet
	run(t, repo, "go", "test", "-vet=off", "-ldflags=-w", ".", "./engine/nim", "./engine/catalog", "-run", "Imports|Laws|Golden|Find")
	if out, err := command(repo, "scripts/new-title", "nim").CombinedOutput(); err == nil || !strings.Contains(string(out), "taken") {
		t.Errorf("the same name again: got %v, %s; want that it is taken", err, out)
	}
	modules := must.Return(filepath.Abs(filepath.Join(root, "web", "node_modules")))(t)
	if _, err := os.Stat(modules); err != nil {
		t.Log("the client's checks are skipped: web/node_modules is not installed")
		return
	}
	if command(repo, "cp", "-al", modules, "web/node_modules").Run() != nil { // hard links need one file system
		run(t, repo, "cp", "-a", modules, "web/")
	}
	run(t, repo, "npm", "--prefix", "web", "run", "test:data")
	if testsize.Get() == testsize.Long {
		run(t, repo, "go", "test", "./server/httpapi", "-run", "Titles")
		run(t, repo, "git", "add", "--all")
		run(t, repo, "make", "check")
	}
}

func TestCheckName(t *testing.T) {
	t.Parallel()
	repo := miniature(t)
	for _, name := range []string{"", "a", "Nim", "9lives", "no-dash", "no_line", "range", "class", "engine", "example", "taken", strings.Repeat("x", 21), "../x"} {
		expect.Failure(t, create(repo, name), "the name", name, "is accepted")
	}
	expect.Error(t, create(repo, "nim2"), nil)
}

func TestCreate_LeavesNothingAfterAnError(t *testing.T) {
	t.Parallel()
	repo := miniature(t)
	must.Succeed(t, os.WriteFile(filepath.Join(repo, webCatalog), []byte("export {};\n"), 0o644))
	before := texts(t, repo)
	expect.Failure(t, create(repo, "nim"), "without a list in the client's catalog")
	compareTexts(t, repo, before)
}

func TestWriteAll_LeavesNothingAfterAnError(t *testing.T) {
	t.Parallel()
	repo := miniature(t)
	before := texts(t, repo)
	err := writeAll(repo, "nim", map[string][]byte{
		goCatalog:                 nil,
		"engine/nim/doc.go":       nil,
		"engine/nim/doc.go/below": nil, // a file cannot be a folder
	})
	expect.Failure(t, err, "for a file that is also a folder")
	compareTexts(t, repo, before)
}

func compareTexts(t *testing.T, repo string, want map[string]string) {
	t.Helper()
	got := texts(t, repo)
	expect.Equal(t, len(got), len(want), "files")
	for path := range got {
		expect.Equal(t, got[path], want[path], path, "was changed")
	}
}

// miniature writes the files that create needs to a temporary folder.
func miniature(t *testing.T) string {
	t.Helper()
	repo := t.TempDir()
	for path, text := range map[string]string{
		goCatalog:                             "package catalog\n\nimport (\n\t\"nemeton/engine\"\n\t\"nemeton/engine/zebra\"\n)\n\nfunc Titles() []engine.Title {\n\treturn []engine.Title{\n\t\tzebra.Title{},\n\t}\n}\n",
		webCatalog:                            "import { zebra } from './zebra/loader';\n\nexport const loaders = {\n  zebra,\n};\n",
		"engine/example/doc.go":               "package example\n",
		"engine/taken/doc.go":                 "package taken\n",
		"web/src/games/example/texts/en.json": "{}\n",
		"web/src/games/taken/x.json":          "{}\n",
	} {
		path = filepath.Join(repo, path)
		must.Succeed(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.Succeed(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return repo
}

// texts reads all files below a folder.
func texts(t *testing.T, folder string) map[string]string {
	t.Helper()
	list := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		list[path] = string(raw)
		return err
	})
	must.Succeed(t, err)
	return list
}

// copyRepository copies the files that git knows or would add.
func copyRepository(t *testing.T, to string) {
	t.Helper()
	out := run(t, root, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	for file := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		raw, err := os.ReadFile(filepath.Join(root, file))
		if os.IsNotExist(err) {
			continue // deleted, and not committed yet
		}
		must.Succeed(t, err)
		info := must.Return(os.Stat(filepath.Join(root, file)))(t)
		must.Succeed(t, os.MkdirAll(filepath.Dir(filepath.Join(to, file)), 0o755))
		must.Succeed(t, os.WriteFile(filepath.Join(to, file), raw, info.Mode().Perm()))
	}
}

// command returns a command in a folder. The build cache is shared with other copies, because paths are trimmed.
func command(folder, name string, args ...string) *exec.Cmd {
	if strings.HasPrefix(name, "scripts/") {
		name = "./" + name
	}
	cmd := exec.CommandContext(context.Background(), name, args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -trimpath -buildvcs=false")
	return cmd
}

// run returns the output of a command. If the command fails, the test ends.
func run(t *testing.T, folder, name string, args ...string) string {
	t.Helper()
	cmd := command(folder, name, args...)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, errs.String())
	}
	return string(out)
}
