package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// The archive has every file of this repository that the compose files mount, and names the image of the release.
func TestCompose_IsComplete(t *testing.T) {
	t.Parallel()
	r := &release{source: source{dir: "../..", made: made, version: version{packages: "1.2.3~rc.1"}}, out: t.TempDir()}
	must.Succeed(t, r.compose())
	raw := must.Return(os.ReadFile(filepath.Join(r.out, "nemeton_1.2.3~rc.1_compose.tar.gz")))(t)
	z := must.Return(gzip.NewReader(bytes.NewReader(raw)))(t)
	const folder = "nemeton_1.2.3~rc.1_compose/"
	_, texts := readTar(t, z)
	expect.Equal(t, string(texts[folder+".env"]), "NEMETON_IMAGE=nemeton:1.2.3-rc.1\n", "the settings")
	mounts := 0
	for _, file := range []string{"docker-compose.yml", "docker-compose.cluster.yml"} {
		for _, m := range regexp.MustCompile(`- \./([^:]+):`).FindAllSubmatch(texts[folder+file], -1) {
			if mounts++; !slices.Contains(composeFiles, string(m[1])) {
				t.Errorf("%s mounts %s, which is not in the archive", file, m[1])
			}
		}
	}
	if mounts < 2 {
		t.Errorf("found %d mounts, want at least 2", mounts)
	}
}
