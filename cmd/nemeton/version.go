package main

import (
	"fmt"
	"runtime/debug"

	"nemeton/server/wire"
)

// version is the command that prints the version.
type version struct{}

// Run prints the version of the program and of the protocol, and the hash of the web client.
func (version) Run(to streams) error {
	_, err := fmt.Fprintf(to.out, "nemeton %s (%s)\nweb client %s\n", buildVersion(), wire.Subprotocol, bundleVersion())
	return err
}

// buildVersion returns the module's version, or the commit of the build.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	of, dirty := info.Main.Version, ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && (of == "" || of == "(devel)"):
			of = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+changes"
		}
	}
	if of == "" {
		of = "(devel)"
	}
	return of + dirty
}
