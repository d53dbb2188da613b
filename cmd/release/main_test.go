package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestParse(t *testing.T) {
	t.Parallel()
	o, err := parse([]string{"--revision", "v1.0.0", "--platforms", "linux/arm64,windows/amd64"}, io.Discard)
	if err != nil || o.revision != "v1.0.0" || len(o.platforms) != 2 || o.platforms[1].program() != "nemeton.exe" || !filepath.IsAbs(o.out) {
		t.Errorf("got %+v and %v", o, err)
	}
	for _, args := range [][]string{{"--platforms", "plan9/arm"}, {"--nothing"}, {"more"}} {
		expect.Failure(t, expect.Second(parse(args, io.Discard)), args)
	}
}

// A folder with files is refused before anything is built, because its files would be in the checksums.
func TestRun_FullFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must.Succeed(t, os.WriteFile(filepath.Join(dir, "old"), nil, 0o600))
	if err := run(t.Context(), []string{"--out", dir}, io.Discard); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Errorf("got %v, want a refusal", err)
	}
}

func TestWriteSums(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"b", "a"} {
		must.Succeed(t, os.WriteFile(filepath.Join(dir, name), []byte("abc"), 0o600))
	}
	must.Succeed(t, writeSums(dir))
	const sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // FIPS 180-2, appendix B.1
	expect.Equal(t, string(must.Return(os.ReadFile(filepath.Join(dir, sumsFile)))(t)), sum+"  a\n"+sum+"  b\n")
}
