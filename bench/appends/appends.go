// Package appends measures the number of records that a store makes durable in a second. The records come from a game of random moves, so that their
// sizes are realistic. Each table appends one record after another.
package appends

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/google/uuid"

	"nemeton/bench/timing"
	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/server/store"
)

// Result is the result of one measurement.
type Result struct {
	Tables    int            `json:"tables"`
	PerSecond float64        `json:"perSecond"`
	Append    timing.Summary `json:"append"`
}

// Run lets a number of tables append concurrently for a duration.
func Run(ctx context.Context, s store.Store, game []engine.Record, tables int, duration time.Duration) (Result, error) {
	ids := make([]store.TableID, tables)
	for i := range ids {
		row := newTable()
		if err := s.CreateTable(ctx, row, ""); err != nil {
			return Result{}, fmt.Errorf("create a table: %w", err)
		}
		ids[i] = row.ID
	}
	durations, errs := make([][]time.Duration, tables), make([]error, tables)
	began := time.Now()
	end := began.Add(duration)
	var all sync.WaitGroup
	for i, id := range ids {
		all.Go(func() { durations[i], errs[i] = appendUntil(ctx, s, id, game, end) })
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		return Result{}, err
	}
	sum := timing.Summarize(durations...)
	return Result{Tables: tables, PerSecond: float64(sum.N) / time.Since(began).Seconds(), Append: sum}, nil
}

// appendUntil appends records until end. It repeats the game in the same log, which a store does not notice.
func appendUntil(ctx context.Context, s store.Store, id store.TableID, game []engine.Record, end time.Time) (durations []time.Duration, err error) {
	var head codec.Hash
	random := rand.NewChaCha8([32]byte([]byte(id)))
	for seq := engine.Seq(1); ; seq++ {
		began := time.Now()
		if began.After(end) {
			return durations, nil
		}
		a := store.Append{Table: id, Record: game[int(seq)%len(game)], State: store.Running, Owing: []engine.Seat{engine.Seat(seq % 4)}, Now: began}
		e := &a.Record.Entry
		command, err := uuid.NewRandomFromReader(random) // as clients do
		if err != nil {
			return durations, err
		}
		e.Seq, e.Prev, e.Command = seq, head, command.String()
		head = a.Record.Hash
		if err := s.Append(ctx, a); err != nil {
			return durations, fmt.Errorf("append %d: %w", seq, err)
		}
		durations = append(durations, time.Since(began))
	}
}

func newTable() store.Table {
	now := time.Now()
	return store.Table{
		ID: store.TableID(uuid.Must(uuid.NewV7()).String()), Title: "bench", State: store.Open, Visibility: store.Public, Host: "bench",
		Seats: []store.Seat{{Color: "red"}, {Color: "blue"}, {Color: "green"}, {Color: "yellow"}}, CreatedAt: now, UpdatedAt: now,
	}
}
