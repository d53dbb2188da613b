package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/play/process"
	"nemeton/play/torture"
)

// tortureCmd is the command that plays tables on a server and kills it again and again.
type tortureCmd struct {
	Kills     int      `default:"20" help:"Number of times that the server is killed."`
	Gently    bool     `help:"Stop the server by SIGTERM instead of SIGKILL."`
	Database  string   `placeholder:"ADDRESS" help:"Database of the server: sqlite:PATH or postgres://... Default: a temporary SQLite file."`
	Table     []string `default:"meduris,druids,meduris" help:"Titles of the tables that are played at once."`
	Seats     int      `default:"2" help:"Seats per table."`
	Calm      int      `default:"20" help:"Largest number of moves between two kills."`
	Histories string   `placeholder:"FILE" help:"Write the operations of all clients to this file, for the tool checkhistories."`
	Seed      uint64   `help:"Seed of moves and kills. 0: a random seed."`
	JSON      bool     `name:"json" help:"Print only the summary, as JSON."`
}

// Run plays. It fails if a promise is broken.
func (c tortureCmd) Run(ctx context.Context, to streams) (err error) {
	program, err := serverProgram()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "nemeton-torture-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if c.Database == "" {
		c.Database = "sqlite:" + filepath.Join(dir, "nemeton.db")
	}
	if c.Seed == 0 {
		c.Seed = uint64(time.Now().UnixNano())
	}
	if !c.JSON {
		_, _ = fmt.Fprintf(to.Out, "seed %d\n", c.Seed)
	}
	s := process.New(program, dir, "--database", c.Database, "--limits", "off", "--log-level", "error")
	if err := s.Start(); err != nil {
		return err
	}
	defer s.Kill()
	o := torture.Options{
		URL: s.URL(), Tables: c.Table, Seats: c.Seats, Seed: c.Seed, Faults: c.Kills, Fault: torture.Kill(s), Calm: c.Calm,
		Timeout: 30 * time.Second, Find: catalog.Find,
		Records: func(ctx context.Context, table string) ([]engine.Record, error) {
			s.Kill()
			return torture.ReadStored(ctx, c.Database, table)
		},
	}
	if c.Gently {
		o.Fault = torture.Stop(s, 10*time.Second) // the promise
	}
	if c.Histories != "" {
		file, failed := os.Create(c.Histories)
		if failed != nil {
			return failed
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		out := json.NewEncoder(file)
		o.History = func(h torture.History) error { return out.Encode(h) }
	}
	if !c.JSON {
		o.Progress = func(faults, finished, moves int) {
			if faults%50 == 0 {
				_, _ = fmt.Fprintf(to.Out, "%d of %d, %d games finished, %d moves\n", faults, c.Kills, finished, moves)
			}
		}
	}
	sum, err := torture.Run(ctx, o)
	return c.print(to, sum, err)
}

func (c tortureCmd) print(to streams, sum torture.Summary, err error) error {
	if c.JSON {
		out := struct {
			OK bool `json:"ok"`
			torture.Summary
			Error string `json:"error,omitempty"`
		}{OK: err == nil, Summary: sum}
		if err != nil {
			out.Error = err.Error()
		}
		if failed := json.NewEncoder(to.Out).Encode(out); failed != nil {
			return failed
		}
		return err
	}
	if err == nil {
		_, _ = fmt.Fprintln(to.Out, sum)
	}
	return err
}
