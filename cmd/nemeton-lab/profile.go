package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"golang.org/x/sync/errgroup"

	"nemeton/bench/shares"
)

// profiles say how a server spent its processor time and its memory during a measurement.
type profiles struct{ cpu, memory []shares.Share }

// startProfiles profiles the server of an admin address from now on, for whole seconds. wait blocks until that is done.
func startProfiles(ctx context.Context, admin string, during time.Duration) (wait func() (profiles, error)) {
	var p profiles
	var all errgroup.Group
	read := func(into *[]shares.Share, path, kind string) {
		all.Go(func() (err error) {
			*into, err = readProfile(ctx, fmt.Sprintf("%s/debug/pprof/%s?seconds=%d", admin, path, max(1, int(during.Seconds()))), kind)
			return err
		})
	}
	read(&p.cpu, "profile", shares.CPU)
	read(&p.memory, "allocs", shares.Memory)
	return func() (profiles, error) { err := all.Wait(); return p, err }
}

func readProfile(ctx context.Context, url, kind string) ([]shares.Share, error) {
	raw, err := fetch(ctx, url)
	if err != nil {
		return nil, err
	}
	return shares.Read(bytes.NewReader(raw), kind)
}

// reason explains a figure: the parts of a total.
type reason struct {
	text  string         // may be empty
	parts []shares.Share // of a profile
	total float64        // to which the parts add up
	unit  string
}

func (r reason) isEmpty() bool { return r.text == "" && len(r.parts) == 0 }

// list writes the parts as a table, with their sum in the last row.
func (r reason) list(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	if r.text != "" {
		_, _ = fmt.Fprintf(w, "  %s\n", r.text)
	}
	all := float64(max(1, shares.Total(r.parts)))
	row := func(name string, value float64) {
		_, _ = fmt.Fprintf(w, "  %s\t%.1f %%\t%.2f %s\n", name, 100*value/all, r.total*value/all, r.unit)
	}
	for _, p := range r.parts {
		row(p.Part, float64(p.Value))
	}
	if len(r.parts) > 0 {
		row("together", float64(shares.Total(r.parts)))
	}
	return w.Flush()
}
