package commands

import (
	"io/fs"

	"nemeton/cmd/internal/cli"
	"nemeton/web"
)

// CheckPage is the command that prints the page that checks records without a server.
type CheckPage struct{}

func (CheckPage) Run(to cli.Streams) error {
	page, err := fs.ReadFile(web.Client(), "check.html")
	if err != nil {
		return errNoClient
	}
	_, err = to.Out.Write(page)
	return err
}
