package main

import (
	"fmt"

	"nemeton"
	"nemeton/server/bundle"
)

// licenses is the command that prints the license of the program and of everything in it.
type licenses struct{}

// Run prints the texts.
func (licenses) Run(to streams) error {
	_, err := fmt.Fprintf(to.Out, "%s\n%s", nemeton.License, nemeton.ThirdPartyNotices)
	return err
}

// texts are the files, by name, that the server adds to those of the client: the texts of its About page, and the list of the client's files.
func texts() map[string]string {
	return map[string]string{
		bundle.Path[1:]:           ownBundle(),
		"version.txt":             buildVersion() + "\n",
		"license.txt":             nemeton.License,
		"third-party-notices.txt": nemeton.ThirdPartyNotices,
	}
}
