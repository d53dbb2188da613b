package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"nemeton/bench/hostile"
	"nemeton/bench/timing"
	"nemeton/play/process"
)

// benchHostile is the command that attacks a server with limits while players play.
type benchHostile struct {
	Attack    []string `aliases:"only" placeholder:"NAME,..." help:"Run only attacks whose name contains one of these texts. Default: each attack alone, then all at once."`
	Seconds   float64  `default:"8" help:"Duration of each attack. People play alone for half as long before each attack and at the end."`
	Addresses int      `default:"8" help:"Number of attacking addresses, in 127.66.0.0/16."`
	History   int      `default:"3000" help:"Entries in the log of the table with a long history."`
	Probes    int      `default:"64" help:"Requests of each kind that are sent to the tables with a short and a long history; 0: none."`
	JSON      bool     `name:"json" help:"Print one JSON object."`
	Attackers bool     `hidden:"" help:"Read a target and orders as JSON from the standard input."`
}

// hostileResult is the result of one run.
type hostileResult struct {
	Seconds    float64        `json:"seconds"`
	Phases     []hostilePhase `json:"phases"`
	Done       hostile.Report `json:"done"`   // of all phases
	Stored     int            `json:"stored"` // entries of the attackers
	Panics     int            `json:"panics"`
	Costs      []hostileCost  `json:"costs"`
	People     peopleCount    `json:"people"`
	Quiet      timing.Summary `json:"quiet"`  // latency of people's commands between the attacks
	During     timing.Summary `json:"during"` // the same during all attacks
	RatioP50   float64        `json:"ratioP50"`
	RatioP99   float64        `json:"ratioP99"`
	QuietHint  timing.Summary `json:"quietHint"` // latency of people's hints
	DuringHint timing.Summary `json:"duringHint"`
	RSS        valueRange     `json:"rss"` // bytes
	Heap       valueRange     `json:"heap"`
	Goroutines valueRange     `json:"goroutines"`
}

// Run attacks a server in a process of its own. The attackers run in another process with the lowest priority, because real attackers bring
// their own machines. It fails if the server breaks or a person's command gets no answer.
func (c *benchHostile) Run(ctx context.Context, to streams) error {
	if c.Attackers {
		return takeOrders(ctx, os.Stdin, to.Out)
	}
	kinds, err := c.chosen()
	if err != nil {
		return err
	}
	program, err := serverProgram()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "nemeton-hostile-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	database := "sqlite:" + filepath.Join(dir, "bench.db")
	target, err := prepareHistories(ctx, program, dir, database, c.History)
	if err != nil {
		return fmt.Errorf("prepare the tables: %w", err)
	}
	target.Addresses, target.Seed = c.Addresses, 1
	admin, err := freeAddress(ctx)
	if err != nil {
		return err
	}
	s := process.New(program, dir, "--database", database, "--admin-addr", admin, "--log-level", "error")
	if err := s.Start(); err != nil {
		return err
	}
	defer s.Kill()
	target.URL = s.URL()
	run := &hostileRun{server: s, admin: admin, target: target, kinds: kinds, probes: c.Probes}
	found, err := run.measure(ctx, time.Duration(c.Seconds*float64(time.Second)))
	found.Seconds = c.Seconds
	found.Panics = strings.Count(s.Output(), `"message":"panic"`) + strings.Count(s.Output(), "goroutine ")
	if code, _ := s.Stop(); code != 0 {
		err = errors.Join(err, fmt.Errorf("server exited with code %d: %s", code, s.Output()))
	}
	if found.Panics > 0 || found.Done.Broken > 0 || found.People.Unanswered > 0 {
		err = errors.Join(err, fmt.Errorf("%d panics, %d server errors, %d requests of people failed (%s): %s",
			found.Panics, found.Done.Broken, found.People.Unanswered, found.People.Failure, s.Output()))
	}
	return errors.Join(c.print(to, found), err)
}

func (c *benchHostile) chosen() (kinds []hostile.Attack, err error) {
	var names []string
	for _, kind := range hostile.Attacks() {
		names = append(names, kind.Name)
		for _, text := range c.Attack {
			if strings.Contains(kind.Name, text) {
				kinds = append(kinds, kind)
				break
			}
		}
	}
	switch {
	case len(c.Attack) == 0:
		return hostile.Attacks(), nil
	case len(kinds) == 0:
		return nil, fmt.Errorf("no attack is named %s; there are: %s", strings.Join(c.Attack, ", "), strings.Join(names, ", "))
	}
	return kinds, nil
}

func (c *benchHostile) print(to streams, f hostileResult) error {
	if c.JSON {
		return json.NewEncoder(to.Out).Encode(f)
	}
	return f.write(to.Out)
}
