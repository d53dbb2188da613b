package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/rs/zerolog"

	"nemeton/bench/traffic"
)

// benchBotsLoad is the command that measures the effect of thinking bots on the latency of players.
type benchBotsLoad struct {
	Title  string        `default:"meduris" help:"Title to play."`
	Tables int           `default:"50" help:"Number of tables at which bots think."`
	Acts   int           `default:"500" help:"Number of commands that are timed, without bots and with them."`
	Think  time.Duration `default:"2s" help:"Longest time that a bot thinks."`
	JSON   bool          `name:"json" help:"Print one JSON object."`
}

// botsLoadResult is the result of one run. Latencies are milliseconds from a command to its durable answer.
type botsLoadResult struct {
	Tables   int     `json:"tables"`
	Acts     int     `json:"acts"`
	Workers  int     `json:"workers"`
	QuietP50 float64 `json:"quietP50"`
	QuietP99 float64 `json:"quietP99"`
	BusyP50  float64 `json:"busyP50"`
	BusyP99  float64 `json:"busyP99"`
	Ratio    float64 `json:"ratio"` // of the two 99th percentiles
	Owed     int     `json:"owed"`  // tables that still waited for a bot at the end, as proof that the load lasted
}

// Run measures the latency of commands on an idle server, and then while bots think at many tables.
func (c *benchBotsLoad) Run(ctx context.Context, s streams) error {
	folder, err := os.MkdirTemp("", "nemeton-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	bots := serve{BotThink: c.Think}.bots()
	a, err := newApp(ctx, config{
		Addr: "127.0.0.1:0", Database: "sqlite:" + filepath.Join(folder, "bench.db"), Log: zerolog.Nop(), Environment: newEnvironment(), Bots: bots,
	})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx) }()
	f, err := c.measure(ctx, "http://"+a.Addr().String())
	cancel()
	if err = errors.Join(err, <-ended); err != nil {
		return err
	}
	f.Tables, f.Acts, f.Workers = c.Tables, c.Acts, bots.Workers
	if c.JSON {
		return json.NewEncoder(s.out).Encode(f)
	}
	_, err = fmt.Fprintf(s.out, "latency on an idle server: %.2f ms (median), %.2f ms (99th percentile)\n"+
		"while bots think at %d tables, %d at once: %.2f ms, %.2f ms: %.2f times the idle 99th percentile (%d tables still waited for a bot)\n",
		f.QuietP50, f.QuietP99, f.Tables, f.Workers, f.BusyP50, f.BusyP99, f.Ratio, f.Owed)
	return err
}

func (c *benchBotsLoad) measure(ctx context.Context, url string) (f botsLoadResult, err error) {
	var people [2]traffic.Guest
	for i := range people {
		if people[i], err = traffic.NewGuest(ctx, url, fmt.Sprintf("Person %d", i)); err != nil {
			return f, err
		}
	}
	if f.QuietP50, f.QuietP99, err = c.play(ctx, people); err != nil {
		return f, err
	}
	for range c.Tables {
		if err := c.startBotTable(ctx, people[0]); err != nil {
			return f, err
		}
	}
	if f.BusyP50, f.BusyP99, err = c.play(ctx, people); err != nil {
		return f, err
	}
	f.Ratio = f.BusyP99 / f.QuietP99
	var list struct {
		Tables []struct {
			Owing []int `json:"owing"`
		} `json:"tables"`
	}
	if err := people[0].Call(ctx, http.MethodGet, "/tables?mine=1&state=running&limit=100", nil, &list); err != nil {
		return f, err
	}
	for _, t := range list.Tables {
		if slices.ContainsFunc(t.Owing, func(seat int) bool { return seat > 0 }) {
			f.Owed++
		}
	}
	return f, nil
}

// startBotTable starts a table with hard bots and plays until a bot has to move.
func (c *benchBotsLoad) startBotTable(ctx context.Context, host traffic.Guest) error {
	id, err := host.CreateTable(ctx, c.Title, 3)
	for range 2 {
		if err == nil {
			err = host.Call(ctx, http.MethodPost, "/tables/"+id+"/bots", map[string]any{"level": "hard"}, nil)
		}
	}
	if err != nil {
		return err
	}
	if err := traffic.Start(ctx, id, host); err != nil {
		return err
	}
	_, err = answer(ctx, host, id, "first")
	return err
}

// play lets two players play game after game and returns the median and the 99th percentile of their latencies.
func (c *benchBotsLoad) play(ctx context.Context, people [2]traffic.Guest) (median, slow float64, err error) {
	var took []float64
	for len(took) < c.Acts {
		id, err := people[0].CreateTable(ctx, c.Title, 2)
		if err == nil {
			err = people[1].Call(ctx, http.MethodPost, "/tables/"+id+"/seats", map[string]any{}, nil)
		}
		if err == nil {
			err = traffic.Start(ctx, id, people[:]...)
		}
		for more := err == nil; more && len(took) < c.Acts; {
			more = false
			for _, p := range people {
				d, failed := answer(ctx, p, id, fmt.Sprint(len(took)))
				if err = failed; err == nil && d > 0 {
					took, more = append(took, float64(d)/float64(time.Millisecond)), true
				}
			}
		}
		if err != nil {
			return 0, 0, err
		}
	}
	slices.Sort(took)
	return took[len(took)/2], took[len(took)*99/100], nil
}

// answer answers the first own decision with its first move and returns the latency; 0 if no decision is owed.
func answer(ctx context.Context, p traffic.Guest, table, command string) (time.Duration, error) {
	var view struct {
		Decisions []struct {
			ID    string
			Moves []json.RawMessage
		}
	}
	if err := p.Call(ctx, http.MethodGet, "/tables/"+table+"/view", nil, &view); err != nil {
		return 0, err
	}
	for _, d := range view.Decisions {
		if len(d.Moves) == 0 {
			continue
		}
		began := time.Now()
		err := p.Call(ctx, http.MethodPost, "/tables/"+table+"/commands", map[string]any{"id": command, "decision": d.ID, "move": d.Moves[0]}, nil)
		return time.Since(began), err
	}
	return 0, nil
}
