package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"nemeton/cmd/internal/npm"
)

// bundledLicenses begins the part of Vite's license file that lists the tools inside Vite. They do not end up in the bundle.
const bundledLicenses = "\n# Licenses of bundled dependencies"

// npmPackages returns the packages and fonts that the web client in a folder bundles, with their license texts.
func npmPackages(web string) ([]component, error) {
	packages, err := npm.Bundled(web)
	if err != nil {
		return nil, err
	}
	var list []component
	for _, p := range packages {
		texts, err := readTexts(filepath.Join(web, "node_modules", filepath.FromSlash(p.Name)))
		if err != nil {
			return nil, fmt.Errorf("%w (make build installs the packages of the client)", err)
		}
		for i := range texts {
			texts[i], _, _ = strings.Cut(texts[i], bundledLicenses)
		}
		kind := "npm"
		if strings.HasPrefix(p.Name, "@fontsource") {
			kind = "font"
		}
		list = append(list, component{name: p.Name + " " + p.Version, kind: kind, texts: texts})
	}
	return list, nil
}
