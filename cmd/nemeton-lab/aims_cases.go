package main

import (
	"context"
	"fmt"
	"time"

	"nemeton/bench/crowd"
	"nemeton/play/process"
)

// many measures 200 tables of four, and one table alone.
func (c *benchAims) many(ctx context.Context) ([]aim, error) {
	floor, err := c.floor(ctx, 200, 1)
	if err != nil {
		return nil, err
	}
	load, err := c.load(ctx, c.traffic("sqlite", 200, 1))
	if err != nil {
		return nil, err
	}
	alone, err := c.load(ctx, c.traffic("sqlite", 1, 1))
	if err != nil {
		return nil, err
	}
	aims := []aim{
		{"SQLite, 200 tables: processor time of a move", load.Server.CPUPerMove, "µs", 200, false, timeOf(load, "")},
		{"SQLite, 200 tables: allocations of a move", load.Server.Allocations, "", 120, false, memoryOf(load)},
		{"SQLite, 200 tables: memory allocated by a move", load.Server.Allocated, "KB", 20, false, memoryOf(load)},
		dividedByFloor("SQLite, 200 tables", load, floor, 0.75),
		{"SQLite, one table: from act to last viewer, in appends", alone.LastUpdate.P50 / alone.Server.Append, "", 2, false, timeOf(alone, "")},
	}
	return c.withPostgres(ctx, aims, "200 tables", 200, 1, floor, 0.7)
}

// withPostgres adds the aim of the same load on Postgres, if a server is named.
func (c *benchAims) withPostgres(ctx context.Context, aims []aim, what string, tables, spectators int, floor loadResult, bound float64) ([]aim, error) {
	if c.Postgres == "" {
		return aims, nil
	}
	load, err := c.load(ctx, c.traffic(c.Postgres, tables, spectators))
	if err != nil {
		return nil, err
	}
	return append(aims, dividedByFloor("Postgres, "+what, load, floor, bound)), nil
}

// crowd measures one table with 200 spectators.
func (c *benchAims) crowd(ctx context.Context) ([]aim, error) {
	floor, err := c.floor(ctx, 1, 200)
	if err != nil {
		return nil, err
	}
	load, err := c.load(ctx, c.traffic("sqlite", 1, 200))
	if err != nil {
		return nil, err
	}
	aims := []aim{{"SQLite, 200 spectators: from act to last viewer", load.LastUpdate.P50, "ms", 6, false, timeOf(load, "")}}
	return c.withPostgres(ctx, aims, "200 spectators", 1, 200, floor, 0.9)
}

// bytes measures the compressed messages of all titles.
func (c *benchAims) bytes(ctx context.Context) (aims []aim, err error) {
	for _, title := range []struct{ id, name string }{{"meduris", "Meduris"}, {"druids", "Die Druiden"}, {"pangea", "Pangea"}} {
		flags := c.traffic("sqlite", 50, 1)
		flags.Title, flags.Pack = title.id, true
		load, err := c.load(ctx, flags)
		if err != nil {
			return nil, err
		}
		aims = append(aims, aim{title.name + ", compressed: bytes of a move and viewer", load.BytesPerUpdate, "", 270, false, reason{}})
	}
	return aims, nil
}

// quietSockets measures the moves of one server before and after many silent sockets are opened. Seats think, so that the server is not busy.
func (c *benchAims) quietSockets(ctx context.Context) ([]aim, error) {
	flags := c.traffic("sqlite", 4, 1)
	flags.Think, flags.Seconds, flags.Settle = 20*time.Millisecond, 2*c.Seconds, time.Second
	var without, with loadResult
	err := flags.withServer(ctx, func(nodes []*process.Server, admin string) (err error) {
		if without, err = (&benchLoad{trafficFlags: flags}).measureAt(ctx, nodes, admin); err == nil {
			with, err = (&benchLoad{trafficFlags: flags, Silent: c.Silent}).measureAt(ctx, nodes, admin)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	before, after := without.Server.CPUPerMove, with.Server.CPUPerMove
	why := timeOf(with, fmt.Sprintf("a move took %.0f µs without silent sockets, and %.0f with them", before, after))
	what := fmt.Sprintf("%d silent sockets: processor time of a move, divided by that without", c.Silent)
	return []aim{{what, after / before, "", 1.05, false, why}}, nil
}

// bots measures the moves of two people while bots think.
func (c *benchAims) bots(ctx context.Context) ([]aim, error) {
	b := &benchBotsLoad{
		Title: "meduris", Tables: 20, Rounds: 4, Quiet: seconds(c.Seconds / 2), Busy: seconds(c.Seconds), Think: 2 * time.Second, Pause: 900 * time.Millisecond,
		scratchFlags: c.scratchFlags, profile: true,
	}
	f, err := b.run(ctx)
	if err != nil {
		return nil, err
	}
	why := reason{
		text: fmt.Sprintf("the 99th percentile was %.2f ms without thinking bots, and %.2f ms with them; that of the load generator's requests to itself was %.2f and %.2f ms",
			f.QuietP99, f.BusyP99, f.QuietControl, f.BusyControl),
		parts: f.profiles.cpu, total: f.cpu, unit: "ms a second",
	}
	return []aim{
		{"20 tables of hard bots: a person's act, 99th percentile, divided by that without", f.Ratio, "", 1.5, false, why},
		{"20 tables of hard bots: longest wait for a bot", f.Waits.Max / 1000, "s", 3, false, why},
	}, nil
}

// begin lets thousands of people begin a table at once.
func (c *benchAims) begin(ctx context.Context) (aims []aim, err error) {
	for _, database := range []struct{ name, address string }{{"SQLite", "sqlite"}, {"Postgres", c.Postgres}} {
		if database.address == "" {
			continue
		}
		var r crowd.Result
		err := c.withNodes(ctx, database.address, 1, nil, nil, func(nodes []*process.Server) error {
			r = crowd.Run(ctx, crowd.Options{URLs: urlsOf(nodes), Title: "meduris", Callers: c.Callers})
			return nil
		})
		if err != nil {
			return nil, err
		}
		what := fmt.Sprintf("%s, %d people at once: tables that did not begin", database.name, c.Callers)
		aims = append(aims, aim{what, float64(r.Callers - r.Begun), "", 0, false, reason{text: r.First}})
	}
	return aims, nil
}

func (c *benchAims) load(ctx context.Context, flags trafficFlags) (loadResult, error) {
	return (&benchLoad{trafficFlags: flags}).measure(ctx)
}

func (c *benchAims) floor(ctx context.Context, tables, spectators int) (loadResult, error) {
	return (&benchFloor{trafficFlags: c.traffic("sqlite", tables, spectators)}).measure(ctx)
}

func (c *benchAims) traffic(store string, tables, spectators int) trafficFlags {
	return trafficFlags{
		Tables: tables, Spectators: spectators, Seconds: c.Seconds, Seats: 4, Title: "meduris", Seed: 1, Store: store, scratchFlags: c.scratchFlags, profile: true,
	}
}

// timeOf explains the processor time of a server.
func timeOf(r loadResult, text string) reason {
	return reason{text: text, parts: r.profiles.cpu, total: r.Server.CPUPerMove, unit: "µs a move"}
}

// memoryOf explains the memory that a server allocated.
func memoryOf(r loadResult) reason {
	return reason{parts: r.profiles.memory, total: r.Server.Allocated, unit: "KB a move"}
}

// dividedByFloor is the aim of a server's moves. If both use all processors, the moves depend on the processor time of a move: that of the server, and that
// of the load generator.
func dividedByFloor(what string, r, floor loadResult, bound float64) aim {
	text := fmt.Sprintf("a move took %.0f µs of the server's processor time and %.0f of the load generator's; at the floor it took %.0f and %.0f. The bound asks for a server of %.0f µs",
		r.Server.CPUPerMove, r.ClientCPU, floor.Server.CPUPerMove, floor.ClientCPU, (floor.Server.CPUPerMove+floor.ClientCPU)/bound-r.ClientCPU)
	return aim{what + ": moves, divided by the floor's", r.MovesPerSecond / floor.MovesPerSecond, "", bound, true, timeOf(r, text)}
}
