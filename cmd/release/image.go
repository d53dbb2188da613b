package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// imageUser is the user and group of the image. No file names it, because the image has no base.
const imageUser = "10001:10001"

// imageOwner is the number of imageUser, which owns the data.
const imageOwner = 10001

// imageProgram is the path of the program in the image, in the default search path of engines.
const imageProgram = "usr/local/bin/nemeton"

// image writes the image of a platform as a tar archive: an OCI layout, with the list that `docker load` of older engines reads.
func (r *release) image(p platform, program string) error {
	e, err := readEntry(imageProgram, program, 0o755)
	if err != nil {
		return err
	}
	image, err := imageOf(p, r.source.made, e, map[string]string{
		"org.opencontainers.image.title":    "nemeton",
		"org.opencontainers.image.version":  r.source.version.packages,
		"org.opencontainers.image.revision": r.source.commit,
		"org.opencontainers.image.licenses": "MIT",
	})
	if err != nil {
		return err
	}
	text, err := archived(image, filepath.Join(r.work, "image_"+p.arch), p, r.source.made, r.source.version.imageTag())
	if err != nil {
		return err
	}
	return os.WriteFile(r.file("image_"+p.arch+".tar"), text, 0o644) //nolint:gosec // a release is for everybody
}

// imageOf returns an image with one layer: the program and an empty folder for the data.
func imageOf(p platform, made time.Time, program entry, labels map[string]string) (v1.Image, error) {
	var plain bytes.Buffer
	if err := writeTar(&plain, made, []entry{
		{name: "data/", mode: 0o700, owner: imageOwner}, {name: "usr/", mode: 0o755}, {name: "usr/local/", mode: 0o755}, {name: "usr/local/bin/", mode: 0o755}, program,
	}); err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(plain.Bytes())), nil },
		tarball.WithMediaType(types.OCILayer), tarball.WithCompressionLevel(gzip.BestCompression), tarball.WithCompressedCaching)
	if err != nil {
		return nil, err
	}
	base := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err := mutate.ConfigFile(base, &v1.ConfigFile{
		Architecture: p.arch, OS: p.system, Created: v1.Time{Time: made}, Config: imageConfig(labels), RootFS: v1.RootFS{Type: "layers"},
	})
	if err != nil {
		return nil, err
	}
	return mutate.Append(image, mutate.Addendum{Layer: layer, History: v1.History{Created: v1.Time{Time: made}, CreatedBy: "cmd/release"}})
}

// imageConfig runs the server as an unprivileged user, with its database on a volume. deploy/Dockerfile says the same.
func imageConfig(labels map[string]string) v1.Config {
	return v1.Config{
		User:         imageUser,
		ExposedPorts: map[string]struct{}{"8080/tcp": {}},
		Env:          []string{"PATH=/usr/local/bin", "NEMETON_DATABASE=sqlite:/data/nemeton.db"},
		Entrypoint:   []string{"nemeton"},
		Cmd:          []string{"serve"},
		Healthcheck:  &v1.HealthConfig{Test: []string{"CMD", "nemeton", "health"}, Interval: 10 * time.Second, Timeout: 3 * time.Second, StartPeriod: 20 * time.Second},
		Volumes:      map[string]struct{}{"/data": {}},
		WorkingDir:   "/data",
		Labels:       labels,
	}
}

// archived returns the archive of an image. It writes the layout into a folder, which must be missing.
func archived(image v1.Image, folder string, p platform, made time.Time, tag string) ([]byte, error) {
	path, err := layout.Write(folder, empty.Index)
	if err != nil {
		return nil, err
	}
	if err := path.AppendImage(image, layout.WithPlatform(v1.Platform{Architecture: p.arch, OS: p.system}), layout.WithAnnotations(map[string]string{
		"io.containerd.image.name": "docker.io/library/nemeton:" + tag, "org.opencontainers.image.ref.name": tag,
	})); err != nil {
		return nil, err
	}
	manifest, err := image.Manifest()
	if err != nil {
		return nil, err
	}
	blob := func(d v1.Descriptor) string { return "blobs/sha256/" + d.Digest.Hex }
	list, err := json.Marshal(tarball.Manifest{{Config: blob(manifest.Config), RepoTags: []string{"nemeton:" + tag}, Layers: []string{blob(manifest.Layers[0])}}})
	if err != nil {
		return nil, err
	}
	all := []entry{{name: "blobs/", mode: 0o755}, {name: "blobs/sha256/", mode: 0o755}, {name: "manifest.json", mode: 0o644, text: list}}
	digest, err := image.Digest()
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"oci-layout", "index.json", blob(manifest.Config), blob(manifest.Layers[0]), blob(v1.Descriptor{Digest: digest})} {
		e, err := readEntry(name, filepath.Join(folder, name), 0o644)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	var out bytes.Buffer
	err = writeTar(&out, made, all)
	return out.Bytes(), err
}
