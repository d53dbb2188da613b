package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"nemeton/play/process"
)

// withNodes runs do with n new server processes on an empty store. first are further flags of the first one, all are those of all.
func (f scratchFlags) withNodes(ctx context.Context, store string, n int, first, all []string, do func(nodes []*process.Server) error) error {
	if n > 1 && !strings.HasPrefix(store, "postgres") {
		return errors.New("several nodes need a Postgres: name its address with --store")
	}
	program, err := serverProgram()
	if err != nil {
		return err
	}
	address, remove, err := f.create(ctx, store)
	if err != nil {
		return err
	}
	all = append([]string{"--database", address, "--limits", "off", "--log-level", "error"}, all...)
	var nodes []*process.Server
	for flags := slices.Concat(first, all); len(nodes) < n && err == nil; flags = all {
		node := process.New(program, os.TempDir(), flags...)
		nodes, err = append(nodes, node), node.Start()
	}
	if err == nil {
		err = do(nodes)
	}
	for _, node := range nodes {
		node.Kill()
	}
	return errors.Join(err, remove())
}

func urlsOf(nodes []*process.Server) (urls []string) {
	for _, node := range nodes {
		urls = append(urls, node.URL())
	}
	return urls
}

// printResult prints a result: as one JSON object, or as lines of a name and a text.
func printResult(to io.Writer, asJSON bool, result any, write func(line func(name, format string, args ...any))) error {
	if asJSON {
		return json.NewEncoder(to).Encode(result)
	}
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	write(func(name, format string, args ...any) { _, _ = fmt.Fprintf(w, name+"\t"+format+"\n", args...) })
	return w.Flush()
}
