package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
)

// benchAims is the command that measures the cases of the aims in one run, because only ratios within a run compare.
type benchAims struct {
	Seconds  float64 `default:"5" help:"Duration of each measurement."`
	Callers  int     `default:"4000" help:"Number of people who begin a table at once."`
	Silent   int     `default:"10000" help:"Number of silent sockets."`
	Postgres string  `placeholder:"postgres://..." help:"A Postgres server on which databases are created and dropped. Without it, its aims are not measured."`
	scratchFlags
}

// aim is one measured figure and its bound.
type aim struct {
	what     string
	measured float64
	unit     string
	bound    float64
	atLeast  bool   // otherwise at most
	why      reason // printed if the aim is not met
}

// met reports whether the figure is within its bound.
func (a aim) met() bool {
	if a.atLeast {
		return a.measured >= a.bound
	}
	return a.measured <= a.bound
}

// Run measures all cases. It prints a table, and the profile of each case whose aim is not met. Such an aim is no error, because a machine's noise would make
// it one.
func (c *benchAims) Run(ctx context.Context, s streams) error {
	var all []aim
	for _, measure := range []func(context.Context) ([]aim, error){c.many, c.crowd, c.bytes, c.quietSockets, c.bots, c.begin} {
		aims, err := measure(ctx)
		if err != nil {
			return err
		}
		all = append(all, aims...)
	}
	return printAims(s.Out, all)
}

// printAims prints the figures with their bounds, and then the reasons of those that are not met.
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
	if err := w.Flush(); err != nil {
		return err
	}
	for _, a := range aims {
		if a.met() || a.why.isEmpty() {
			continue
		}
		_, _ = fmt.Fprintf(to, "\nnot met: %s\n", a.what)
		if err := a.why.list(to); err != nil {
			return err
		}
	}
	return nil
}
