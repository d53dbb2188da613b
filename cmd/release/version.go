package main

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// version is the version of a release in the forms of its receivers.
type version struct {
	program  string // printed by `nemeton version`: v1.2.3; empty without a tag, because the program then prints its commit
	packages string // of packages and file names: 1.2.3. Debian and rpm sort it: before 1.2.4, after 1.2.3~rc.1
}

// described are the outputs of git describe: a tag, with the number of commits after it and the commit if there are any.
var described = regexp.MustCompile(`^v([0-9]+\.[0-9]+\.[0-9]+)(-[0-9A-Za-z.]+?)?(?:-([0-9]+)-g([0-9a-f]+))?$`)

// parseVersion reads a version like v1.2.3, v1.2.3-rc.1 or v1.2.3-4-gabcdef0.
func parseVersion(text string) (version, error) {
	m := described.FindStringSubmatch(text)
	if m == nil {
		return version{}, fmt.Errorf("%q is not a version such as v1.2.3 or v1.2.3-rc.1", text)
	}
	packages := m[1] + strings.Replace(m[2], "-", "~", 1)
	if m[3] != "" {
		packages += "+" + m[3] + ".g" + m[4]
	}
	return version{program: text, packages: packages}, nil
}

// untagged is the version of a commit that no tag precedes. It is before every version of a tag.
func untagged(commit string, made time.Time) version {
	return version{packages: "0~" + made.UTC().Format("20060102150405") + ".g" + commit[:12]}
}

// section is the name of the version's section in CHANGELOG.md. Only a release without further commits has one of its own.
func (v version) section() string {
	if v.program == "" || strings.Contains(v.packages, "+") {
		return "Unreleased"
	}
	return strings.TrimPrefix(v.program, "v")
}

// imageTag is the version in the characters that the tag of an image may have.
func (v version) imageTag() string {
	return strings.NewReplacer("~", "-", "+", "-").Replace(v.packages)
}
