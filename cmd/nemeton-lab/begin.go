package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"nemeton/bench/crowd"
	"nemeton/play/process"
)

// benchBegin is the command that lets many people begin a table at the same moment.
type benchBegin struct {
	Callers int      `default:"4000" help:"Number of people who begin a table at once, each with a second one."`
	Title   string   `default:"meduris" help:"Title of the tables."`
	Store   []string `default:"sqlite" help:"Stores to measure: sqlite, or the address of a Postgres server (postgres://...), on which a database is created and dropped."`
	Nodes   int      `default:"1" help:"Number of nodes on the same Postgres. The two people of a table are at different ones."`
	scratchFlags
	JSON bool `name:"json" help:"Print one JSON object for each store."`
}

// beginResult is the result of one store.
type beginResult struct {
	Store string `json:"store"`
	crowd.Result
}

// Run measures the stores one after another and prints the results. It fails if a table could not begin.
func (c *benchBegin) Run(ctx context.Context, s streams) error {
	var failed error
	for _, name := range c.Store {
		r := beginResult{Store: storeName(name)}
		err := c.withNodes(ctx, name, c.Nodes, nil, nil, func(nodes []*process.Server) error {
			r.Result = crowd.Run(ctx, crowd.Options{URLs: urlsOf(nodes), Title: c.Title, Callers: c.Callers})
			return nil
		})
		if err != nil {
			return fmt.Errorf("%s: %w", r.Store, err)
		}
		if err := r.print(s.Out, c.JSON); err != nil {
			return err
		}
		if r.Begun < r.Callers {
			failed = errors.Join(failed, fmt.Errorf("%s: %d of %d tables did not begin", r.Store, r.Callers-r.Begun, r.Callers))
		}
	}
	return failed
}

func (r beginResult) print(to io.Writer, asJSON bool) error {
	return printResult(to, asJSON, r, func(line func(name, format string, args ...any)) {
		line("store", "%s", r.Store)
		line("tables", "%d of %d began in %.1f s, %.0f a second", r.Begun, r.Callers, r.Seconds, r.PerSecond)
		line("the last table began after", "%.1f s", r.Slowest/1000)
		line("requests", "%.0f ms (median), %.0f ms (99 %%), %.0f ms (longest) of %d", r.Requests.P50, r.Requests.P99, r.Longest, r.Requests.N)
		line("refused as overloaded and repeated", "%d, of which %d had no Retry-After", r.Retries, r.NoWait)
		for _, code := range slices.Sorted(maps.Keys(r.Errors)) {
			line("error "+code, "%d", r.Errors[code])
		}
		if r.First != "" {
			line("the first error", "%s", r.First)
		}
	})
}
