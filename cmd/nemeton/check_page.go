package main

import (
	"io/fs"

	"nemeton/web"
)

// checkPage is the command that prints the page that checks records without a server.
type checkPage struct{}

// Run prints the page.
func (checkPage) Run(to streams) error {
	page, err := fs.ReadFile(web.Client(), "check.html")
	if err != nil {
		return errNoClient
	}
	_, err = to.Out.Write(page)
	return err
}
