// Command gen-types writes the web client's types of the wire and of the titles from the Go types that are sent. `make
// generate` runs it; its output is checked in and drift fails `make check`.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	root := "web/src"
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	for _, m := range modules() {
		text, err := m.spell()
		if err == nil {
			path := filepath.Join(root, m.path)
			if err = os.MkdirAll(filepath.Dir(path), 0o755); err == nil {
				err = os.WriteFile(path, []byte(text), 0o644)
			}
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "gen-types: %s: %v\n", m.path, err)
			os.Exit(1)
		}
	}
}
