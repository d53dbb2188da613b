package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"nemeton/bench/floor"
	"nemeton/bench/traffic"
	"nemeton/play/process"
)

// benchFloor is the command that measures a server without rules and store, which replays the messages of a real one.
type benchFloor struct {
	trafficFlags
	Serve string `hidden:"" help:"Run the replaying server with the recording in this file."`
	Addr  string `hidden:"" help:"Address to listen on."`
}

// Run measures and prints.
func (c *benchFloor) Run(ctx context.Context, s streams) error {
	if c.Serve != "" {
		return c.serve(ctx, s)
	}
	r, err := c.measure(ctx)
	if err != nil {
		return err
	}
	return r.print(s.Out, c.JSON)
}

// measure records a game, starts the replaying server, and puts load on it.
func (c *benchFloor) measure(ctx context.Context) (r loadResult, err error) {
	recording, err := c.record(ctx)
	if err != nil {
		return r, fmt.Errorf("record a game: %w", err)
	}
	dir, err := os.MkdirTemp(c.Dir, "nemeton-bench-")
	if err != nil {
		return r, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	raw, err := json.Marshal(recording)
	if err != nil {
		return r, err
	}
	file := filepath.Join(dir, "recording.json")
	if err := os.WriteFile(file, raw, 0o600); err != nil {
		return r, err
	}
	self, err := os.Executable()
	if err != nil {
		return r, err
	}
	server := process.NewCommand(self, dir, "bench", "floor", "--serve", file)
	if err := server.Start(); err != nil {
		return r, err
	}
	defer server.Kill()
	cost := &gauge{usage: server.Usage, settle: c.Settle}
	cost.start()
	r, err = c.drive(ctx, &floor.Target{URL: server.URL(), Seats: c.Seats}, cost)
	return r, errors.Join(err, cost.err)
}

// record plays one table on a real server and records its messages.
func (c *benchFloor) record(ctx context.Context) (recording floor.Recording, err error) {
	err = c.withServer(ctx, func(nodes []*process.Server, _ string) error {
		recorder := &floor.Recorder{}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		_, err := traffic.Run(ctx, &traffic.ServerTarget{URL: nodes[0].URL(), Title: c.Title, Seats: c.Seats}, traffic.Options{
			Tables: 1, Spectators: 1, During: time.Hour, Whole: c.Whole, Patches: c.Patches, Seed: c.Seed,
			OnMessage: func(viewer int, frame []byte) {
				if recorder.OnMessage(viewer, frame); recorder.Complete() {
					cancel()
				}
			},
		})
		if err != nil && !recorder.Complete() {
			return err
		}
		recording, err = recorder.Recording()
		return err
	})
	return recording, err
}

// serve runs the replaying server.
func (c *benchFloor) serve(ctx context.Context, s streams) error {
	raw, err := os.ReadFile(c.Serve)
	if err != nil {
		return err
	}
	recording, err := floor.Read(raw)
	if err != nil {
		return err
	}
	var config net.ListenConfig
	at, err := config.Listen(ctx, "tcp", c.Addr)
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(s.Out, "http://%s\n", at.Addr())
	return (&http.Server{Handler: floor.NewServer(recording), ReadHeaderTimeout: 10 * time.Second}).Serve(at)
}
