package wiring

import (
	"fmt"
	"runtime/debug"
	"strings"

	"nemeton/engine/catalog"
)

// release is the version that the linker sets: -ldflags "-X nemeton/cmd/nemeton/internal/wiring.release=v1.2.3". It is empty in other builds.
var release string

// revision is the commit that the linker sets in builds without the repository, such as that of the image.
var revision string

// BuildVersion returns the version of the program, or a description of its commit.
func BuildVersion() string {
	info, _ := debug.ReadBuildInfo()
	return versionOf(release, revision, info)
}

// versionOf prefers the linker's version to the module's, and the module's to the commit. info may be nil.
func versionOf(linked, linkedRevision string, info *debug.BuildInfo) string {
	if linked != "" {
		return linked
	}
	if info != nil && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	if commit := revisionOf(linkedRevision, info); commit != unknownRevision {
		hash, changes, _ := strings.Cut(commit, "+")
		if hash = hash[:min(len(hash), 12)]; changes != "" {
			hash += "+" + changes
		}
		return hash
	}
	return "unversioned"
}

// unknownRevision stands for the commit of a build without a repository.
const unknownRevision = "unknown"

// BuildRevision returns the whole hash of the commit.
func BuildRevision() string {
	info, _ := debug.ReadBuildInfo()
	return revisionOf(revision, info)
}

// revisionOf prefers the linker's commit to that of the build information. info may be nil.
func revisionOf(linked string, info *debug.BuildInfo) string {
	if linked != "" {
		return linked
	}
	commit, dirty := unknownRevision, ""
	if info == nil {
		return commit
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && s.Value != "":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+changes"
		}
	}
	return commit + dirty
}

// RulesVersions lists the titles with the versions of their rules.
func RulesVersions() string {
	titles := catalog.Titles()
	all := make([]string, len(titles))
	for i, t := range titles {
		all[i] = fmt.Sprintf("%s %d", t.Info().ID, t.Info().Rules)
	}
	return strings.Join(all, ", ")
}
