package nemeton_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nemeton/server/limit"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

var (
	namedTest = regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9_]+)`")
	namedWeb  = regexp.MustCompile("`(web/[a-z0-9/.-]+\\.test\\.ts)`")
)

// Every test that SECURITY.md and the page about fair dice name exists.
func TestSecurity_NamesRealTests(t *testing.T) {
	t.Parallel()
	var raw []byte
	for _, name := range []string{"SECURITY.md", "docs/fairness.md"} {
		page := must.Return(os.ReadFile(name))(t)
		raw = append(raw, page...)
	}
	there := map[string]bool{}
	for file := range goFiles(t) {
		if !strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed := must.Return(parser.ParseFile(token.NewFileSet(), filepath.FromSlash(file), nil, parser.SkipObjectResolution))(t)
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
				there[f.Name.Name] = true
			}
		}
	}
	named := namedTest.FindAllStringSubmatch(string(raw), -1)
	if len(named) < 20 {
		t.Errorf("the documents name %d tests, want at least 20", len(named))
	}
	for _, n := range named {
		if !there[n[1]] {
			t.Errorf("the documents name %s, which does not exist", n[1])
		}
	}
	for _, n := range namedWeb.FindAllStringSubmatch(string(raw), -1) {
		expect.Error(t, expect.Second(os.Stat(filepath.FromSlash(n[1]))), nil, "the documents name", n[1])
	}
}

// SECURITY.md lists every limit with its flag and its default.
func TestSecurity_ListsTheLimits(t *testing.T) {
	t.Parallel()
	doc := must.Return(os.ReadFile("SECURITY.md"))(t)
	for name, n := range limit.Defaults().ByName() {
		row := fmt.Sprintf("| `--limit-%s` | %d |", strings.ReplaceAll(string(name), "_", "-"), n)
		expect.Contains(t, string(doc), row, "SECURITY.md lacks the row")
	}
}
