// Command gen-types writes the files of the web client that follow from Go types. These are the TypeScript types of the
// protocol, those of request bodies, and the types and text keys of each title. `make generate` runs it. The output is checked in, and `make check` fails
// if it is out of date.
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
	if err := generate(root); err != nil {
		fmt.Fprintf(os.Stderr, "gen-types: %v\n", err)
		os.Exit(1)
	}
}

// generate writes all files below root.
func generate(root string) error {
	list, err := files()
	if err != nil {
		return err
	}
	for _, f := range list {
		path := filepath.Join(root, f.path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(f.text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
