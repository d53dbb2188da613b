package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// release is one run of the command.
type release struct {
	source source
	out    string // folder of the results
	work   string // temporary folder
	log    io.Writer
}

// file is the path of a result: nemeton_VERSION_ and a name.
func (r *release) file(name string) string {
	return filepath.Join(r.out, "nemeton_"+r.source.version.packages+"_"+name)
}

// make makes all files. The first failure ends it.
func (r *release) make(ctx context.Context, platforms []platform) error {
	_, _ = fmt.Fprintf(r.log, "release: %s of commit %s\n", r.source.version.packages, r.source.commit)
	notes, err := section(filepath.Join(r.source.dir, "CHANGELOG.md"), r.source.version.section())
	if err != nil {
		return err // before the long builds
	}
	if err := r.client(ctx); err != nil {
		return err
	}
	built := map[platform]string{}
	for _, p := range platforms {
		if built[p], err = r.program(ctx, p); err != nil {
			return err
		}
		if err := r.archive(p, built[p]); err != nil {
			return err
		}
		if p.system == "linux" {
			if err := r.packages(ctx, p, built[p]); err != nil {
				return err
			}
			if err := r.image(p, built[p]); err != nil {
				return err
			}
		}
		_, _ = fmt.Fprintf(r.log, "release: %s/%s is done\n", p.system, p.arch)
	}
	if err := r.compose(); err != nil {
		return err
	}
	if err := r.parts(built); err != nil {
		return err
	}
	if err := r.texts(ctx, built, notes); err != nil {
		return err
	}
	return writeSums(r.out)
}

// texts writes the notices, the notes and the page that checks records without a server.
func (r *release) texts(ctx context.Context, built map[platform]string, notes string) error {
	notices, err := os.ReadFile(filepath.Join(r.source.dir, "THIRD_PARTY_NOTICES"))
	if err != nil {
		return err
	}
	program, err := r.here(ctx, built)
	if err != nil {
		return err
	}
	printed, err := output(ctx, r.work, nil, r.log, program, "version")
	if err != nil {
		return err
	}
	page, err := output(ctx, r.work, nil, r.log, program, "check-page")
	if err != nil {
		return err
	}
	tools, err := toolVersions(ctx)
	if err != nil {
		return err
	}
	for name, text := range map[string][]byte{
		"THIRD_PARTY_NOTICES": notices,
		"check.html":          page,
		"notes.md":            []byte(notes + "\n## Build\n\n" + tools + "\n    " + indented(printed) + "\n"),
	} {
		if err := os.WriteFile(r.file(name), text, 0o644); err != nil { //nolint:gosec // a release is for everybody
			return err
		}
	}
	return nil
}
