package traffic

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"nemeton/bench/timing"
)

// Endpoint is how one viewer comes to a table.
type Endpoint struct {
	URL    string // of the socket
	Header http.Header
}

// Table is a table that is about to be played: the doors of its seats, and the one of its spectators.
type Table struct {
	Seats []Endpoint
	Watch Endpoint
}

// Target is where tables are opened. Open is called for the same slot again when its table is finished, and from many goroutines.
type Target interface {
	Open(ctx context.Context, slot int) (Table, error)
}

// Options say what is driven.
type Options struct {
	Tables     int // at once
	Spectators int // at each
	During     time.Duration
	Whole      bool // viewers ask for whole views, not for patches
	Compress   bool // viewers ask for packed frames, as browsers do
	Seed       uint64
	// Seated is called when the first tables are open and nobody has a socket yet, Ready when all viewers are there and nobody has
	// moved yet, Over when the time is over.
	Seated, Ready, Over func()
	// OnMessage, when set, is given every frame a viewer hears, seats by number, spectators from the number of seats on, and who acted.
	// Calls of one viewer come in order.
	OnMessage func(viewer int, frame []byte)
}

// Result is what was measured while the time ran.
type Result struct {
	Moves          int            `json:"moves"`
	MovesPerSecond float64        `json:"movesPerSecond"`
	Result         timing.Summary `json:"actToResult"`           // from act to the mover's result
	LastUpdate     timing.Summary `json:"actToLastUpdate"`       // from act to the last viewer's update
	BytesPerUpdate float64        `json:"bytesPerMoveAndViewer"` // on the wire, all frames
	Sockets        int            `json:"sockets"`
	Finished       int            `json:"tablesFinished"`
	Refused        int            `json:"refused"`
}

// Run drives the ground. An error is a server that does not do as the protocol says, or cannot be reached.
func Run(ctx context.Context, target Target, o Options) (Result, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r := &run{opts: o, target: target, tablesOpen: newBarrier(o.Tables), socketsOpen: newBarrier(o.Tables)}
	tallies := make([]tally, o.Tables)
	var all sync.WaitGroup
	for slot := range o.Tables {
		all.Go(func() {
			if err := r.playSlot(ctx, slot, &tallies[slot]); err != nil && ctx.Err() == nil {
				cancel(fmt.Errorf("table %d: %w", slot, err))
			}
		})
	}
	for _, step := range []struct {
		barrier *barrier
		then    func()
	}{{r.tablesOpen, o.Seated}, {r.socketsOpen, o.Ready}} {
		if !step.barrier.awaitAll(ctx) {
			all.Wait()
			return Result{}, context.Cause(ctx)
		}
		if step.then != nil {
			step.then()
		}
		if step.barrier == r.tablesOpen {
			close(r.tablesOpen.open)
		}
	}
	r.counting.Store(true)
	began := time.Now()
	close(r.socketsOpen.open)
	timer := time.NewTimer(o.During)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	r.counting.Store(false)
	took := time.Since(began)
	if o.Over != nil {
		o.Over()
	}
	err := context.Cause(ctx)
	cancel(nil)
	all.Wait()
	return sum(tallies, took, int(r.sockets.Load())), err
}

// run is what the slots of one measurement share.
type run struct {
	opts        Options
	target      Target
	tablesOpen  *barrier // the first tables are open
	socketsOpen *barrier // their viewers are there
	counting    atomic.Bool
	sockets     atomic.Int64 // of the first tables
}

// playSlot plays table after table.
func (r *run) playSlot(ctx context.Context, slot int, t *tally) error {
	for first := true; ; first = false {
		endpoints, err := r.target.Open(ctx, slot)
		if err != nil || first && !r.tablesOpen.arrive(ctx) {
			return err
		}
		table := newTable(r, endpoints, t, r.opts.Seed+uint64(slot)<<32)
		if err := table.connect(ctx, endpoints); err != nil {
			return err
		}
		if first {
			r.sockets.Add(int64(len(table.viewers)))
		}
		if !first || r.socketsOpen.arrive(ctx) {
			err = table.play(ctx)
		}
		table.disconnect()
		if err != nil || ctx.Err() != nil {
			return err
		}
		if r.counting.Load() {
			t.finished++
		}
	}
}
