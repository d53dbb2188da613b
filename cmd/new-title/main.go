// Command new-title adds a title to the repository: a copy of the template engine/example and web/src/games/example under a new name, with
// a line in each of the two catalogs. `make new-title NAME=nim` runs it, and then generates the files that follow from the Go types.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: make new-title NAME=nim")
		os.Exit(2)
	}
	if err := create(".", os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "new-title:", err)
		os.Exit(1)
	}
}
