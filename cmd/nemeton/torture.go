package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/play/process"
	"nemeton/play/torture"
)

// tortureCmd plays tables on servers of its own, which it kills again and again.
type tortureCmd struct {
	Kills    int      `default:"20" help:"How often the server is ended."`
	Gently   bool     `help:"End it by SIGTERM in place of SIGKILL."`
	Database string   `placeholder:"ADDRESS" help:"Where the server stores: sqlite:PATH or postgres://... Absent: a SQLite file that goes in the end."`
	Table    []string `default:"meduris,druids,meduris" help:"The titles of the tables that are played at once."`
	Seats    int      `default:"2" help:"Seats at each table."`
	Calm     int      `default:"20" help:"The most moves between two ends."`
	Seed     uint64   `help:"Chooses moves and moments; 0 draws one."`
	JSON     bool     `name:"json" help:"Print the summary as JSON, and nothing else."`
}

// Run plays. An error is a promise that was not kept.
func (c tortureCmd) Run(ctx context.Context, to streams) (err error) {
	program, err := os.Executable()
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
		c.Seed = uint64(newEnvironment().Now().UnixNano())
	}
	if !c.JSON {
		_, _ = fmt.Fprintf(to.out, "seed %d\n", c.Seed)
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
		o.Fault = torture.Stop(s)
	}
	if !c.JSON {
		o.Progress = func(mishaps, finished, moves int) {
			if mishaps%50 == 0 {
				_, _ = fmt.Fprintf(to.out, "%d of %d, %d games finished, %d moves\n", mishaps, c.Kills, finished, moves)
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
		if failed := json.NewEncoder(to.out).Encode(out); failed != nil {
			return failed
		}
		return err
	}
	if err == nil {
		_, _ = fmt.Fprintln(to.out, sum)
	}
	return err
}
