package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/validate"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func testArchive(t *testing.T) []byte {
	t.Helper()
	p := platform{"linux", "arm64"}
	image := must.Return(imageOf(p, made, entry{name: imageProgram, mode: 0o755, text: []byte("program")}, map[string]string{"l": "v"}))(t)
	return must.Return(archived(image, filepath.Join(t.TempDir(), "layout"), p, made, "1.2.3"))(t)
}

// Both indexes of an image, that of OCI and that of older engines, lead to the same configuration and layer.
func TestImage_IndexesAgree(t *testing.T) {
	t.Parallel()
	text := testArchive(t)
	expect.Equal(t, string(text), string(testArchive(t)), "two archives of an image differ")
	_, files := readTar(t, bytes.NewReader(text))
	unpacked := fstest.MapFS{}
	for name, content := range files {
		if !strings.HasSuffix(name, "/") {
			unpacked[name] = &fstest.MapFile{Data: content}
		}
	}
	dir := t.TempDir()
	must.Succeed(t, os.CopyFS(dir, unpacked))
	index := must.Return(layout.ImageIndexFromPath(dir))(t)
	must.Succeed(t, validate.Index(index))
	list := must.Return(index.IndexManifest())(t)
	image := must.Return(index.Image(list.Manifests[0].Digest))(t)
	config := must.Return(image.ConfigFile())(t)
	if config.Architecture != "arm64" || list.Manifests[0].Platform.Architecture != "arm64" {
		t.Errorf("got %+v of %+v, want arm64", config, list.Manifests[0].Platform)
	}
	manifest := must.Return(image.Manifest())(t)
	var old tarball.Manifest
	must.Succeed(t, json.Unmarshal(files["manifest.json"], &old))
	if path.Base(old[0].Config) != manifest.Config.Digest.Hex || path.Base(old[0].Layers[0]) != manifest.Layers[0].Digest.Hex || old[0].RepoTags[0] != "nemeton:1.2.3" {
		t.Errorf("got %+v, want the blobs of %+v", old, manifest)
	}
	z := must.Return(gzip.NewReader(bytes.NewReader(files[old[0].Layers[0]])))(t)
	entries, texts := readTar(t, z)
	if string(texts[imageProgram]) != "program" || entries[0].Name != "data/" || entries[0].Uid != imageOwner || entries[0].Mode != 0o700 {
		t.Errorf("got the layer %+v", entries)
	}
}

// The image of a release is configured as that of deploy/Dockerfile.
func TestImage_AsDockerfile(t *testing.T) {
	t.Parallel()
	raw := must.Return(os.ReadFile("../../deploy/Dockerfile"))(t)
	_, last, found := strings.Cut(string(raw), "\nFROM scratch\n")
	if !found {
		t.Fatal("the Dockerfile does not end with an image without base")
	}
	c := imageConfig(nil)
	for _, line := range []string{
		"USER " + c.User, "VOLUME /data", "WORKDIR " + c.WorkingDir, "ENV " + strings.Join(c.Env, " "), "EXPOSE 8080",
		`CMD ["` + strings.Join(c.Healthcheck.Test[1:], `", "`) + `"]`, `ENTRYPOINT ["` + c.Entrypoint[0] + `"]`, `CMD ["` + c.Cmd[0] + `"]`,
		"HEALTHCHECK --interval=10s --timeout=3s --start-period=20s",
	} {
		expect.Contains(t, last, line, "the Dockerfile lacks")
	}
}
