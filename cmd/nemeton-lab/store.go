package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"text/tabwriter"
	"time"

	"nemeton/bench/appends"
	"nemeton/bench/scratch"
	"nemeton/bench/timing"
	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/server/store/open"
	"nemeton/server/store/sqlite"
)

// benchStore measures durable appends, and the one-row transactions of the same database for comparison.
type benchStore struct {
	Store  []string      `default:"sqlite" help:"Stores to measure: sqlite, or the address of a Postgres server (postgres://...), on which a database is created and dropped."`
	Tables []int         `default:"1,8,32,128" help:"Numbers of tables that append at once, one measurement each."`
	During time.Duration `default:"5s" help:"Duration of each measurement."`
	Title  string        `default:"meduris" help:"Title whose records are stored."`
	scratchFlags
	JSON bool `name:"json" help:"Print one JSON object."`
}

// scratchFlags tell where a measurement creates its database.
type scratchFlags struct {
	Dir string `placeholder:"DIR" help:"Folder of the SQLite file; on a real disk, or nothing is durable. Default: the folder for temporary files."`
}

// oneRowRate is a database's rate of transactions that insert one row.
type oneRowRate struct {
	What      string  `json:"what"`
	Clients   int     `json:"clients"`
	PerSecond float64 `json:"perSecond"`
	OneMs     float64 `json:"oneMs"` // a transaction: the median on SQLite, pgbench's average on Postgres
}

// storeResult is the result of one store.
type storeResult struct {
	Store     string           `json:"store"`
	OneRow    []oneRowRate     `json:"oneRow"`
	Appends   []appends.Result `json:"appends"`
	RecordLen int              `json:"recordBytes"` // on average
}

// Run measures the stores one after another and prints the results.
func (c *benchStore) Run(ctx context.Context, s streams) error {
	debug.SetGCPercent(serverGCPercent)
	title, ok := catalog.Find(c.Title)
	if !ok {
		return fmt.Errorf("unknown title %q", c.Title)
	}
	game, err := appends.Game(title, title.Info().MaxSeats, 1)
	if err != nil {
		return err
	}
	var all struct {
		Title  string        `json:"title"`
		During float64       `json:"seconds"`
		Stores []storeResult `json:"stores"`
	}
	all.Title, all.During = c.Title, c.During.Seconds()
	for _, name := range c.Store {
		r, err := c.measure(ctx, name, game)
		if err != nil {
			return fmt.Errorf("%s: %w", r.Store, err)
		}
		if all.Stores = append(all.Stores, r); !c.JSON {
			if err := r.print(s.Out); err != nil {
				return err
			}
		}
	}
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(all)
	}
	return nil
}

func (c *benchStore) measure(ctx context.Context, name string, game []engine.Record) (r storeResult, err error) {
	r.Store = storeName(name)
	for _, record := range game {
		r.RecordLen += len(record.Bytes)
	}
	r.RecordLen /= len(game)
	address, remove, err := c.create(ctx, name)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	s, err := open.Store(ctx, address, open.Options{})
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if r.OneRow, err = c.oneRow(ctx, address); err != nil {
		return r, err
	}
	for _, tables := range c.Tables {
		one, err := appends.Run(ctx, s, game, tables, c.During)
		if err != nil {
			return r, err
		}
		r.Appends = append(r.Appends, one)
	}
	return r, nil
}

// oneRow measures one-row transactions in the database at the address. It returns no rates of Postgres if pgbench is not installed.
func (c *benchStore) oneRow(ctx context.Context, address string) ([]oneRowRate, error) {
	if path, ok := strings.CutPrefix(address, "sqlite:"); ok {
		durations, err := sqlite.OneRow(ctx, path, c.During)
		sum := timing.Summarize(durations)
		return []oneRowRate{{What: "one-row transactions", Clients: 1, PerSecond: float64(sum.N) / c.During.Seconds(), OneMs: sum.P50}}, err
	}
	var list []oneRowRate
	for _, clients := range []int{1, 32} {
		r, err := scratch.OneRow(ctx, address, clients, c.During)
		if errors.Is(err, scratch.ErrNoPgbench) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		list = append(list, oneRowRate{What: "pgbench, one-row inserts", Clients: clients, PerSecond: r.PerSecond, OneMs: timing.Millis(r.Average)})
	}
	return list, nil
}

// storeName returns the part of a store's name that may be printed. An address may hold a password.
func storeName(name string) string {
	name, _, _ = strings.Cut(name, ":")
	return name
}

// create makes an empty database to measure on: an SQLite file, or a database on the Postgres server that name is the address of.
func (f scratchFlags) create(ctx context.Context, name string) (address string, remove func() error, err error) {
	switch {
	case name == "sqlite":
		folder, err := os.MkdirTemp(f.Dir, "nemeton-bench-")
		return "sqlite:" + filepath.Join(folder, "bench.db"), func() error { return os.RemoveAll(folder) }, err
	case strings.HasPrefix(name, "postgres://"), strings.HasPrefix(name, "postgresql://"):
		return scratch.Create(ctx, name, scratch.Empty)
	}
	return "", nil, fmt.Errorf("a store to measure is sqlite or postgres://...; this one begins with %q", name[:min(len(name), 8)])
}

func (r storeResult) print(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintf(w, "%s, records of %d bytes\n\ta second\tmedian ms\t99 %% ms\t\n", r.Store, r.RecordLen)
	for _, rate := range r.OneRow {
		_, _ = fmt.Fprintf(w, "%s, %d at once\t%.0f\t%.2f\t\t\n", rate.What, rate.Clients, rate.PerSecond, rate.OneMs)
	}
	for _, a := range r.Appends {
		_, _ = fmt.Fprintf(w, "appends, %d tables\t%.0f\t%.2f\t%.2f\t\n", a.Tables, a.PerSecond, a.Append.P50, a.Append.P99)
	}
	_, _ = fmt.Fprintln(w)
	return w.Flush()
}
