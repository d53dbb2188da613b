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

// Endpoint is the address of a table for one viewer.
type Endpoint struct {
	URL    string // of the socket
	Header http.Header
}

// Table is a started table: the endpoints of its seats, and those that its spectators take in turn.
type Table struct {
	Seats []Endpoint
	Watch []Endpoint
}

// Target opens tables. Open is called again for the same slot after its table has ended, and concurrently for different slots.
type Target interface {
	Open(ctx context.Context, slot int) (Table, error)
}

// Options configure a run.
type Options struct {
	Tables     int // at once
	Spectators int // per table
	During     time.Duration
	Whole      bool // viewers ask for whole views instead of patches
	Patches    bool // viewers ask for patches alone; otherwise, as pages do, also for steps and effects
	Compress   bool // viewers offer compression, as browsers do
	Seed       uint64
	Think      time.Duration // delay of a seat before each move
	// Seated is called when the first tables are open and no socket is. Ready is called when all viewers are connected and no move was
	// made. Over is called at the end of the time.
	Seated, Ready, Over func()
	// OnMessage is called for every message that a viewer receives; may be nil. Seats have their numbers, and spectators follow. Calls for
	// one viewer come in order.
	OnMessage func(viewer int, frame []byte)
}

// query holds the parameters with which viewers open a table's socket.
func (o Options) query() string {
	switch {
	case o.Whole:
		return ""
	case o.Patches:
		return "patch=1"
	}
	return "steps=1&effects=1"
}

// Result holds the measurements.
type Result struct {
	Moves          int            `json:"moves"`
	MovesPerSecond float64        `json:"movesPerSecond"`
	Result         timing.Summary `json:"actToResult"`           // from an act to its result
	LastUpdate     timing.Summary `json:"actToLastUpdate"`       // from an act to the last viewer's update
	BytesPerUpdate float64        `json:"bytesPerMoveAndViewer"` // on the wire, all messages
	Sockets        int            `json:"sockets"`
	Finished       int            `json:"tablesFinished"`
	Refused        int            `json:"refused"`
}

// Run plays tables at the target. It fails if the server violates the protocol or is unreachable.
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

// run is the shared state of all slots.
type run struct {
	opts        Options
	target      Target
	tablesOpen  *barrier // the first tables are open
	socketsOpen *barrier // their viewers are connected
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
