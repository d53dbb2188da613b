package main

import (
	"context"
	"fmt"
	"os"
	"strings"
)

// section returns the section of a version from the changelog, with its heading. A heading may go on after the version, as with a date.
func section(file, version string) (string, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	var found strings.Builder
	inside := false
	for line := range strings.Lines(string(raw)) {
		if heading, is := strings.CutPrefix(line, "## "); is {
			name, _, _ := strings.Cut(strings.TrimSpace(heading), " ")
			inside = name == version
		}
		if inside {
			found.WriteString(line)
		}
	}
	if found.Len() == 0 {
		return "", fmt.Errorf("CHANGELOG.md has no section %q", version)
	}
	return strings.TrimSpace(found.String()) + "\n", nil
}

// toolVersions names the tools that the bytes of a release depend on.
func toolVersions(ctx context.Context) (string, error) {
	var list strings.Builder
	for _, tool := range [][]string{{"go", "version"}, {"node", "--version"}} {
		out, err := output(ctx, ".", nil, os.Stderr, tool[0], tool[1:]...)
		if err != nil {
			return "", err
		}
		version, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(string(out)), "go version go"), " ")
		fmt.Fprintf(&list, "- %s %s\n", tool[0], version)
	}
	return list.String(), nil
}

// indented indents the lines of a program's output as code.
func indented(text []byte) string {
	return strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", "\n    ")
}
