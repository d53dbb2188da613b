package nemeton_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// Every flag of the server is in docs/flags.md, with its environment variable and its default.
func TestFlags_AreDocumented(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("docs/flags.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("cmd/nemeton/serve.go")
	if err != nil {
		t.Fatal(err)
	}
	var (
		tag          = regexp.MustCompile("(?m)^\t[A-Z][A-Za-z]+ +[^ ]+ +`(.*env:\"NEMETON_([A-Z_]+)\".*)`$")
		defaultValue = regexp.MustCompile(`default:"([^"]*)"`)
	)
	flags := tag.FindAllStringSubmatch(string(source), -1)
	if len(flags) == 0 {
		t.Fatal("no flags found in cmd/nemeton/serve.go")
	}
	for _, f := range flags {
		row := "| `--" + strings.ToLower(strings.ReplaceAll(f[2], "_", "-")) + "` | `NEMETON_" + f[2] + "` |"
		if value := defaultValue.FindStringSubmatch(f[1]); value != nil {
			row += " `" + value[1] + "` |"
		}
		if !strings.Contains(string(doc), row) {
			t.Errorf("docs/flags.md lacks the row %s", row)
		}
	}
}
