package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
)

// testImage returns the files of an image's archive.
func testImage(t *testing.T) map[string][]byte {
	t.Helper()
	text, err := layout(platform{"linux", "arm64"}, made, entry{name: imageProgram, mode: 0o755, text: []byte("program")}, "1.2.3", map[string]string{"l": "v"})
	if err != nil {
		t.Fatal(err)
	}
	_, files := readTar(t, bytes.NewReader(text))
	return files
}

func decode[T any](t *testing.T, text []byte) (v T) {
	t.Helper()
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return v
}

// Both indexes of an image, that of OCI and that of older engines, lead to the same configuration and layer.
func TestLayout_Agrees(t *testing.T) {
	t.Parallel()
	files := testImage(t)
	blobOf := func(d descriptor) []byte {
		t.Helper()
		text := files["blobs/sha256/"+strings.TrimPrefix(d.Digest, "sha256:")]
		if digest(text) != d.Digest || len(text) != d.Size {
			t.Fatalf("%s: got %d bytes with the digest %s, want %d", d.Digest, len(text), digest(text), d.Size)
		}
		return text
	}
	index := decode[struct{ Manifests []descriptor }](t, files["index.json"])
	manifest := decode[struct {
		Config descriptor
		Layers []descriptor
	}](t, blobOf(index.Manifests[0]))
	config := decode[imageConfig](t, blobOf(manifest.Config))
	z, err := gzip.NewReader(bytes.NewReader(blobOf(manifest.Layers[0])))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{digest(plain)}; !slices.Equal(config.RootFS.DiffIDs, want) {
		t.Errorf("got the layers %q, want %q", config.RootFS.DiffIDs, want)
	}
	if config.Architecture != "arm64" || index.Manifests[0].Platform.Architecture != "arm64" {
		t.Errorf("got %+v of %+v, want arm64", config.imagePlatform, index.Manifests[0].Platform)
	}
	list, texts := readTar(t, bytes.NewReader(plain))
	if string(texts[imageProgram]) != "program" || list[0].Name != "data/" || list[0].Uid != imageOwner || list[0].Mode != 0o700 {
		t.Errorf("got the layer %+v", list)
	}
	old := decode[[]struct {
		Config           string
		RepoTags, Layers []string
	}](t, files["manifest.json"])
	if digest(files[old[0].Config]) != manifest.Config.Digest || digest(files[old[0].Layers[0]]) != manifest.Layers[0].Digest || old[0].RepoTags[0] != "nemeton:1.2.3" {
		t.Errorf("got %+v, want the blobs of %+v", old, manifest)
	}
}

// The image of a release is configured as that of deploy/Dockerfile.
func TestLayout_AsDockerfile(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../deploy/Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	_, last, found := strings.Cut(string(raw), "\nFROM scratch\n")
	if !found {
		t.Fatal("the Dockerfile does not end with an image without base")
	}
	c := configOf(platform{"linux", "amd64"}, made, "", nil).Config
	for _, line := range []string{
		"USER " + c.User, "VOLUME /data", "WORKDIR " + c.WorkingDir, "ENV " + strings.Join(c.Env, " "), "EXPOSE 8080",
		`CMD ["` + strings.Join(c.Healthcheck.Test[1:], `", "`) + `"]`, `ENTRYPOINT ["` + c.Entrypoint[0] + `"]`, `CMD ["` + c.Cmd[0] + `"]`,
		"HEALTHCHECK --interval=10s --timeout=3s --start-period=20s",
	} {
		if !strings.Contains(last, line) {
			t.Errorf("the Dockerfile lacks %q", line)
		}
	}
}
