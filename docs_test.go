package nemeton_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// Every flag of the server is in docs/flags.md, with its environment variable and its default.
func TestFlags_AreDocumented(t *testing.T) {
	t.Parallel()
	doc := must.Return(os.ReadFile("docs/flags.md"))(t)
	var source []byte
	for _, name := range must.Return(filepath.Glob("cmd/nemeton/internal/wiring/*.go"))(t) {
		text := must.Return(os.ReadFile(name))(t)
		source = append(source, text...)
	}
	var (
		tag          = regexp.MustCompile("(?m)^\t[A-Z][A-Za-z]+ +[^ ]+ +`(.*env:\"NEMETON_([A-Z_]+)\".*)`$")
		defaultValue = regexp.MustCompile(`default:"([^"]*)"`)
	)
	flags := tag.FindAllStringSubmatch(string(source), -1)
	if len(flags) == 0 {
		t.Fatal("no flags found in cmd/nemeton/internal/wiring")
	}
	for _, f := range flags {
		row := "| `--" + strings.ToLower(strings.ReplaceAll(f[2], "_", "-")) + "` | `NEMETON_" + f[2] + "` |"
		if value := defaultValue.FindStringSubmatch(f[1]); value != nil {
			row += " `" + value[1] + "` |"
		}
		expect.Contains(t, string(doc), row, "docs/flags.md lacks the row")
	}
}

// Each file and folder that ARCHITECTURE.md names as a place to start exists.
func TestArchitecture_StartsExist(t *testing.T) {
	t.Parallel()
	doc := must.Return(os.ReadFile("ARCHITECTURE.md"))(t)
	_, section, _ := strings.Cut(string(doc), "## To change X")
	section, _, _ = strings.Cut(section, "\n## ")
	paths := regexp.MustCompile("`([a-zA-Z0-9_./-]+/[a-zA-Z0-9_.-]*|Makefile)`").FindAllStringSubmatch(section, -1)
	if len(paths) < 60 {
		t.Fatalf("found %d paths", len(paths))
	}
	for _, path := range paths {
		expect.Error(t, expect.Second(os.Stat(path[1])), nil)
	}
}

// The package comments with a list of files name the hand-written files of their packages, all of them and no others.
func TestPackageComments_ListFiles(t *testing.T) {
	t.Parallel()
	lists := 0
	for _, doc := range slices.Concat(must.Return(filepath.Glob("*/doc.go"))(t), must.Return(filepath.Glob("*/*/doc.go"))(t)) {
		_, list, found := strings.Cut(string(must.Return(os.ReadFile(doc))(t)), "// # Files\n")
		if !found {
			continue
		}
		lists++
		listed := map[string]bool{"doc.go": true}
		for _, name := range regexp.MustCompile(`\b[a-z_]+\.go\b`).FindAllString(list, -1) {
			listed[name] = true
			expect.Error(t, expect.Second(os.Stat(filepath.Join(filepath.Dir(doc), name))), nil)
		}
		for _, path := range must.Return(filepath.Glob(filepath.Join(filepath.Dir(doc), "*.go")))(t) {
			name := filepath.Base(path)
			if !listed[name] && !strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(name, ".gen.go") {
				t.Errorf("%s does not list %s", doc, name)
			}
		}
	}
	if lists < 5 {
		t.Errorf("found %d lists", lists)
	}
}

// The table of test support in ARCHITECTURE.md names the packages of testkit, all of them and no others.
func TestArchitecture_ListsTestSupport(t *testing.T) {
	t.Parallel()
	doc := must.Return(os.ReadFile("ARCHITECTURE.md"))(t)
	_, section, _ := strings.Cut(string(doc), "## Test support")
	section, _, _ = strings.Cut(section, "\n## ")
	var listed []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]*`) \\|").FindAllStringSubmatch(section, -1) {
		for _, name := range regexp.MustCompile("`([a-z]+)`").FindAllStringSubmatch(row[1], -1) {
			listed = append(listed, name[1])
		}
	}
	entries := must.Return(os.ReadDir("testkit"))(t)
	var folders []string
	for _, e := range entries {
		folders = append(folders, e.Name())
	}
	if slices.Sort(listed); !slices.Equal(listed, folders) {
		t.Errorf("ARCHITECTURE.md lists %q, and testkit holds %q", listed, folders)
	}
}
