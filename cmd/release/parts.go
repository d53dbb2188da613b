package main

import (
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nemeton/cmd/internal/npm"
)

// parts is a parts list (SBOM) in the format CycloneDX 1.6.
type parts struct {
	Format     string        `json:"bomFormat"`
	Spec       string        `json:"specVersion"`
	Version    int           `json:"version"`
	Metadata   partsMetadata `json:"metadata"`
	Components []part        `json:"components"`
}

// partsMetadata describes the whole.
type partsMetadata struct {
	Timestamp time.Time `json:"timestamp"`
	Component part      `json:"component"`
}

// part is a component of a parts list.
type part struct {
	Type    string     `json:"type"`
	Ref     string     `json:"bom-ref"`
	Name    string     `json:"name"`
	Version string     `json:"version"`
	PURL    string     `json:"purl"`
	Hashes  []partHash `json:"hashes,omitempty"`
}

// partHash is the hash of a component's archive.
type partHash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"` // hex
}

// parts writes the list of the modules that the programs contain, and of the packages in the web client.
func (r *release) parts(built map[platform]string) error {
	list := parts{Format: "CycloneDX", Spec: "1.6", Version: 1}
	name := "pkg:generic/nemeton@" + r.source.version.packages
	list.Metadata = partsMetadata{r.source.made, part{Type: "application", Ref: name, Name: "nemeton", Version: r.source.version.packages, PURL: name}}
	found := map[string]part{} // by package URL
	for _, program := range built {
		modules, err := modulesOf(program)
		if err != nil {
			return err
		}
		for _, m := range modules {
			found[m.PURL] = m
		}
	}
	packages, err := npm.Bundled(filepath.Join(r.source.dir, "web"))
	if err != nil {
		return err
	}
	for _, p := range packages {
		c, err := partOf(p)
		if err != nil {
			return err
		}
		found[c.PURL] = c
	}
	list.Components = slices.SortedFunc(maps.Values(found), func(a, b part) int { return strings.Compare(a.PURL, b.PURL) })
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(r.file("sbom.cdx.json"), append(text, '\n'), 0o644) //nolint:gosec // a release is for everybody
}

// modulesOf lists the modules that a program records, and Go itself.
func modulesOf(program string) ([]part, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	list := []part{goPart("std", strings.TrimPrefix(info.GoVersion, "go"))}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		list = append(list, goPart(m.Path, m.Version))
	}
	return list, nil
}

// goPart describes a Go module.
func goPart(path, version string) part {
	url := "pkg:golang/" + path + "@" + strings.ReplaceAll(version, "+", "%2B")
	return part{Type: "library", Ref: url, Name: path, Version: version, PURL: url}
}

// partOf describes an npm package, with the hash from package-lock.json.
func partOf(p npm.Package) (part, error) {
	url := "pkg:npm/" + strings.ReplaceAll(p.Name, "@", "%40") + "@" + p.Version
	c := part{Type: "library", Ref: url, Name: p.Name, Version: p.Version, PURL: url}
	if sum, is := strings.CutPrefix(p.Integrity, "sha512-"); is {
		raw, err := base64.StdEncoding.DecodeString(sum)
		if err != nil {
			return part{}, err
		}
		c.Hashes = []partHash{{"SHA-512", hex.EncodeToString(raw)}}
	}
	return c, nil
}
