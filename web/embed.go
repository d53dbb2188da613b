// Package web holds the built client, embedded in the binary.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Client is the built client: index.html at its root, or nearly nothing where the client was not built.
func Client() fs.FS {
	root, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the name is a constant: only a programming error can bring us here
	}
	return root
}
