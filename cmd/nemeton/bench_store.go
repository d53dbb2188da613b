package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"nemeton/bench/appends"
	"nemeton/bench/timing"
	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/server/store/dial"
	"nemeton/server/store/sqlite"
	"nemeton/testkit/pgserver"
)

// benchStore measures durable appends beside what the database does with one row a transaction.
type benchStore struct {
	Store  []string      `default:"sqlite,postgres" help:"What is measured: sqlite, postgres (a throwaway server), or the address of a Postgres server, which gets a database for the time being."`
	Tables []int         `default:"1,8,32,128" help:"How many tables append at once, one measurement each."`
	During time.Duration `default:"5s" help:"How long each measurement takes."`
	Title  string        `default:"meduris" help:"Whose records are stored."`
	groundFlags
	JSON bool `name:"json" help:"Print one JSON object."`
}

// groundFlags say where a store that is made for measuring lies, and how long it has been at work.
type groundFlags struct {
	Dir    string `placeholder:"DIR" help:"Where the data lies meanwhile; on a real disk, or nothing is durable. Absent: where temporary files lie."`
	Season int    `default:"60" help:"How many files of its log, of 16 MB each, a throwaway Postgres has to use again, as one has that has been at work; 0: it makes each when it needs it."`
}

// yardstick is what a database does with one row a transaction.
type yardstick struct {
	What      string  `json:"what"`
	Clients   int     `json:"clients"`
	PerSecond float64 `json:"perSecond"`
	OneMs     float64 `json:"oneMs"` // a transaction: the median on SQLite, pgbench's average on Postgres
}

// storeResult is what was found of one store.
type storeResult struct {
	Store     string           `json:"store"`
	OneRow    []yardstick      `json:"oneRow"`
	Appends   []appends.Result `json:"appends"`
	RecordLen int              `json:"recordBytes"` // on average
}

// Run measures store after store.
func (c *benchStore) Run(ctx context.Context, s streams) error {
	collectLess() // as the server whose store it is
	title, ok := catalog.Find(c.Title)
	if !ok {
		return fmt.Errorf("there is no title %q", c.Title)
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
			if err := r.print(s.out); err != nil {
				return err
			}
		}
	}
	if c.JSON {
		return json.NewEncoder(s.out).Encode(all)
	}
	return nil
}

func (c *benchStore) measure(ctx context.Context, name string, game []engine.Record) (r storeResult, err error) {
	r.Store = storeName(name)
	for _, record := range game {
		r.RecordLen += len(record.Bytes)
	}
	r.RecordLen /= len(game)
	address, remove, err := c.scratch(ctx, name)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	s, err := dial.Open(ctx, address, dial.Options{})
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

// oneRow measures the yardsticks of the database at the address.
func (c *benchStore) oneRow(ctx context.Context, address string) ([]yardstick, error) {
	if path, ok := strings.CutPrefix(address, "sqlite:"); ok {
		took, err := sqlite.OneRow(ctx, path, c.During)
		sum := timing.Summarize(took)
		return []yardstick{{What: "one-row transactions", Clients: 1, PerSecond: float64(sum.N) / c.During.Seconds(), OneMs: sum.P50}}, err
	}
	var list []yardstick
	for _, clients := range []int{1, 32} {
		r, err := pgserver.OneRow(ctx, address, clients, c.During)
		if errors.Is(err, pgserver.ErrNoPgbench) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		list = append(list, yardstick{What: "pgbench, one-row inserts", Clients: clients, PerSecond: r.PerSecond, OneMs: timing.Millis(r.Average)})
	}
	return list, nil
}

// storeName is what may be printed of a store's name: an address may hold a password.
func storeName(name string) string {
	name, _, _ = strings.Cut(name, ":")
	return name
}

// scratch makes an empty database to measure on: a file, a throwaway server that keeps what it says it keeps, or a database on a server
// that is there.
func (g groundFlags) scratch(ctx context.Context, name string) (address string, remove func() error, err error) {
	switch name {
	case "sqlite":
		folder, err := os.MkdirTemp(g.Dir, "nemeton-bench-")
		return "sqlite:" + filepath.Join(folder, "bench.db"), func() error { return os.RemoveAll(folder) }, err
	case "postgres":
		server, err := pgserver.Start(ctx, g.Dir, fmt.Sprintf("min_wal_size=%dMB", 16*(g.Season+5)), fmt.Sprintf("max_wal_size=%dMB", 32*(g.Season+32)))
		if err != nil {
			return "", nil, err
		}
		if err := server.Season(ctx, g.Season); err != nil {
			return "", nil, errors.Join(err, server.Stop())
		}
		return server.Address, server.Stop, nil
	}
	if !strings.HasPrefix(name, "postgres") {
		return "", nil, fmt.Errorf("a store to measure is sqlite, postgres, or postgres://...; this one begins with %q", name[:min(len(name), 8)])
	}
	return pgserver.Scratch(ctx, name)
}

func (r storeResult) print(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintf(w, "%s, records of %d bytes\n\ta second\tmedian ms\t99 %% ms\t\n", r.Store, r.RecordLen)
	for _, y := range r.OneRow {
		_, _ = fmt.Fprintf(w, "%s, %d at once\t%.0f\t%.2f\t\t\n", y.What, y.Clients, y.PerSecond, y.OneMs)
	}
	for _, a := range r.Appends {
		_, _ = fmt.Fprintf(w, "appends, %d tables\t%.0f\t%.2f\t%.2f\t\n", a.Tables, a.PerSecond, a.Append.P50, a.Append.P99)
	}
	_, _ = fmt.Fprintln(w)
	return w.Flush()
}
