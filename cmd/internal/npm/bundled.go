// Package npm lists the npm packages that end up in the web client, for the notices and for the parts list of a release.
package npm

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// runtimePackages are development dependencies whose code ends up in the bundle: Svelte with its two helpers, and Vite with the
// helpers that load a page's files. The build fails if it bundles a package that the notices do not name (web/check-notices.ts).
var runtimePackages = []string{"clsx", "esm-env", "svelte", "vite"}

// Package is one package of package-lock.json.
type Package struct {
	Name      string
	Version   string
	Integrity string // algorithm and base64 hash of the archive, as "sha512-..."
}

// lockFile is the part of package-lock.json that is read.
type lockFile struct {
	Packages map[string]struct {
		Version      string            `json:"version"`
		Integrity    string            `json:"integrity"`
		Dependencies map[string]string `json:"dependencies"`
	} `json:"packages"`
}

// Bundled returns the packages and fonts that the web client in a folder bundles, sorted by name: its dependencies with theirs, and
// runtimePackages. It reads package-lock.json and fails if that file is missing or no JSON.
func Bundled(web string) ([]Package, error) {
	raw, err := os.ReadFile(filepath.Join(web, "package-lock.json"))
	if err != nil {
		return nil, err
	}
	var lock lockFile
	if err := json.Unmarshal(raw, &lock); err != nil {
		return nil, fmt.Errorf("package-lock.json: %w", err)
	}
	names := slices.Clone(runtimePackages)
	for name := range lock.Packages[""].Dependencies {
		names = append(names, name)
	}
	for i := len(runtimePackages); i < len(names); i++ { // the list grows by the dependencies of dependencies
		for name := range lock.Packages["node_modules/"+names[i]].Dependencies {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	list := make([]Package, len(names))
	for i, name := range names {
		entry := lock.Packages["node_modules/"+name]
		list[i] = Package{Name: name, Version: entry.Version, Integrity: entry.Integrity}
	}
	return list, nil
}
