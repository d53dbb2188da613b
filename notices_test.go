package nemeton_test

import (
	"os/exec"
	"strings"
	"testing"

	"nemeton"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// THIRD_PARTY_NOTICES names every module that the program links.
func TestNotices_NameEveryModule(t *testing.T) {
	t.Parallel()
	raw, err := exec.CommandContext(t.Context(), "go", "list", "-deps",
		"-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", "./cmd/nemeton").Output()
	must.Succeed(t, err)
	modules := map[string]bool{}
	for line := range strings.Lines(string(raw)) {
		if line = strings.TrimSpace(line); line != "" {
			modules[line] = true
		}
	}
	if len(modules) < 20 {
		t.Fatalf("go list names %d modules, want at least 20", len(modules))
	}
	for module := range modules {
		expect.Contains(t, nemeton.ThirdPartyNotices, "\n"+module+" (Go)\n", "THIRD_PARTY_NOTICES lacks", module, "run make generate")
	}
}
