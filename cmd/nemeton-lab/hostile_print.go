package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// These are the aims of a run: the largest ratios of people's latency during all attacks to the quiet one.
const (
	aimP50 = 1.3
	aimP99 = 2.0
)

// write prints the result for people.
func (f hostileResult) write(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	line := func(format string, args ...any) { _, _ = fmt.Fprintf(w, format+"\n", args...) }
	line("cost per accepted request\tlog\taccepted\tCPU ms\tentries folded\tlog\taccepted\tCPU ms\tentries folded\trefused")
	for _, c := range f.Costs {
		line("%s\t%d\t%d\t%.2f\t%.1f\t%d\t%d\t%.2f\t%.1f\t%s", c.Name, c.Short.Seq, c.Short.Accepted, c.Short.CPU, c.Short.Folded,
			c.Long.Seq, c.Long.Accepted, c.Long.CPU, c.Long.Folded, codes(c.Long.Refused))
	}
	line("")
	line("attack\tsent\taccepted\tstored\tfolded\tCPU s\trecovery s\tp50 ms\tp99 ms\tp50 times\tp99 times\thint times\trefused")
	for _, p := range f.Phases {
		line("%s\t%d\t%d\t%d\t%d\t%.1f\t%.1f\t%.1f\t%.1f\t%.2f\t%.2f\t%.2f\t%s", p.Name, p.Report.Sent, p.Report.Accepted, p.Stored, p.Folded, p.CPU, p.Recovery,
			p.Commands.P50, p.Commands.P99, p.RatioP50, p.RatioP99, p.HintRatio, codes(p.Report.Refused))
	}
	line("")
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(to, "people's commands: %.1f ms (median) and %.1f ms (99th percentile) of %d quiet ones, %.1f and %.1f of %d under attack\n"+
		"that is %.2f times (aim: %.1f, %s) and %.2f times (aim: %.1f, %s)\n"+
		"people's hints: %.1f ms (median) and %.1f ms of %d quiet ones, %.1f and %.1f of %d under attack\n"+
		"people's requests: %d, of which %d were delayed and %d failed; panics %d; server errors %d\n"+
		"server: resident MiB %s, heap MiB %s; goroutines %d, at most %d, then %d\n",
		f.Quiet.P50, f.Quiet.P99, f.Quiet.N, f.During.P50, f.During.P99, f.During.N,
		f.RatioP50, aimP50, met(f.RatioP50 <= aimP50), f.RatioP99, aimP99, met(f.RatioP99 <= aimP99),
		f.QuietHint.P50, f.QuietHint.P99, f.QuietHint.N, f.DuringHint.P50, f.DuringHint.P99, f.DuringHint.N,
		f.People.Sent, f.People.Delayed, f.People.Unanswered, f.Panics, f.Done.Broken,
		f.RSS.mebibytes(), f.Heap.mebibytes(), int(f.Goroutines.Before), int(f.Goroutines.Max), int(f.Goroutines.After))
	return err
}

func met(yes bool) string {
	if yes {
		return "met"
	}
	return "missed"
}

func codes(refused map[string]int) string {
	list := make([]string, 0, len(refused))
	for _, code := range slices.Sorted(maps.Keys(refused)) {
		list = append(list, fmt.Sprintf("%s %d", code, refused[code]))
	}
	return strings.Join(list, ", ")
}
