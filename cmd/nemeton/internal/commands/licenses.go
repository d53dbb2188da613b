package commands

import (
	"fmt"

	"nemeton"
	"nemeton/cmd/internal/cli"
)

// Licenses is the command that prints the license of the program and of everything in it.
type Licenses struct{}

func (Licenses) Run(to cli.Streams) error {
	_, err := fmt.Fprintf(to.Out, "%s\n%s", nemeton.License, nemeton.ThirdPartyNotices)
	return err
}
