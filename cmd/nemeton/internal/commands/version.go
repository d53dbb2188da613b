package commands

import (
	"fmt"

	"nemeton/cmd/internal/cli"
	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/server/wire"
)

// Version is the command that prints the version.
type Version struct{}

// Run prints the version and revision of the program, the version of the protocol, the rules versions, and the hash of the web client.
func (Version) Run(to cli.Streams) error {
	_, err := fmt.Fprintf(to.Out, "nemeton %s (%s)\nrevision %s\nrules %s\nweb client %s\n",
		wiring.BuildVersion(), wire.Subprotocol, wiring.BuildRevision(), wiring.RulesVersions(), bundleVersion())
	return err
}
