package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"nemeton/bench/traffic"
	"nemeton/play/process"
)

// trafficFlags are the flags of load and floor.
type trafficFlags struct {
	Tables     int           `default:"50" help:"Number of tables at once."`
	Spectators int           `default:"1" help:"Spectators per table."`
	Seconds    float64       `default:"10" help:"Duration of the measurement."`
	Seats      int           `default:"4" help:"Seats per table."`
	Title      string        `default:"meduris" help:"Title to play."`
	Whole      bool          `help:"Viewers ask for whole views instead of patches."`
	Patches    bool          `help:"Viewers ask for patches without steps and effects, unlike pages."`
	Pack       bool          `help:"Viewers ask for compressed messages, as browsers do."`
	Think      time.Duration `help:"Delay of a seat before each move. Default: none, so that every table always waits for the server."`
	Settle     time.Duration `default:"1s" help:"Delay before the server's memory is read. It returns memory to the system after 10 to 20 idle seconds."`
	Seed       uint64        `default:"1" help:"Seed of the choice of moves."`
	Store      string        `default:"sqlite" help:"Store of the server: sqlite, or the address of a Postgres server (postgres://...), on which a database is created and dropped."`
	scratchFlags
	JSON bool `name:"json" help:"Print one JSON object."`

	more    []string // further flags of the server
	nodes   int      // number of servers; 0 is 1
	profile bool     // profile a new server
}

// benchLoad is the command that puts load on a server.
type benchLoad struct {
	trafficFlags
	URL      string `name:"url" placeholder:"http://..." help:"Measure this server, started with --limits off, instead of a new one. It may run on another machine."`
	Nodes    int    `default:"1" help:"Number of nodes on the same Postgres. Each table is at one of them."`
	Apart    bool   `help:"With several nodes: the viewers of each table are at all nodes in turn."`
	NATS     string `name:"nats" placeholder:"nats://..." help:"Address of a NATS server between the nodes. Without it they learn of each other's moves from the store alone."`
	AdminURL string `name:"admin-url" placeholder:"http://..." help:"Address of the metrics of the server of --url (its --admin-addr). Without it, the server's CPU and memory are not known."`
	Idle     int    `help:"Number of tables that are created first and never started."`
	Silent   int    `help:"Number of sockets at other tables that are open during the measurement and receive nothing."`
}

// loadResult is the result of one run.
type loadResult struct {
	Title      string  `json:"title"`
	Seats      int     `json:"seats"`
	Tables     int     `json:"tables"`
	Spectators int     `json:"spectators"`
	Seconds    float64 `json:"seconds"`
	Whole      bool    `json:"whole"`
	Patches    bool    `json:"patches"`
	Pack       bool    `json:"pack"`
	Store      string  `json:"store,omitempty"` // empty: no store, or an external server
	traffic.Result
	Server    *serverCost `json:"server,omitempty"`                 // nil: not known
	ClientCPU float64     `json:"clientCPUMicrosPerMove,omitempty"` // of the load generator; 0: not known
	profiles  profiles    // of a new server, if asked for
}

// serverCost is the resource usage of the server.
type serverCost struct {
	CPUPerMove    float64 `json:"cpuMicrosPerMove"`
	Allocations   float64 `json:"allocationsPerMove,omitempty"`
	Allocated     float64 `json:"allocatedKBPerMove,omitempty"` // 1 KB is 1,000 bytes
	Append        float64 `json:"appendP50Ms,omitempty"`        // from the call of the store until the entry is durable, by the server's metrics
	PerConnection float64 `json:"residentKBPerConnection"`
	Resident      float64 `json:"residentMB"` // at the end of the measurement
	Start         float64 `json:"residentMBAtStart"`
	IdleTables    int     `json:"idleTables,omitempty"`
	PerIdleTable  float64 `json:"residentKBPerIdleTable,omitempty"`
	Silent        int     `json:"silentSockets,omitempty"`
	PerSilent     float64 `json:"residentKBPerSilentSocket,omitempty"`
}

// Run measures and prints.
func (c *benchLoad) Run(ctx context.Context, s streams) error {
	r, err := c.measure(ctx)
	if err != nil {
		return err
	}
	return r.print(s.Out, c.JSON)
}

func (c *benchLoad) measure(ctx context.Context) (r loadResult, err error) {
	if c.URL != "" {
		cost := &gauge{idle: c.Idle, silent: c.Silent, settle: c.Settle}
		if c.AdminURL != "" {
			cost.scrape = func() (scraped, error) { return scrape(ctx, c.AdminURL) }
			cost.usage = func() (process.Usage, error) { return scrapeUsage(ctx, c.AdminURL) }
		}
		return c.load(ctx, []string{strings.TrimSuffix(c.URL, "/")}, cost)
	}
	c.nodes = c.Nodes
	if c.NATS != "" {
		c.more = append(c.more, "--nats", c.NATS)
	}
	err = c.withServer(ctx, func(nodes []*process.Server, admin string) error {
		r, err = c.measureAt(ctx, nodes, admin)
		return err
	})
	return r, err
}

func usageOf(all []*process.Server) (sum process.Usage, err error) {
	for _, s := range all {
		u, err := s.Usage()
		if err != nil {
			return sum, err
		}
		sum.CPU += u.CPU
		sum.Resident += u.Resident
	}
	return sum, nil
}

// measureAt measures server processes of this program. admin is the admin address of the first one.
func (c *benchLoad) measureAt(ctx context.Context, nodes []*process.Server, admin string) (r loadResult, err error) {
	cost := &gauge{idle: c.Idle, silent: c.Silent, settle: c.Settle, usage: func() (process.Usage, error) { return usageOf(nodes) }}
	cost.scrape = func() (scraped, error) { return scrape(ctx, "http://"+admin) }
	if c.profile {
		cost.profile = func() func() (profiles, error) { return startProfiles(ctx, "http://"+admin, seconds(c.Seconds)) }
	}
	r, err = c.load(ctx, urlsOf(nodes), cost)
	r.Store = storeName(c.Store)
	return r, err
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// load opens the tables and sockets that stay idle, and puts load on the nodes at urls.
func (c *benchLoad) load(ctx context.Context, urls []string, cost *gauge) (r loadResult, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the silent sockets
	target := &traffic.ServerTarget{URL: urls[0], Nodes: urls, Apart: c.Apart, Title: c.Title, Seats: c.Seats}
	cost.start()
	if err := target.Idle(ctx, c.Idle); err != nil {
		return r, err
	}
	cost.idled()
	lost, err := target.Silent(ctx, c.Silent, c.Pack)
	if err != nil {
		return r, err
	}
	if c.Silent > 0 {
		cost.silenced()
	}
	r, err = c.drive(ctx, target, cost)
	if n := lost(); n > 0 && err == nil {
		err = fmt.Errorf("%d of %d silent sockets were lost", n, c.Silent)
	}
	return r, errors.Join(err, cost.err)
}

// withServer runs do with new server processes on an empty store. admin is the admin address of the first one.
func (c *trafficFlags) withServer(ctx context.Context, do func(nodes []*process.Server, admin string) error) error {
	admin, err := freeAddress(ctx)
	if err != nil {
		return err
	}
	return c.withNodes(ctx, c.Store, max(c.nodes, 1), []string{"--admin-addr", admin}, c.more, func(nodes []*process.Server) error { return do(nodes, admin) })
}

// drive puts load on a target. The gauge measures the server's resources.
func (c *trafficFlags) drive(ctx context.Context, target traffic.Target, cost *gauge) (r loadResult, err error) {
	r = loadResult{Title: c.Title, Seats: c.Seats, Tables: c.Tables, Spectators: c.Spectators, Seconds: c.Seconds, Whole: c.Whole, Patches: c.Patches, Pack: c.Pack}
	o := traffic.Options{
		Tables: c.Tables, Spectators: c.Spectators, During: seconds(c.Seconds), Whole: c.Whole, Patches: c.Patches, Compress: c.Pack, Seed: c.Seed, Think: c.Think,
		Seated: cost.seated, Ready: cost.ready, Over: cost.over,
	}
	if r.Result, err = traffic.Run(ctx, target, o); err == nil {
		r.Server, r.ClientCPU, r.profiles = cost.sum(r.Result), cost.ownCPU(r.Result), cost.profiles
	}
	return r, err
}

// cpu describes the processor time per move.
func (r loadResult) cpu() string {
	server, client := "not known (see --admin-url)", "not known"
	if r.Server != nil {
		server = fmt.Sprintf("%.0f µs", r.Server.CPUPerMove)
	}
	if r.ClientCPU > 0 {
		client = fmt.Sprintf("%.0f µs", r.ClientCPU)
	}
	return "; CPU time per move: server " + server + ", load generator " + client
}

func (r loadResult) print(to io.Writer, asJSON bool) error {
	return printResult(to, asJSON, r, func(line func(name, format string, args ...any)) {
		line("played", "%s, %d tables of %d seats, %d spectators each, %g s", r.Title, r.Tables, r.Seats, r.Spectators, r.Seconds)
		line("moves per second", "%.0f%s", r.MovesPerSecond, r.cpu())
		line("act to result", "%.2f ms (median), %.2f ms (99 %%)", r.Result.Result.P50, r.Result.Result.P99)
		line("act to the last viewer's update", "%.2f ms (median), %.2f ms (99 %%)", r.LastUpdate.P50, r.LastUpdate.P99)
		line("bytes per move and viewer", "%.0f", r.BytesPerUpdate)
		if r.Server != nil {
			if r.Server.Allocations > 0 {
				line("allocations per move", "%.0f, together %.1f KB", r.Server.Allocations, r.Server.Allocated)
			}
			if r.Server.Append > 0 {
				line("time to store an entry, by the server's metrics", "%.2f ms (median)", r.Server.Append)
			}
			line("server's memory", "%.0f MB at the start, %.0f MB at the end; %.1f KB per connection", r.Server.Start, r.Server.Resident, r.Server.PerConnection)
			if r.Server.Silent > 0 {
				line("silent sockets", "%d, %.1f KB each", r.Server.Silent, r.Server.PerSilent)
			}
			if r.Server.IdleTables > 0 {
				line("idle tables", "%d, %.2f KB each", r.Server.IdleTables, r.Server.PerIdleTable)
			}
		}
		if r.Refused > 0 {
			line("refused", "%d moves, because another seat was faster", r.Refused)
		}
	})
}
