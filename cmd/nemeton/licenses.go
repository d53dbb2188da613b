package main

import (
	"fmt"

	"nemeton"
)

// licenses is the command that prints the license of the program and of everything in it.
type licenses struct{}

// Run prints the texts.
func (licenses) Run(to streams) error {
	_, err := fmt.Fprintf(to.out, "%s\n%s", nemeton.License, nemeton.ThirdPartyNotices)
	return err
}

// aboutTexts are the files, by name, that the client's About page reads.
func aboutTexts() map[string]string {
	return map[string]string{
		"version.txt":             buildVersion() + "\n",
		"license.txt":             nemeton.License,
		"third-party-notices.txt": nemeton.ThirdPartyNotices,
	}
}
