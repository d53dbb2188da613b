package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
)

// benchAims is the command that measures the cases of the aims in one run, because only ratios within a run compare.
type benchAims struct {
	Seconds  float64 `default:"10" help:"Duration of each measurement."`
	Postgres string  `placeholder:"postgres://..." help:"A Postgres server on which databases are created and dropped. Without it, its aims are not measured."`
	scratchFlags
}

// aim is one measured figure and its bound.
type aim struct {
	what     string
	measured float64
	unit     string
	bound    float64
	atLeast  bool // otherwise at most
}

// met reports whether the figure is within its bound.
func (a aim) met() bool {
	if a.atLeast {
		return a.measured >= a.bound
	}
	return a.measured <= a.bound
}

// Run measures all cases and prints a table. Aims that are not met are no error, because a machine's noise would make it one.
func (c *benchAims) Run(ctx context.Context, s streams) error {
	many, errMany := c.many(ctx)
	crowd, errCrowd := c.crowd(ctx)
	if err := errors.Join(errMany, errCrowd); err != nil {
		return err
	}
	return printAims(s.out, append(many, crowd...))
}

// many measures 200 tables of four, and one table alone.
func (c *benchAims) many(ctx context.Context) ([]aim, error) {
	floor, err := c.floor(ctx, 200, 1)
	if err != nil {
		return nil, err
	}
	load, err := c.load(ctx, "sqlite", 200, 1)
	if err != nil {
		return nil, err
	}
	alone, err := c.load(ctx, "sqlite", 1, 1)
	if err != nil {
		return nil, err
	}
	aims := []aim{
		{"SQLite, 200 tables: processor time of a move", load.Server.CPUPerMove, "µs", 200, false},
		{"SQLite, 200 tables: allocations of a move", load.Server.Allocations, "", 120, false},
		{"SQLite, 200 tables: memory allocated by a move", load.Server.Allocated, "KB", 20, false},
		{"SQLite, 200 tables: moves, divided by the floor's", load.MovesPerSecond / floor.MovesPerSecond, "", 0.75, true},
		{"SQLite, one table: from act to last viewer, in appends", alone.LastUpdate.P50 / alone.Server.Append, "", 2, false},
	}
	if c.Postgres == "" {
		return aims, nil
	}
	load, err = c.load(ctx, c.Postgres, 200, 1)
	return append(aims, aim{"Postgres, 200 tables: moves, divided by the floor's", load.MovesPerSecond / floor.MovesPerSecond, "", 0.7, true}), err
}

// crowd measures one table with 200 spectators.
func (c *benchAims) crowd(ctx context.Context) ([]aim, error) {
	floor, err := c.floor(ctx, 1, 200)
	if err != nil {
		return nil, err
	}
	load, err := c.load(ctx, "sqlite", 1, 200)
	if err != nil {
		return nil, err
	}
	aims := []aim{{"SQLite, 200 spectators: from act to last viewer", load.LastUpdate.P50, "ms", 6, false}}
	if c.Postgres == "" {
		return aims, nil
	}
	load, err = c.load(ctx, c.Postgres, 1, 200)
	return append(aims, aim{"Postgres, 200 spectators: moves, divided by the floor's", load.MovesPerSecond / floor.MovesPerSecond, "", 0.9, true}), err
}

func (c *benchAims) load(ctx context.Context, store string, tables, spectators int) (loadResult, error) {
	return (&benchLoad{trafficFlags: c.traffic(store, tables, spectators)}).measure(ctx)
}

func (c *benchAims) floor(ctx context.Context, tables, spectators int) (loadResult, error) {
	return (&benchFloor{trafficFlags: c.traffic("sqlite", tables, spectators)}).measure(ctx)
}

func (c *benchAims) traffic(store string, tables, spectators int) trafficFlags {
	return trafficFlags{Tables: tables, Spectators: spectators, Seconds: c.Seconds, Seats: 4, Title: "meduris", Seed: 1, Store: store, scratchFlags: c.scratchFlags}
}

func printAims(to io.Writer, aims []aim) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "aim\tmeasured\tbound\tmet")
	for _, a := range aims {
		bound, met := "at most", "no"
		if a.atLeast {
			bound = "at least"
		}
		if a.met() {
			met = "yes"
		}
		_, _ = fmt.Fprintf(w, "%s\t%.3g %s\t%s %g\t%s\n", a.what, a.measured, a.unit, bound, a.bound, met)
	}
	return w.Flush()
}
