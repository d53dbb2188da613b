// The command checkhistories checks the histories that `nemeton-lab torture --histories FILE` wrote.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"nemeton/play/torture"
	"nemeton/testkit/histories"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: checkhistories FILE")
		os.Exit(2)
	}
	if err := check(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// check checks each history of a file.
func check(file string) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	decoder, tables, operations := json.NewDecoder(in), 0, 0
	for {
		var h torture.History
		if err := decoder.Decode(&h); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		if err := histories.Check(h); err != nil {
			return fmt.Errorf("table %s: %w", h.Table, err)
		}
		tables, operations = tables+1, operations+len(h.Operations)
	}
	if tables == 0 {
		return fmt.Errorf("%s holds no history", file)
	}
	fmt.Printf("%d operations of clients at %d tables are linearizable\n", operations, tables)
	return nil
}
