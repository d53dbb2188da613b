package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"time"

	"nemeton/bench/timing"
	"nemeton/bench/traffic"
	"nemeton/client"
	"nemeton/play/process"
)

// benchBotsLoad is the command that measures the effect of thinking bots on the latency of players, and the waits for the bots.
type benchBotsLoad struct {
	Title   string        `default:"meduris" help:"Title to play."`
	Tables  int           `default:"20" help:"Number of tables at which one person plays with two hard bots."`
	Rounds  int           `default:"5" help:"Number of rounds: a time without thinking bots, then one with them."`
	Quiet   time.Duration `default:"3s" help:"Time without thinking bots in a round."`
	Busy    time.Duration `default:"6s" help:"Time with thinking bots in a round."`
	Think   time.Duration `default:"2s" help:"Longest time that a bot thinks."`
	Pause   time.Duration `default:"900ms" help:"Delay before a bot thinks."`
	Workers int           `help:"Number of bots that may think at once. Default: that of a server."`
	URL     string        `name:"url" placeholder:"http://..." help:"Measure this server, started with --limits off, instead of a new one. The flags of bots are then without effect."`
	scratchFlags
	JSON bool `name:"json" help:"Print one JSON object."`

	profile bool // profile the processor time of a new server, the first time that bots think
}

// botsLoadResult is the result of one run. Latencies are milliseconds from a command to its durable answer.
type botsLoadResult struct {
	Tables    int     `json:"tables"`
	QuietActs int     `json:"quietActs"`
	BusyActs  int     `json:"busyActs"`
	QuietP50  float64 `json:"quietP50"`
	QuietP99  float64 `json:"quietP99"`
	BusyP50   float64 `json:"busyP50"`
	BusyP99   float64 `json:"busyP99"`
	Ratio     float64 `json:"ratio"` // of the two 99th percentiles
	// The 99th percentiles of requests that the load generator sends to itself: the part of the machine and of the load generator.
	QuietControl float64 `json:"quietControlP99"`
	BusyControl  float64 `json:"busyControlP99"`
	// Waits are the times from the decisions of bots to their answers, the pauses included.
	Waits struct {
		N   int     `json:"n"`
		P50 float64 `json:"p50"`
		P99 float64 `json:"p99"`
		Max float64 `json:"max"`
	} `json:"waits"`

	profiles profiles
	cpu      float64 // milliseconds of processor time of the server in a second while bots think; 0: not known
}

// Run measures the latency of commands while no bot thinks and while bots think at many tables.
func (c *benchBotsLoad) Run(ctx context.Context, s streams) error {
	f, err := c.run(ctx)
	if err != nil {
		return err
	}
	return f.print(s.Out, c.JSON)
}

func (c *benchBotsLoad) run(ctx context.Context) (f botsLoadResult, err error) {
	if min(c.Tables, c.Rounds) < 1 {
		return f, errors.New("--tables and --rounds must be at least 1")
	}
	if c.URL != "" {
		return c.measure(ctx, strings.TrimSuffix(c.URL, "/"), &gauge{})
	}
	flags := &trafficFlags{Store: "sqlite", scratchFlags: c.scratchFlags, more: []string{
		"--bot-think", c.Think.String(), "--bot-pause", c.Pause.String(), fmt.Sprint("--bot-workers=", c.Workers),
	}}
	err = flags.withServer(ctx, func(nodes []*process.Server, admin string) error {
		cost := &gauge{usage: nodes[0].Usage}
		if c.profile {
			cost.profile = func() func() (profiles, error) { return startProfiles(ctx, "http://"+admin, c.Busy) }
		}
		if f, err = c.measure(ctx, nodes[0].URL(), cost); err != nil {
			return err
		}
		f.profiles = cost.profiles
		f.cpu = float64(cost.atEnd.CPU-cost.withSockets.CPU) / float64(time.Millisecond) / c.Busy.Seconds()
		return cost.err
	})
	return f, err
}

func (f botsLoadResult) print(to io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(to).Encode(f)
	}
	_, err := fmt.Fprintf(to, "latency while no bot thinks: %.2f ms (median), %.2f ms (99th percentile) of %d commands\n"+
		"while bots think at %d tables: %.2f ms, %.2f ms of %d: %.2f times the 99th percentile\n"+
		"requests of the load generator to itself: %.2f ms (99th percentile) while no bot thinks, else %.2f ms\n"+
		"waits for a bot: %.2f s (median), %.2f s (99th percentile), %.2f s (longest) of %d\n",
		f.QuietP50, f.QuietP99, f.QuietActs, f.Tables, f.BusyP50, f.BusyP99, f.BusyActs, f.Ratio, f.QuietControl, f.BusyControl, f.Waits.P50/1000, f.Waits.P99/1000, f.Waits.Max/1000, f.Waits.N)
	return err
}

func (c *benchBotsLoad) measure(ctx context.Context, url string, cost *gauge) (f botsLoadResult, err error) {
	var people [2]*client.Client
	for i := range people {
		if people[i], err = traffic.NewGuest(ctx, nil, url, fmt.Sprintf("Person %d", i)); err != nil {
			return f, err
		}
	}
	tables, err := c.startBotTables(ctx, people[0])
	if err != nil {
		return f, err
	}
	quiet, busy, err := c.play(tables.ctx, people, tables.Attendance, cost)
	waits, failed := tables.end()
	if err = errors.Join(failed, err); err != nil {
		return f, err
	}
	if len(waits) == 0 {
		return f, errors.New("no bot answered: the measurement was too short")
	}
	q, b, w := timing.Summarize(quiet.acts), timing.Summarize(busy.acts), timing.Summarize(waits)
	f.Tables, f.QuietP50, f.QuietP99, f.BusyP50, f.BusyP99, f.QuietActs, f.BusyActs, f.Ratio = c.Tables, q.P50, q.P99, b.P50, b.P99, q.N, b.N, b.P99/q.P99
	f.QuietControl, f.BusyControl = timing.Summarize(quiet.controls).P99, timing.Summarize(busy.controls).P99
	f.Waits.N, f.Waits.P50, f.Waits.P99, f.Waits.Max = w.N, w.P50, w.P99, timing.Millis(slices.Max(waits))
	return f, nil
}

// botTables are the tables at which bots think.
type botTables struct {
	*traffic.Attendance
	ctx    context.Context // until end, or until a table fails
	cancel context.CancelCauseFunc
}

var errEnough = errors.New("enough answers were timed")

// end ends the play and returns the waits.
func (b *botTables) end() ([]time.Duration, error) {
	b.cancel(errEnough)
	waits := b.Wait()
	if err := context.Cause(b.ctx); !errors.Is(err, errEnough) {
		return nil, err
	}
	return waits, nil
}

// startBotTables starts the tables. The host plays at all of them, and pauses at first.
func (c *benchBotsLoad) startBotTables(ctx context.Context, host *client.Client) (*botTables, error) {
	b := &botTables{Attendance: traffic.NewAttendance(host)}
	b.ctx, b.cancel = context.WithCancelCause(ctx)
	b.Pause()
	for range c.Tables {
		id, err := traffic.CreateTable(ctx, host, c.Title, 3, nil)
		for range 2 {
			if err == nil {
				_, err = host.AddBot(ctx, id, "hard")
			}
		}
		if err == nil {
			err = traffic.Start(ctx, id, host)
		}
		if err != nil {
			_, _ = b.end()
			return nil, err
		}
		b.Attend(b.ctx, id, func(err error) { b.cancel(fmt.Errorf("table %s: %w", id, err)) })
	}
	return b, nil
}

// play lets two people play without a pause, and returns their latencies while no bot thinks and while bots think. Both alternate, so that other load
// of the machine affects both.
func (c *benchBotsLoad) play(ctx context.Context, people [2]*client.Client, bots *traffic.Attendance, cost *gauge) (quiet, busy latencies, err error) {
	control := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer control.Close()
	g := &duel{people: people, title: c.Title, control: control.URL}
	for round := range c.Rounds {
		if bots.Pause(); !bots.AwaitQuiet(ctx) {
			return quiet, busy, context.Cause(ctx)
		}
		if err := g.play(ctx, c.Quiet, &quiet); err != nil {
			return quiet, busy, err
		}
		bots.Resume()
		if round == 0 {
			cost.ready()
		}
		if err := g.play(ctx, c.Busy, &busy); err != nil {
			return quiet, busy, err
		}
		if round == 0 {
			cost.over()
		}
	}
	return quiet, busy, nil
}

// latencies are the latencies of commands, and of requests of the load generator to itself.
type latencies struct{ acts, controls []time.Duration }

// duel is the play of two people at one table after another.
type duel struct {
	people  [2]*client.Client
	title   string
	control string // address of a server of this process
	table   string // empty before the first, and after the end of one
	acts    int
}

// play plays for a time, but at least one command, and adds the latencies.
func (g *duel) play(ctx context.Context, during time.Duration, to *latencies) error {
	for began, before := time.Now(), g.acts; time.Since(began) < during || g.acts == before; {
		if g.table == "" {
			var err error
			if g.table, err = traffic.Begin(ctx, g.title, nil, g.people[:]...); err != nil {
				return err
			}
		}
		acted := false
		for _, p := range g.people {
			took, err := g.answer(ctx, p)
			if err != nil {
				return err
			}
			if took == 0 {
				continue
			}
			to.acts, acted = append(to.acts, took), true
			if took, err = g.ask(ctx); err != nil {
				return err
			}
			to.controls = append(to.controls, took)
		}
		if !acted {
			g.table = ""
		}
	}
	return nil
}

// ask sends a request to this process and returns its latency.
func (g *duel) ask(ctx context.Context) (time.Duration, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, g.control, nil)
	if err != nil {
		return 0, err
	}
	began := time.Now()
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err
	}
	_, err = io.Copy(io.Discard, res.Body)
	return time.Since(began), errors.Join(err, res.Body.Close())
}

// answer answers the first own decision with its first move and returns the latency; 0 if no decision is owed.
func (g *duel) answer(ctx context.Context, p *client.Client) (time.Duration, error) {
	d, owes, err := traffic.Owed(ctx, p, g.table)
	if err != nil || !owes {
		return 0, err
	}
	g.acts++
	began := time.Now()
	err = traffic.Act(ctx, p, g.table, fmt.Sprint(g.acts), d)
	return time.Since(began), err
}
