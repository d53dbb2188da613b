// Package web holds the built client, embedded in the binary.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Client returns the built client, with index.html at its root. It is almost empty if the client was not built.
func Client() fs.FS {
	root, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // impossible: the name is a constant
	}
	return root
}
