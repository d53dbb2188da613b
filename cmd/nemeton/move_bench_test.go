package main

import (
	"context"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"nemeton/bench/traffic"
	"nemeton/cmd/nemeton/internal/wiring"
)

// BenchmarkMove plays tables of four over sockets, with the server and the load generator in this process. With -memprofile and
// -memprofilerate 1, the profile holds every allocation of the moves and none of the preparations.
func BenchmarkMove(b *testing.B) {
	rate := runtime.MemProfileRate
	runtime.MemProfileRate = 0
	a, err := wiring.New(b.Context(), wiring.Config{
		Addr: "127.0.0.1:0", Database: "sqlite:" + filepath.Join(b.TempDir(), "bench.db"), Log: zerolog.Nop(), Environment: wiring.NewEnvironment(),
	})
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(b.Context())
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx) }()
	b.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			b.Error(err)
		}
	})
	var before, after runtime.MemStats
	for b.Loop() {
		r, err := traffic.Run(ctx, &traffic.ServerTarget{URL: "http://" + a.Addr().String(), Title: "meduris", Seats: 4}, traffic.Options{
			Tables: 20, Spectators: 1, During: 2 * time.Second, Seed: 1,
			Ready: func() { runtime.ReadMemStats(&before); runtime.MemProfileRate = rate },
			Over:  func() { runtime.MemProfileRate = 0; runtime.ReadMemStats(&after) },
		})
		if err != nil {
			b.Fatal(err)
		}
		moves := float64(r.Moves)
		b.ReportMetric(float64(after.Mallocs-before.Mallocs)/moves, "allocs/move")
		b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/moves, "B/move")
		b.ReportMetric(moves, "moves")
	}
}
