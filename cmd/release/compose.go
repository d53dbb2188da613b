package main

import (
	"os"
	"path/filepath"
)

// composeFiles are the files that an operator of compose needs.
var composeFiles = []string{"docker-compose.yml", "docker-compose.cluster.yml", "deploy/caddy/Caddyfile", "LICENSE"}

// compose writes an archive of the compose files. Its .env names the image of this release, so that nothing is built.
func (r *release) compose() error {
	folder := "nemeton_" + r.source.version.packages + "_compose"
	entries := []entry{
		{name: folder + "/", mode: 0o755}, {name: folder + "/deploy/", mode: 0o755}, {name: folder + "/deploy/caddy/", mode: 0o755},
		{name: folder + "/.env", mode: 0o600, text: []byte("NEMETON_IMAGE=nemeton:" + r.source.version.imageTag() + "\n")},
	}
	for _, name := range composeFiles {
		e, err := readEntry(folder+"/"+name, filepath.Join(r.source.dir, filepath.FromSlash(name)), 0o644)
		if err != nil {
			return err
		}
		entries = append(entries, e)
	}
	text, err := gzipped(r.source.made, entries)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.out, folder+".tar.gz"), text, 0o644) //nolint:gosec // a release is for everybody
}
