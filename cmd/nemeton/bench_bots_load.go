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
	"sync"
	"time"

	"github.com/rs/zerolog"

	"nemeton/bench/timing"
	"nemeton/bench/traffic"
)

// benchBotsLoad is the command that measures the effect of thinking bots on the latency of players, and the waits for the bots.
type benchBotsLoad struct {
	Title   string        `default:"meduris" help:"Title to play."`
	Tables  int           `default:"20" help:"Number of tables at which one person plays with two hard bots."`
	Acts    int           `default:"500" help:"Least number of commands that are timed, without bots and with them."`
	Answers int           `default:"500" help:"Least number of answers of bots that are timed."`
	Think   time.Duration `default:"2s" help:"Longest time that a bot thinks."`
	Pause   time.Duration `default:"900ms" help:"Delay before a bot thinks."`
	Workers int           `help:"Number of bots that may think at once. Default: that of a server."`
	JSON    bool          `name:"json" help:"Print one JSON object."`
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
	// Waits are the times from the decisions of bots to their answers, the pauses included.
	Waits struct {
		N   int     `json:"n"`
		P50 float64 `json:"p50"`
		P99 float64 `json:"p99"`
		Max float64 `json:"max"`
	} `json:"waits"`
}

// Run measures the latency of commands on an idle server, and then while bots think at many tables.
func (c *benchBotsLoad) Run(ctx context.Context, s streams) error {
	setGCPercent() // as in a server
	if min(c.Tables, c.Acts, c.Answers) < 1 {
		return errors.New("--tables, --acts and --answers must be at least 1")
	}
	folder, err := os.MkdirTemp("", "nemeton-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	bots := serve{BotThink: c.Think, BotPause: c.Pause, BotWorkers: c.Workers}.bots()
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
	f.Tables, f.Workers = c.Tables, bots.Workers
	if c.JSON {
		return json.NewEncoder(s.out).Encode(f)
	}
	_, err = fmt.Fprintf(s.out, "latency on an idle server: %.2f ms (median), %.2f ms (99th percentile)\n"+
		"while bots think at %d tables, %d at once: %.2f ms, %.2f ms: %.2f times the idle 99th percentile (%d commands)\n"+
		"waits for a bot: %.2f s (median), %.2f s (99th percentile), %.2f s (longest) of %d\n",
		f.QuietP50, f.QuietP99, f.Tables, f.Workers, f.BusyP50, f.BusyP99, f.Ratio, f.Acts, f.Waits.P50/1000, f.Waits.P99/1000, f.Waits.Max/1000, f.Waits.N)
	return err
}

func (c *benchBotsLoad) measure(ctx context.Context, url string) (f botsLoadResult, err error) {
	var people [2]traffic.Guest
	for i := range people {
		if people[i], err = traffic.NewGuest(ctx, url, fmt.Sprintf("Person %d", i)); err != nil {
			return f, err
		}
	}
	quiet, err := c.play(ctx, people, func() bool { return true })
	if err != nil {
		return f, err
	}
	tables, err := c.startBotTables(ctx, people[0])
	if err != nil {
		return f, err
	}
	busy, err := c.play(ctx, people, func() bool { return tables.count() >= c.Answers || tables.ctx.Err() != nil })
	waits, failed := tables.end()
	if err = errors.Join(err, failed); err != nil {
		return f, err
	}
	q, b, w := timing.Summarize(quiet), timing.Summarize(busy), timing.Summarize(waits)
	f.QuietP50, f.QuietP99, f.BusyP50, f.BusyP99, f.Acts, f.Ratio = q.P50, q.P99, b.P50, b.P99, b.N, b.P99/q.P99
	f.Waits.N, f.Waits.P50, f.Waits.P99, f.Waits.Max = w.N, w.P50, w.P99, timing.Millis(slices.Max(waits))
	return f, nil
}

// botTables are the tables at which bots think.
type botTables struct {
	ctx    context.Context // until end, or until a table fails
	cancel context.CancelCauseFunc
	all    sync.WaitGroup
	mu     sync.Mutex
	waits  []time.Duration // for the answers of bots
}

// count returns the number of answers so far.
func (b *botTables) count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.waits)
}

var errEnough = errors.New("enough answers were timed")

// end ends the play and returns the waits.
func (b *botTables) end() ([]time.Duration, error) {
	b.cancel(errEnough)
	b.all.Wait()
	if err := context.Cause(b.ctx); !errors.Is(err, errEnough) {
		return nil, err
	}
	return b.waits, nil
}

// startBotTables starts the tables. The host plays at all of them.
func (c *benchBotsLoad) startBotTables(ctx context.Context, host traffic.Guest) (*botTables, error) {
	b := &botTables{}
	b.ctx, b.cancel = context.WithCancelCause(ctx)
	for range c.Tables {
		id, err := host.CreateTable(ctx, c.Title, 3)
		for range 2 {
			if err == nil {
				err = host.Call(ctx, http.MethodPost, "/tables/"+id+"/bots", map[string]any{"level": "hard"}, nil)
			}
		}
		if err == nil {
			err = traffic.Start(ctx, id, host)
		}
		if err != nil {
			_, _ = b.end()
			return nil, err
		}
		b.all.Go(func() {
			err := traffic.Attend(b.ctx, host, id, func(wait time.Duration) {
				b.mu.Lock()
				defer b.mu.Unlock()
				b.waits = append(b.waits, wait)
			})
			if err != nil {
				b.cancel(fmt.Errorf("table %s: %w", id, err))
			}
		})
	}
	return b, nil
}

// play lets two players play game after game until enough commands are timed and enough returns true. It returns their latencies.
func (c *benchBotsLoad) play(ctx context.Context, people [2]traffic.Guest, enough func() bool) (took []time.Duration, err error) {
	more := func() bool { return len(took) < c.Acts || !enough() }
	for more() {
		id, err := people[0].CreateTable(ctx, c.Title, 2)
		if err == nil {
			err = people[1].Call(ctx, http.MethodPost, "/tables/"+id+"/seats", map[string]any{}, nil)
		}
		if err == nil {
			err = traffic.Start(ctx, id, people[:]...)
		}
		for open := err == nil; open && more(); {
			open = false
			for _, p := range people {
				d, failed := answer(ctx, p, id, fmt.Sprint(len(took)))
				if err = failed; err == nil && d > 0 {
					took, open = append(took, d), true
				}
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return took, nil
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
