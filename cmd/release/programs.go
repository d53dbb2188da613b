package main

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
)

// platform is a system that the program is built for.
type platform struct{ system, arch string } // in the names of Go

// allPlatforms are the platforms of a release.
var allPlatforms = []platform{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}}

// platformOf returns the platform of a release that a name like linux/amd64 means.
func platformOf(name string) (platform, error) {
	i := slices.IndexFunc(allPlatforms, func(p platform) bool { return p.system+"/"+p.arch == name })
	if i < 0 {
		return platform{}, fmt.Errorf("%q is not a platform of releases", name)
	}
	return allPlatforms[i], nil
}

// program is the name of the program's file.
func (p platform) program() string {
	if p.system == "windows" {
		return "nemeton.exe"
	}
	return "nemeton"
}

// client builds the web client inside the source.
func (r *release) client(ctx context.Context) error {
	web := filepath.Join(r.source.dir, "web")
	if err := command(ctx, web, nil, r.log, "npm", "ci", "--no-audit", "--no-fund"); err != nil {
		return err
	}
	if err := command(ctx, r.source.dir, nil, r.log, "scripts/build-engine", "web/engine"); err != nil {
		return err
	}
	return command(ctx, web, nil, r.log, "npm", "run", "build")
}

// program builds the program of a platform and returns its path. It depends on no C library, so that it runs on any system and in an empty image.
func (r *release) program(ctx context.Context, p platform) (string, error) {
	to := filepath.Join(r.work, "programs", p.system+"-"+p.arch, p.program())
	// Settings of the builder's environment must not change the program.
	env := []string{"GOOS=" + p.system, "GOARCH=" + p.arch, "CGO_ENABLED=0", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=", "GOFLAGS=", "GOWORK=off", "GOFIPS140=off"}
	linked := fmt.Sprintf("-s -w -X nemeton/cmd/nemeton/internal/wiring.release=%s -X nemeton/cmd/nemeton/internal/wiring.revision=%s", r.source.version.program, r.source.commit)
	return to, command(ctx, r.source.dir, env, r.log, "go", "build", "-trimpath", "-buildvcs=false", "-mod=readonly", "-ldflags", linked, "-o", to, "./cmd/nemeton")
}

// here returns a program that runs on this machine: one of those that were built, or another one that is built for this purpose.
func (r *release) here(ctx context.Context, built map[platform]string) (string, error) {
	p := platform{runtime.GOOS, runtime.GOARCH}
	if path, ok := built[p]; ok {
		return path, nil
	}
	return r.program(ctx, p)
}
