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

// benchHostile holds a server with its limits on against clients that mean harm, while people play on.
type benchHostile struct {
	Seconds   int      `default:"60" help:"How long the attack lasts; people play for half as long before it, for comparison."`
	Addresses int      `default:"8" help:"From how many addresses they come."`
	Only      string   `help:"Only attacks with this word in their name."`
	JSON      bool     `name:"json" help:"Print one JSON object."`
	At        string   `hidden:"" help:"Attack the server at this URL, and do no more."`
	Tables    []string `hidden:""`
}

// hostileResult is what one run found.
type hostileResult struct {
	Seconds    int            `json:"seconds"`
	Done       hostile.Report `json:"done"`
	Panics     int            `json:"panics"`
	Quiet      timing.Summary `json:"quiet"`  // acts of people before the attack, as a client feels them
	During     timing.Summary `json:"during"` // and in its midst
	RatioP50   float64        `json:"ratioP50"`
	RatioP99   float64        `json:"ratioP99"`
	RSS        valueRange     `json:"rss"` // bytes
	Heap       valueRange     `json:"heap"`
	Goroutines valueRange     `json:"goroutines"`
}

// Run attacks a server of its own, in a process of its own, from another one, which gets what the two others leave of the machine: whoever attacks in
// earnest brings their own. An error is a server that broke or people who could not play on.
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
		err = errors.Join(err, fmt.Errorf("the server ended with code %d: %s", code, s.Output()))
	}
	if found.Panics > 0 || found.Done.Broken > 0 {
		err = errors.Join(err, fmt.Errorf("%d panics, %d answers of a server that failed: %s", found.Panics, found.Done.Broken, s.Output()))
	}
	return errors.Join(c.print(to, found), err)
}

// measure lets people play alone, then under attack.
func (c *benchHostile) measure(ctx context.Context, program, url, admin string) (hostileResult, error) {
	found := hostileResult{Seconds: c.Seconds}
	attack := time.Duration(c.Seconds) * time.Second
	p, err := newPlayerPairs(ctx, url+"/api/v1")
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

// attack is what the attacking process does.
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
	_, err := fmt.Fprintf(to.out, "%d hostile connections at a time from %d addresses for %d s: %d frames and requests sent; answers %v; panics %d\n"+
		"people's acts: %.1f ms (median) and %.1f ms (99th percentile) of %d before, %.1f and %.1f of %d meanwhile: %.2f and %.2f times\n"+
		"memory of the server, MiB: resident %s, heap %s; goroutines %d, at most %d, then %d\n",
		f.Done.Attackers, c.Addresses, f.Seconds, f.Done.Sent, f.Done.Answers, f.Panics,
		f.Quiet.P50, f.Quiet.P99, f.Quiet.N, f.During.P50, f.During.P99, f.During.N, f.RatioP50, f.RatioP99,
		f.RSS.mebibytes(), f.Heap.mebibytes(), int(f.Goroutines.Before), int(f.Goroutines.Max), int(f.Goroutines.After))
	return err
}
