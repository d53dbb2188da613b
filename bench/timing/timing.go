// Package timing summarizes durations: median and 99th percentile.
package timing

import (
	"slices"
	"time"
)

// Summary summarizes durations in milliseconds.
type Summary struct {
	N   int     `json:"n"`
	P50 float64 `json:"p50Ms"`
	P99 float64 `json:"p99Ms"`
}

// Summarize returns the summary of all durations in the lists.
func Summarize(lists ...[]time.Duration) Summary {
	all := slices.Concat(lists...)
	if len(all) == 0 {
		return Summary{}
	}
	slices.Sort(all)
	return Summary{N: len(all), P50: Millis(all[len(all)/2]), P99: Millis(all[len(all)*99/100])}
}

// Millis returns a duration in milliseconds.
func Millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
