package main

import (
	"context"
	"path/filepath"
	"strconv"
)

// packages makes the .deb and .rpm of a platform. nfpm makes them; its modules are those of deploy/packages, so that the program's module stays small.
func (r *release) packages(ctx context.Context, p platform, program string) error {
	env := []string{
		"SOURCE_DATE_EPOCH=" + strconv.FormatInt(r.source.made.Unix(), 10), "GOFLAGS=", "GOWORK=off",
		"PACKAGE_ARCH=" + p.arch, "PACKAGE_VERSION=" + r.source.version.packages, "PACKAGE_PROGRAM=" + program,
	}
	for _, kind := range []string{"deb", "rpm"} {
		to := r.file(p.system + "_" + p.arch + "." + kind)
		if err := command(ctx, filepath.Join(r.source.dir, "deploy", "packages"), env, r.log, "go", "tool", "nfpm", "package", "-f", "nfpm.yaml", "-p", kind, "-t", to); err != nil {
			return err
		}
	}
	return nil
}
