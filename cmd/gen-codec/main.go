// Command gen-codec writes codec.gen.go in each package with Go types that are sent to viewers or stored in a log: encoders, and readers of stored types.
// `make generate` runs it. The output is checked in, and `make check` fails if it is out of date. The encoders write the bytes of encoding/json and of
// codec.Canonical, without reflection.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := generate("."); err != nil {
		fmt.Fprintf(os.Stderr, "gen-codec: %v\n", err)
		os.Exit(1)
	}
}

// generate writes all files below root, the folder of the module.
func generate(root string) error {
	for _, p := range packages() {
		text, err := p.file()
		if err != nil {
			return fmt.Errorf("%s: %w", p.folder, err)
		}
		if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(p.folder), "codec.gen.go"), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
