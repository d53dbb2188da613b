package traffic

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	"nemeton/server/ws/client"
)

// table is one table with all its viewers.
type table struct {
	run     *run
	seats   int
	viewers []*viewer // seats first
	tally   *tally

	mu      sync.Mutex // guards what follows
	pending map[int]*flight
	quiet   chan struct{} // told when pending becomes empty; capacity 1
}

// flight is one move on its way to everybody.
type flight struct {
	began time.Time // when the mover acted; zero until the result says which seq it was
	heard int       // viewers that have its update
	last  time.Time // when the latest of them had it
}

func newTable(r *run, doors Table, t *tally, seed uint64) *table {
	b := &table{run: r, seats: len(doors.Seats), tally: t, pending: map[int]*flight{}, quiet: make(chan struct{}, 1)}
	for i := range len(doors.Seats) + r.opts.Spectators {
		v := &viewer{table: b, number: i, rand: rand.New(rand.NewPCG(seed, uint64(i)))}
		b.viewers = append(b.viewers, v)
	}
	return b
}

// sit opens the sockets of all viewers and waits until each has its snapshot.
func (b *table) sit(ctx context.Context, doors Table) error {
	for i, v := range b.viewers {
		door := doors.Watch
		if i < b.seats {
			door = doors.Seats[i]
		}
		if !b.run.opts.Whole {
			door.URL = withPatch(door.URL)
		}
		conn, err := client.DialWith(ctx, client.Options{Pack: b.run.opts.Compress}, door.URL, door.Header)
		if err != nil {
			b.leave()
			return err
		}
		v.conn = conn
		if err := v.snapshot(ctx); err != nil {
			b.leave()
			return err
		}
	}
	return nil
}

var errOver = errors.New("the table is finished, and everybody knows")

// play lets everybody read and the seats act until the table is finished and everybody has heard of it, or ctx ends.
func (b *table) play(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var seats, all sync.WaitGroup
	for _, v := range b.viewers {
		if v.plays() {
			seats.Add(1)
		}
		all.Go(func() {
			if err := v.watch(ctx); err != nil {
				cancel(err)
			}
			if v.plays() {
				seats.Done()
			}
		})
	}
	seats.Wait()
	for ctx.Err() == nil && !b.settled() {
		select {
		case <-b.quiet:
		case <-ctx.Done():
		}
	}
	cancel(errOver)
	all.Wait()
	if err := context.Cause(ctx); !errors.Is(err, errOver) {
		return err
	}
	return nil
}

// settled is whether every move so far was heard by everybody.
func (b *table) settled() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.pending) == 0
}

// leave closes all sockets.
func (b *table) leave() {
	for _, v := range b.viewers {
		if v.conn != nil {
			_ = v.conn.Close(0)
		}
	}
}

// heard notes that a viewer has the update of seq, which was n bytes.
func (b *table) heard(seq, n int) {
	now := time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.run.counting.Load() {
		b.tally.updates++
		b.tally.bytes += n
	}
	f := b.flight(seq)
	f.heard++
	f.last = now
	b.landed(seq, f)
}

// answered notes the result of a move that was made at began.
func (b *table) answered(seq int, began time.Time) {
	took := time.Since(began)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.run.counting.Load() {
		b.tally.results = append(b.tally.results, took)
	}
	f := b.flight(seq)
	f.began = began
	b.landed(seq, f)
}

func (b *table) flight(seq int) *flight {
	f, ok := b.pending[seq]
	if !ok {
		f = &flight{}
		b.pending[seq] = f
	}
	return f
}

// landed closes the account of a move that everybody has and whose mover was answered.
func (b *table) landed(seq int, f *flight) {
	if f.heard < len(b.viewers) || f.began.IsZero() {
		return
	}
	if delete(b.pending, seq); len(b.pending) == 0 {
		select {
		case b.quiet <- struct{}{}:
		default:
		}
	}
	if b.run.counting.Load() {
		b.tally.updated = append(b.tally.updated, f.last.Sub(f.began))
	}
}

func (b *table) refused() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tally.refused++
}
