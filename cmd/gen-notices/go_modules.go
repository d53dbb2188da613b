package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// platforms are the systems that releases are built for. Their programs link different modules.
var platforms = []string{"darwin", "linux", "windows"}

// goLicenseModule has the license of Go itself: same text, same authors. Its version is pinned by go.sum, so that the notices do
// not depend on the installed Go.
const goLicenseModule = "golang.org/x/sys"

// linkedPackage is the part of the output of `go list -json` that is read.
type linkedPackage struct {
	Dir    string `json:"Dir"`
	Module *struct {
		Path    string `json:"Path"`
		Version string `json:"Version"`
		Dir     string `json:"Dir"`
		Main    bool   `json:"Main"`
	} `json:"Module"`
}

// goModules returns the modules that a command links on any platform, and Go itself.
func goModules(command string) ([]component, error) {
	modules := map[string]*component{} // by path
	seen := map[string]bool{}          // folders
	for _, system := range platforms {
		packages, err := linkedPackages(command, system)
		if err != nil {
			return nil, err
		}
		for _, p := range packages {
			if p.Module == nil || p.Module.Main {
				continue
			}
			m := modules[p.Module.Path]
			if m == nil {
				m = &component{name: p.Module.Path + " " + p.Module.Version, kind: "Go"}
				modules[p.Module.Path] = m
			}
			// A package that was copied from another project has a license beside its sources.
			for dir := p.Dir; strings.HasPrefix(dir, p.Module.Dir) && !seen[dir]; dir = filepath.Dir(dir) {
				seen[dir] = true
				texts, err := readTexts(dir)
				if err != nil {
					return nil, err
				}
				m.texts = append(m.texts, texts...)
			}
		}
	}
	sys := modules[goLicenseModule]
	if sys == nil {
		return nil, fmt.Errorf("%s is not linked: choose another source of Go's license", goLicenseModule)
	}
	list := []component{{name: "Go standard library and runtime", kind: "Go", texts: sys.texts}}
	for _, m := range modules {
		list = append(list, *m)
	}
	slices.SortFunc(list, func(a, b component) int { return strings.Compare(a.name, b.name) })
	return list, nil
}

// linkedPackages lists the packages that a command links on one platform.
func linkedPackages(command, system string) (list []linkedPackage, err error) {
	cmd := exec.Command("go", "list", "-deps", "-json=Dir,Module", command) //nolint:gosec,noctx // constant arguments; ends with the listing
	cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	raw, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list for %s: %w", system, err)
	}
	for decoder := json.NewDecoder(bytes.NewReader(raw)); ; {
		var p linkedPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
}
