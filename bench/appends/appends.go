// Package appends measures how many records a store makes durable in a second. The records are those of a real game of random
// moves, so that they are as long as they are in life; each table appends one after another, as tables do.
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
	"nemeton/server/store"
)

// Result is what one measurement found.
type Result struct {
	Tables    int            `json:"tables"`
	PerSecond float64        `json:"perSecond"`
	Append    timing.Summary `json:"append"`
}

// Run lets tables append for a while, all at once.
func Run(ctx context.Context, s store.Store, game []engine.Record, tables int, during time.Duration) (Result, error) {
	ids := make([]store.TableID, tables)
	for i := range ids {
		row := newTable()
		if ids[i] = row.ID; s.CreateTable(ctx, row, "") != nil {
			return Result{}, errors.New("a table could not be made")
		}
	}
	took, failed := make([][]time.Duration, tables), make([]error, tables)
	began := time.Now()
	end := began.Add(during)
	var all sync.WaitGroup
	for i, id := range ids {
		all.Go(func() { took[i], failed[i] = grow(ctx, s, id, game, end) })
	}
	all.Wait()
	if err := errors.Join(failed...); err != nil {
		return Result{}, err
	}
	sum := timing.Summarize(took...)
	return Result{Tables: tables, PerSecond: float64(sum.N) / time.Since(began).Seconds(), Append: sum}, nil
}

// grow appends until the end, game after game in one log: stores do not read what they keep.
func grow(ctx context.Context, s store.Store, id store.TableID, game []engine.Record, end time.Time) (took []time.Duration, err error) {
	chance := rand.NewChaCha8([32]byte([]byte(id)))
	for seq := engine.Seq(1); ; seq++ {
		began := time.Now()
		if began.After(end) {
			return took, nil
		}
		a := store.Append{Table: id, Record: game[int(seq)%len(game)], State: store.Running, Owing: []engine.Seat{engine.Seat(seq % 4)}, Now: began}
		e := &a.Record.Entry
		command, err := uuid.NewRandomFromReader(chance) // as clients make them
		if err != nil {
			return took, err
		}
		e.Seq, e.Command = seq, command.String()
		if err := s.Append(ctx, a); err != nil {
			return took, fmt.Errorf("append %d: %w", seq, err)
		}
		took = append(took, time.Since(began))
	}
}

func newTable() store.Table {
	now := time.Now()
	return store.Table{
		ID: store.TableID(uuid.Must(uuid.NewV7()).String()), Title: "bench", State: store.Open, Visibility: store.Public, Host: "bench",
		Seats: []store.Seat{{Color: "red"}, {Color: "blue"}, {Color: "green"}, {Color: "yellow"}}, CreatedAt: now, UpdatedAt: now,
	}
}
