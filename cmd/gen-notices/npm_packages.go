package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// runtimePackages are development dependencies whose code ends up in the bundle: Svelte with its two helpers, and Vite with the
// helpers that load a page's files. The build fails if it bundles a package that the notices do not name (web/check-notices.ts).
var runtimePackages = []string{"clsx", "esm-env", "svelte", "vite"}

// bundledLicenses begins the part of Vite's license file that lists the tools inside Vite. They do not end up in the bundle.
const bundledLicenses = "\n# Licenses of bundled dependencies"

// lockFile is the part of package-lock.json that is read.
type lockFile struct {
	Packages map[string]struct {
		Version      string            `json:"version"`
		Dependencies map[string]string `json:"dependencies"`
	} `json:"packages"`
}

// npmPackages returns the packages and fonts that the web client in a folder bundles: its dependencies with theirs, and
// runtimePackages.
func npmPackages(web string) ([]component, error) {
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
	var list []component
	for _, name := range names {
		texts, err := readTexts(filepath.Join(web, "node_modules", filepath.FromSlash(name)))
		if err != nil {
			return nil, fmt.Errorf("%w (make build installs the packages of the client)", err)
		}
		for i := range texts {
			texts[i], _, _ = strings.Cut(texts[i], bundledLicenses)
		}
		kind := "npm"
		if strings.HasPrefix(name, "@fontsource") {
			kind = "font"
		}
		list = append(list, component{name: name + " " + lock.Packages["node_modules/"+name].Version, kind: kind, texts: texts})
	}
	return list, nil
}
