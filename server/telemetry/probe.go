package telemetry

import (
	"context"
	"errors"
	"sync"
	"time"
)

const (
	// probeInterval is the shortest time between the starts of two probes.
	probeInterval = 5 * time.Second
	probeTimeout  = 5 * time.Second
	// answerTimeout is the longest time that a health check waits for a running probe. Then the store counts as failing.
	answerTimeout = 2 * time.Second
)

var (
	errNotSaved = errors.New("a move could not be saved")
	errNoAnswer = errors.New("the store does not answer")
)

// storeProbe finds out whether the store works. Health checks share its result, so that they cause one probe in probeInterval at most.
type storeProbe struct {
	run    func(context.Context) error
	now    func() time.Time
	ctx    context.Context // of all probes
	cancel context.CancelFunc
	done   sync.WaitGroup // running probes

	mu      sync.Mutex // guards the fields below
	begun   time.Time  // start of the last probe
	running chan struct{}
	err     error // result of the last finished probe
	failed  bool  // a write has failed since the start of the last probe
}

func newStoreProbe(run func(context.Context) error, now func() time.Time) *storeProbe {
	p := &storeProbe{run: run, now: now}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	return p
}

// close cancels a running probe and waits for its end.
func (p *storeProbe) close() {
	p.cancel()
	p.done.Wait()
}

// writeFailed records a failed write. The store counts as failing until a later probe succeeds.
func (p *storeProbe) writeFailed() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.failed = true
}

// result returns nil if the store works. It starts a probe if the last one is too old, and waits for a running probe until ctx ends.
func (p *storeProbe) result(ctx context.Context) error {
	p.mu.Lock()
	elapsed := p.now().Sub(p.begun)
	if p.running == nil && (elapsed >= probeInterval || elapsed < 0) && p.ctx.Err() == nil { // a clock may be set back
		p.start()
	}
	running := p.running
	p.mu.Unlock()
	if running != nil {
		select {
		case <-running:
		case <-ctx.Done():
			return errNoAnswer
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failed {
		return errNotSaved
	}
	return p.err
}

// start starts a probe. The caller holds p.mu.
func (p *storeProbe) start() {
	finished := make(chan struct{})
	p.begun, p.running, p.failed = p.now(), finished, false
	p.done.Go(func() {
		ctx, cancel := context.WithTimeout(p.ctx, probeTimeout)
		defer cancel()
		err := p.run(ctx)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.err, p.running = err, nil
		close(finished)
	})
}
