package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"time"
)

// imageUser is the user and group of the image. No file names it, because the image has no base.
const imageUser = "10001:10001"

// imageOwner is the number of imageUser, which owns the data.
const imageOwner = 10001

// imageProgram is the path of the program in the image, in the default search path of engines.
const imageProgram = "usr/local/bin/nemeton"

// descriptor names a blob of an image layout.
type descriptor struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int               `json:"size"`
	Platform    *imagePlatform    `json:"platform,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

// imagePlatform is the platform of an image.
type imagePlatform struct {
	Architecture string `json:"architecture"`
	OS           string `json:"os"`
}

// imageConfig is the configuration of an image. Healthcheck is Docker's addition to the standard; other engines ignore it.
type imageConfig struct {
	imagePlatform
	Created time.Time `json:"created"`
	Config  struct {
		User         string              `json:"User"`
		ExposedPorts map[string]struct{} `json:"ExposedPorts"`
		Env          []string            `json:"Env"`
		Entrypoint   []string            `json:"Entrypoint"`
		Cmd          []string            `json:"Cmd"`
		Healthcheck  healthcheck         `json:"Healthcheck"`
		Volumes      map[string]struct{} `json:"Volumes"`
		WorkingDir   string              `json:"WorkingDir"`
		Labels       map[string]string   `json:"Labels"`
	} `json:"config"`
	RootFS struct {
		Type    string   `json:"type"`
		DiffIDs []string `json:"diff_ids"`
	} `json:"rootfs"`
	History []imageHistory `json:"history"`
}

// healthcheck is Docker's check of a container; its times are nanoseconds.
type healthcheck struct {
	Test        []string      `json:"Test"`
	Interval    time.Duration `json:"Interval"`
	Timeout     time.Duration `json:"Timeout"`
	StartPeriod time.Duration `json:"StartPeriod"`
}

// imageHistory describes a layer.
type imageHistory struct {
	Created   time.Time `json:"created"`
	CreatedBy string    `json:"created_by"`
}

// image writes the image of a platform as a tar archive: an OCI layout, with the list that `docker load` of older engines reads.
func (r *release) image(p platform, program string) error {
	e, err := readEntry(imageProgram, program, 0o755)
	if err != nil {
		return err
	}
	tag := r.source.version.imageTag()
	text, err := layout(p, r.source.made, e, tag, map[string]string{
		"org.opencontainers.image.title":    "nemeton",
		"org.opencontainers.image.version":  r.source.version.packages,
		"org.opencontainers.image.revision": r.source.commit,
		"org.opencontainers.image.licenses": "MIT",
	})
	if err != nil {
		return err
	}
	return os.WriteFile(r.file("image_"+p.arch+".tar"), text, 0o644) //nolint:gosec // a release is for everybody
}

// layout returns the archive of an image with one layer: the program and an empty folder for the data.
func layout(p platform, made time.Time, program entry, tag string, labels map[string]string) ([]byte, error) {
	files := []entry{{name: "data/", mode: 0o700, owner: imageOwner}, {name: "usr/", mode: 0o755}, {name: "usr/local/", mode: 0o755}, {name: "usr/local/bin/", mode: 0o755}, program}
	var plain bytes.Buffer
	if err := writeTar(&plain, made, files); err != nil {
		return nil, err
	}
	layer, err := gzipped(made, files)
	if err != nil {
		return nil, err
	}
	config, err := json.Marshal(configOf(p, made, digest(plain.Bytes()), labels))
	if err != nil {
		return nil, err
	}
	described := func(kind string, text []byte) descriptor {
		return descriptor{MediaType: kind, Digest: digest(text), Size: len(text)}
	}
	const media = "application/vnd.oci.image."
	manifest, err := json.Marshal(map[string]any{
		"schemaVersion": 2, "mediaType": media + "manifest.v1+json",
		"config": described(media+"config.v1+json", config),
		"layers": []descriptor{described(media+"layer.v1.tar+gzip", layer)},
	})
	if err != nil {
		return nil, err
	}
	named := described(media+"manifest.v1+json", manifest)
	named.Platform = &imagePlatform{p.arch, p.system}
	named.Annotations = map[string]string{"io.containerd.image.name": "docker.io/library/nemeton:" + tag, "org.opencontainers.image.ref.name": tag}
	index, err := json.Marshal(map[string]any{"schemaVersion": 2, "mediaType": media + "index.v1+json", "manifests": []descriptor{named}})
	if err != nil {
		return nil, err
	}
	list, err := json.Marshal([]map[string]any{{"Config": blob(config), "RepoTags": []string{"nemeton:" + tag}, "Layers": []string{blob(layer)}}})
	if err != nil {
		return nil, err
	}
	all := []entry{
		{name: "blobs/", mode: 0o755}, {name: "blobs/sha256/", mode: 0o755},
		{name: "oci-layout", text: []byte(`{"imageLayoutVersion":"1.0.0"}`)}, {name: "index.json", text: index}, {name: "manifest.json", text: list},
		{name: blob(config), text: config}, {name: blob(layer), text: layer}, {name: blob(manifest), text: manifest},
	}
	for i := range all {
		if all[i].mode == 0 {
			all[i].mode = 0o644
		}
	}
	var out bytes.Buffer
	err = writeTar(&out, made, all)
	return out.Bytes(), err
}

// configOf returns the configuration: the server as an unprivileged user, with its database on a volume. deploy/Dockerfile says the same.
func configOf(p platform, made time.Time, layer string, labels map[string]string) imageConfig {
	c := imageConfig{imagePlatform: imagePlatform{p.arch, p.system}, Created: made}
	c.Config.User = imageUser
	c.Config.ExposedPorts = map[string]struct{}{"8080/tcp": {}}
	c.Config.Env = []string{"PATH=/usr/local/bin", "NEMETON_DATABASE=sqlite:/data/nemeton.db"}
	c.Config.Entrypoint = []string{"nemeton"}
	c.Config.Cmd = []string{"serve"}
	c.Config.Healthcheck = healthcheck{Test: []string{"CMD", "nemeton", "health"}, Interval: 10 * time.Second, Timeout: 3 * time.Second, StartPeriod: 20 * time.Second}
	c.Config.Volumes = map[string]struct{}{"/data": {}}
	c.Config.WorkingDir = "/data"
	c.Config.Labels = labels
	c.RootFS.Type = "layers"
	c.RootFS.DiffIDs = []string{layer}
	c.History = []imageHistory{{made, "cmd/release"}}
	return c
}

// digest is the name of a blob.
func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// blob is the path of a blob in the layout.
func blob(text []byte) string { return "blobs/sha256/" + digest(text)[len("sha256:"):] }
