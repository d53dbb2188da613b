package main

import (
	"os"
	"path/filepath"
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestSection(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "CHANGELOG.md")
	must.Succeed(t, os.WriteFile(file, []byte("# Changes\n\n## 1.10.0\n\n### A\n\n- new\n\n## 1.1.0 (2026-01-02)\n\n- old\n"), 0o600))
	for version, want := range map[string]string{"1.10.0": "## 1.10.0\n\n### A\n\n- new\n", "1.1.0": "## 1.1.0 (2026-01-02)\n\n- old\n"} {
		expect.Equal(t, must.Return(section(file, version))(t), want, version)
	}
	expect.Failure(t, expect.Second(section(file, "1.1")), "a missing section")
}

// The changelog of this commit has the section that an untagged release shows.
func TestSection_OfThisRepository(t *testing.T) {
	t.Parallel()
	expect.Error(t, expect.Second(section("../../CHANGELOG.md", "Unreleased")), nil)
}
