package bot

import (
	"context"
	"slices"
	"sync"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// maxWaitingHints is the maximum number of hints that wait in each of the two lines of a hintQueue.
const maxWaitingHints = 64

const hintWait = time.Second

// HintRequest asks for a hint.
type HintRequest struct {
	Player store.PlayerID
	Table  store.TableID
	Seat   engine.Seat
	Owes   bool // the seat owes a decision, as far as the caller knows
}

// hintQueue runs a limited number of hints at the same time. A player has at most one hint in flight, so the players take
// turns. Hints for seats that owe a decision run first.
type hintQueue struct {
	slots int
	run   func(ctx context.Context, r HintRequest) (Hint, error)
	start func(f func()) // runs f on a goroutine that Close waits for

	mu       sync.Mutex
	closed   bool
	running  int
	inFlight map[store.PlayerID]*hintJob
	owing    []*hintJob // waiting, the oldest first
	others   []*hintJob // waiting for seats that owe nothing
}

// hintJob is a hint in flight. Several requests of its player may wait for it.
type hintJob struct {
	HintRequest
	ctx     context.Context // until no request waits for it
	cancel  context.CancelFunc
	waiting int // requests
	started bool
	done    chan struct{} // closed once hint and err are set
	hint    Hint
	err     error
}

// ask returns the hint, and blocks until it is ready or ctx ends. A player's request for the seat of the hint in flight
// shares its result. Errors: those of run; too_fast if the player has another hint in flight or too many wait;
// unavailable if ctx ends or the queue is closed. base ends the hints in flight.
func (q *hintQueue) ask(ctx, base context.Context, r HintRequest) (Hint, error) {
	job, err := q.join(base, r)
	if err != nil {
		return Hint{}, err
	}
	defer q.leave(job)
	select {
	case <-job.done:
		return job.hint, job.err
	case <-ctx.Done():
		return Hint{}, apperr.Wrap(ctx.Err(), apperr.Unavailable, "the hint took too long; try again")
	case <-base.Done():
		return Hint{}, apperr.New(apperr.Unavailable, "the server is stopping; try again")
	}
}

// join adds a request to the player's hint in flight, or to the end of a line.
func (q *hintQueue) join(base context.Context, r HintRequest) (*hintJob, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if job, ok := q.inFlight[r.Player]; ok {
		if job.Table != r.Table || job.Seat != r.Seat || job.waiting == 0 {
			return nil, apperr.New(apperr.TooFast, "your last hint is not ready yet; wait a moment").After(hintWait)
		}
		job.waiting++
		return job, nil
	}
	line := &q.others
	if r.Owes {
		line = &q.owing
	}
	switch {
	case q.closed:
		return nil, apperr.New(apperr.Unavailable, "the server is stopping; try again")
	case len(*line) >= maxWaitingHints:
		return nil, apperr.New(apperr.TooFast, "too many hints at once; wait a moment").After(hintWait)
	}
	job := &hintJob{HintRequest: r, waiting: 1, done: make(chan struct{})}
	job.ctx, job.cancel = context.WithCancel(base)
	q.inFlight[r.Player] = job
	*line = append(*line, job)
	q.startNext()
	return job, nil
}

// leave ends a request's wait. A job without requests is canceled. It stays in flight until its search has stopped.
func (q *hintQueue) leave(job *hintJob) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if job.waiting--; job.waiting > 0 {
		return
	}
	job.cancel()
	if job.started {
		return
	}
	q.owing = slices.DeleteFunc(q.owing, func(j *hintJob) bool { return j == job })
	q.others = slices.DeleteFunc(q.others, func(j *hintJob) bool { return j == job })
	q.forget(job)
}

// startNext starts waiting jobs while there are free slots. The caller holds q.mu.
func (q *hintQueue) startNext() {
	for q.running < q.slots && !q.closed {
		line := &q.owing
		if len(*line) == 0 {
			line = &q.others
		}
		if len(*line) == 0 {
			return
		}
		job := (*line)[0]
		*line = slices.Delete(*line, 0, 1)
		job.started = true
		q.running++
		q.start(func() { q.finish(job) })
	}
}

func (q *hintQueue) finish(job *hintJob) {
	hint, err := q.run(job.ctx, job.HintRequest)
	q.mu.Lock()
	defer q.mu.Unlock()
	job.hint, job.err = hint, err
	close(job.done)
	q.running--
	q.forget(job)
	q.startNext()
}

// forget makes room for the player's next hint. The caller holds q.mu.
func (q *hintQueue) forget(job *hintJob) {
	if q.inFlight[job.Player] == job {
		delete(q.inFlight, job.Player)
	}
}

func (q *hintQueue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
}
