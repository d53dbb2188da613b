package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"runtime/debug"
	"slices"
	"time"

	"nemeton/bench/timing"
	"nemeton/bench/traffic"
	"nemeton/play/process"
)

// benchMoveOver is the command that stops one of two nodes, so that all of its sockets move to the other node.
type benchMoveOver struct {
	Sockets int           `default:"2000" help:"Sockets of players at the node that stops."`
	Tables  int           `default:"4" help:"Tables at the other node, whose players move all the time."`
	Think   time.Duration `default:"50ms" help:"Delay of these players before each move."`
	During  time.Duration `default:"10s" help:"Duration of the measurement of their moves before the stop. That during the move lasts five seconds longer."`
	Title   string        `default:"meduris" help:"Title of all tables."`
	Seats   int           `default:"4" help:"Seats per table."`
	Store   string        `required:"" placeholder:"postgres://..." help:"Address of a Postgres server, on which a database is created and dropped."`
	NATS    string        `name:"nats" placeholder:"nats://..." help:"Address of a NATS server between the nodes. Without it they learn of moves from the store alone."`
	JSON    bool          `name:"json" help:"Print one JSON object."`
}

// moveOverResult is the result of one run.
type moveOverResult struct {
	traffic.HerdResult
	Exit      int            `json:"exitCode"` // of the node that stopped
	Stop      float64        `json:"stopS"`    // from the signal to the end of its process
	Before    timing.Summary `json:"moveBefore"`
	Meanwhile timing.Summary `json:"moveMeanwhile"`
}

// Run measures and prints. It fails if a socket does not come back.
func (c *benchMoveOver) Run(ctx context.Context, s streams) error {
	debug.SetGCPercent(serverGCPercent)
	var flags []string
	if c.NATS != "" {
		flags = []string{"--nats", c.NATS}
	}
	var r moveOverResult
	err := scratchFlags{}.withNodes(ctx, c.Store, 2, nil, flags, func(nodes []*process.Server) (err error) {
		r, err = c.measure(ctx, nodes[0], nodes[1])
		return err
	})
	if err != nil {
		return err
	}
	if err := r.print(s.Out, c.JSON); err != nil {
		return err
	}
	if r.Back < r.Sockets || r.Exit != 0 {
		return fmt.Errorf("%d of %d sockets did not come back, and the node ended with exit code %d", r.Sockets-r.Back, r.Sockets, r.Exit)
	}
	return nil
}

// measure stops the one of two nodes that leaves.
func (c *benchMoveOver) measure(ctx context.Context, leaves, stays *process.Server) (r moveOverResult, err error) {
	herding, release := context.WithTimeout(ctx, 5*time.Minute)
	defer release()
	herd, err := (&traffic.ServerTarget{URL: leaves.URL(), Title: c.Title, Seats: c.Seats}).Herd(herding, c.Sockets, stays.URL(), true)
	if err != nil {
		return r, err
	}
	there := &traffic.ServerTarget{URL: stays.URL(), Title: c.Title, Seats: c.Seats}
	if r.Before, err = c.moves(ctx, there, c.During, func() {}); err != nil {
		return r, err
	}
	stopped := make(chan struct{})
	var began time.Time
	r.Meanwhile, err = c.moves(ctx, there, c.During+5*time.Second, func() {
		began = time.Now()
		go func() {
			defer close(stopped)
			code, took := leaves.Stop()
			r.Exit, r.Stop = code, took.Seconds()
		}()
	})
	if err != nil {
		return r, err
	}
	<-stopped
	r.HerdResult = herd.Moved(began)
	return r, nil
}

// moves plays at the node that stays, and returns the time from an act to its result. begin is called before the first move.
func (c *benchMoveOver) moves(ctx context.Context, at *traffic.ServerTarget, during time.Duration, begin func()) (timing.Summary, error) {
	r, err := traffic.Run(ctx, at, traffic.Options{Tables: c.Tables, During: during, Compress: true, Seed: 1, Think: c.Think, Seated: func() {}, Ready: begin, Over: func() {}})
	return r.Result, err
}

func (r moveOverResult) print(to io.Writer, asJSON bool) error {
	return printResult(to, asJSON, r, func(line func(name, format string, args ...any)) {
		line("sockets", "%d of %d came back, %d of them without a snapshot", r.Back, r.Sockets, r.Resumed)
		line("the node that stopped", "ended after %.1f s with exit code %d; its last close frame came after %.1f s", r.Stop, r.Exit, r.LastClosed)
		line("the last socket was back after", "%.1f s; the longest delay that was asked for is %.1f s", r.LastBack, r.Asked)
		line("back within one second, at most", "%d", r.PeakPerSecond)
		line("from close frame to first message", "%.0f ms (median), %.0f ms (99 %%)", r.Away.P50, r.Away.P99)
		line("from dial to first message", "%.1f ms (median), %.1f ms (99 %%)", r.Reconnect.P50, r.Reconnect.P99)
		line("moves at the other node before", "%.2f ms (median), %.2f ms (99 %%) of %d", r.Before.P50, r.Before.P99, r.Before.N)
		line("moves at the other node meanwhile", "%.2f ms (median), %.2f ms (99 %%) of %d", r.Meanwhile.P50, r.Meanwhile.P99, r.Meanwhile.N)
		for _, what := range slices.Sorted(maps.Keys(r.Errors)) {
			line("error", "%d times: %s", r.Errors[what], what)
		}
	})
}
