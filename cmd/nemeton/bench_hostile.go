package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"nemeton/bench/hostile"
	"nemeton/bench/timing"
	"nemeton/play/process"
)

// benchHostile is the command that attacks a server with limits while players play.
type benchHostile struct {
	Seconds   int      `default:"60" help:"Duration of the attack. Players play for half as long before it, for comparison."`
	Addresses int      `default:"8" help:"Number of attacking addresses."`
	Only      string   `help:"Run only attacks whose name contains this text."`
	JSON      bool     `name:"json" help:"Print one JSON object."`
	At        string   `hidden:"" help:"Only attack the server at this URL."`
	Tables    []string `hidden:""`
}

// hostileResult is the result of one run.
type hostileResult struct {
	Seconds    int            `json:"seconds"`
	Done       hostile.Report `json:"done"`
	Panics     int            `json:"panics"`
	Quiet      timing.Summary `json:"quiet"`  // latency of players' commands before the attack
	During     timing.Summary `json:"during"` // the same during the attack
	RatioP50   float64        `json:"ratioP50"`
	RatioP99   float64        `json:"ratioP99"`
	RSS        valueRange     `json:"rss"` // bytes
	Heap       valueRange     `json:"heap"`
	Goroutines valueRange     `json:"goroutines"`
}

// Run attacks a server in a process of its own. The attackers run in another process with the lowest priority, because real attackers bring
// their own machines. It fails if the server breaks or the players cannot go on.
func (c *benchHostile) Run(ctx context.Context, to streams) error {
	if c.At != "" {
		return c.attack(ctx, to)
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "nemeton-hostile-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	admin, err := freeAddress(ctx)
	if err != nil {
		return err
	}
	s := process.New(program, dir, "--database", "sqlite:"+filepath.Join(dir, "bench.db"), "--admin-addr", admin, "--log-level", "error", "--trusted-proxies", "127.0.0.0/8")
	if err := s.Start(); err != nil {
		return err
	}
	defer s.Kill()
	found, err := c.measure(ctx, program, s.URL(), admin)
	found.Panics = strings.Count(s.Output(), `"message":"panic"`) + strings.Count(s.Output(), "goroutine ")
	if code, _ := s.Stop(); code != 0 {
		err = errors.Join(err, fmt.Errorf("server exited with code %d: %s", code, s.Output()))
	}
	if found.Panics > 0 || found.Done.Broken > 0 {
		err = errors.Join(err, fmt.Errorf("%d panics, %d internal errors: %s", found.Panics, found.Done.Broken, s.Output()))
	}
	return errors.Join(c.print(to, found), err)
}

// measure lets the players play alone, and then during the attack.
func (c *benchHostile) measure(ctx context.Context, program, url, admin string) (hostileResult, error) {
	found := hostileResult{Seconds: c.Seconds}
	attack := time.Duration(c.Seconds) * time.Second
	p, err := newPlayerPairs(ctx, url)
	if err != nil {
		return found, err
	}
	if found.Quiet, err = p.play(ctx, attack/2, nil); err != nil {
		return found, err
	}
	m := sampleMemory(ctx, admin)
	var output, errorOutput bytes.Buffer
	args := []string{"bench", "hostile", "--at", url, "--tables", strings.Join(p.tables(), ","), "--seconds", strconv.Itoa(c.Seconds), "--addresses", strconv.Itoa(c.Addresses), "--only", c.Only}
	attackers := process.Command(program, ".", args...)
	if nice, err := exec.LookPath("nice"); err == nil {
		attackers = process.Command(nice, ".", append([]string{"-n", "39", program}, args...)...)
	}
	attackers.Stdout, attackers.Stderr = &output, &errorOutput
	if err := attackers.Start(); err != nil {
		return found, err
	}
	over := make(chan struct{})
	var failed error
	go func() { failed = attackers.Wait(); close(over) }()
	found.During, err = p.play(ctx, attack+time.Minute, over)
	<-over
	found.RSS, found.Heap, found.Goroutines = m.end()
	if err = errors.Join(err, failed); err == nil {
		err = json.Unmarshal(output.Bytes(), &found.Done)
	}
	if err != nil {
		return found, fmt.Errorf("%w: %s", err, errorOutput.String())
	}
	found.RatioP50, found.RatioP99 = found.During.P50/found.Quiet.P50, found.During.P99/found.Quiet.P99
	return found, nil
}

// attack runs in the attacking process.
func (c *benchHostile) attack(ctx context.Context, to streams) error {
	done, err := hostile.Run(ctx, hostile.Target{
		URL: c.At, Tables: c.Tables, Addresses: c.Addresses, Duration: time.Duration(c.Seconds) * time.Second, Seed: 1, Only: c.Only,
	})
	if err != nil {
		return err
	}
	return json.NewEncoder(to.out).Encode(done)
}

func (c *benchHostile) print(to streams, f hostileResult) error {
	if c.JSON {
		return json.NewEncoder(to.out).Encode(f)
	}
	_, err := fmt.Fprintf(to.out, "%d hostile connections at once from %d addresses for %d s: %d frames and requests sent; answers %v; panics %d\n"+
		"players' latency: %.1f ms (median) and %.1f ms (99th percentile) of %d commands before, %.1f and %.1f of %d during: %.2f and %.2f times\n"+
		"server: resident MiB %s, heap MiB %s; goroutines %d, at most %d, then %d\n",
		f.Done.Attackers, c.Addresses, f.Seconds, f.Done.Sent, f.Done.Answers, f.Panics,
		f.Quiet.P50, f.Quiet.P99, f.Quiet.N, f.During.P50, f.During.P99, f.During.N, f.RatioP50, f.RatioP99,
		f.RSS.mebibytes(), f.Heap.mebibytes(), int(f.Goroutines.Before), int(f.Goroutines.Max), int(f.Goroutines.After))
	return err
}
