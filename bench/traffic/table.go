package traffic

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"
)

// table is one table with all its viewers.
type table struct {
	run     *run
	seats   int
	viewers []*viewer // seats first
	tally   *tally

	mu      sync.Mutex // guards the fields below
	pending map[int]*pendingMove
	idle    chan struct{} // receives when pending becomes empty; capacity 1
}

// pendingMove is one move that some viewers have not received yet.
type pendingMove struct {
	sent     time.Time // time of the act; zero until the result gives its seq
	received int       // viewers that have its update
	last     time.Time // time of the latest update
}

func newTable(r *run, endpoints Table, t *tally, seed uint64) *table {
	b := &table{run: r, seats: len(endpoints.Seats), tally: t, pending: map[int]*pendingMove{}, idle: make(chan struct{}, 1)}
	for i := range len(endpoints.Seats) + r.opts.Spectators {
		v := &viewer{table: b, number: i, rand: rand.New(rand.NewPCG(seed, uint64(i)))}
		b.viewers = append(b.viewers, v)
	}
	return b
}

// readBuffer is the size of a viewer's buffer in bytes.
const readBuffer = 4 << 10

// connect opens the sockets of all viewers and waits for their snapshots.
func (b *table) connect(ctx context.Context, endpoints Table) error {
	for i, v := range b.viewers {
		var endpoint Endpoint
		if i < b.seats {
			endpoint = endpoints.Seats[i]
		} else {
			endpoint = endpoints.Watch[i%len(endpoints.Watch)]
		}
		endpoint.URL = withQuery(endpoint.URL, b.run.opts.query())
		conn, err := dial(ctx, endpoint, b.run.opts.Compress, readBuffer)
		if err != nil {
			b.disconnect()
			return err
		}
		v.conn = conn
		if err := v.snapshot(); err != nil {
			b.disconnect()
			return err
		}
	}
	return nil
}

var errFinished = errors.New("the table is finished, and everybody knows")

// play lets the seats act until the table is finished and all viewers have every update, or until ctx ends.
func (b *table) play(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(ctx, b.disconnect)() // ends the reads of spectators
	var seats, all sync.WaitGroup
	for _, v := range b.viewers {
		if v.isSeat() {
			seats.Add(1)
		}
		all.Go(func() {
			if err := v.readLoop(); err != nil {
				cancel(err)
			}
			if v.isSeat() {
				seats.Done()
			}
		})
	}
	seats.Wait()
	for ctx.Err() == nil && !b.isIdle() {
		select {
		case <-b.idle:
		case <-ctx.Done():
		}
	}
	cancel(errFinished)
	all.Wait()
	if err := context.Cause(ctx); !errors.Is(err, errFinished) {
		return err
	}
	return nil
}

// isIdle reports whether all viewers have received every move so far.
func (b *table) isIdle() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.pending) == 0
}

// disconnect closes all sockets.
func (b *table) disconnect() {
	for _, v := range b.viewers {
		if v.conn != nil {
			v.conn.close()
		}
	}
}

// countUpdate counts the update of seq, of n bytes, to a viewer.
func (b *table) countUpdate(seq, n int) {
	now := time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.run.counting.Load() {
		b.tally.updates++
		b.tally.bytes += n
	}
	f := b.pendingMove(seq)
	f.received++
	f.last = now
	b.finishIfDelivered(seq, f)
}

func (b *table) countResult(seq int, command *pendingCommand) {
	now := time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	began := command.sent
	took := now.Sub(began)
	if b.run.counting.Load() {
		b.tally.results = append(b.tally.results, took)
	}
	f := b.pendingMove(seq)
	f.sent = began
	b.finishIfDelivered(seq, f)
}

func (b *table) pendingMove(seq int) *pendingMove {
	f, ok := b.pending[seq]
	if !ok {
		f = &pendingMove{}
		b.pending[seq] = f
	}
	return f
}

// finishIfDelivered measures a move once all viewers have its update and its result has arrived.
func (b *table) finishIfDelivered(seq int, f *pendingMove) {
	if f.received < len(b.viewers) || f.sent.IsZero() {
		return
	}
	if delete(b.pending, seq); len(b.pending) == 0 {
		select {
		case b.idle <- struct{}{}:
		default:
		}
	}
	if b.run.counting.Load() {
		b.tally.updated = append(b.tally.updated, f.last.Sub(f.sent))
	}
}

func (b *table) countRefusal() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tally.refused++
}
