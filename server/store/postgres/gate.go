package postgres

import (
	"cmp"
	"container/list"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"nemeton/server/store"
)

// maxWaiting is the number of calls that may wait for a connection. Four thousand people who begin tables at once fit. With more, calls would reach their
// deadlines in the queue.
const maxWaiting = 4096

// defaultReadTimeout is the longest time of a reading method on its connection, and the longest time that such a method waits for a connection while no
// call gets an answer. So a player learns within seconds that Postgres does not answer. A machine that stops answers no connection, either.
const defaultReadTimeout = 1500 * time.Millisecond

// After waiting, a call with less than spareTime left returns an error instead of starting a statement. A change that its deadline cuts off may or may not
// be stored; a change that did not begin can be repeated.
const spareTime = time.Second

// gate lets calls use the connections in the order in which they arrive. It tells two reasons for a long wait apart: Postgres answers, but too many calls
// wait; or it does not answer.
type gate struct {
	limit       int           // of waiting calls
	readTimeout time.Duration // Options.ReadTimeout

	mu       sync.Mutex // guards the fields below
	free     int32      // connections that no call uses
	waiting  list.List  // of chan struct{}, which is closed when the call has a connection; the oldest first
	answered uint64     // calls that ended before their contexts did
}

func newGate(conns int32, readTimeout time.Duration) *gate {
	return &gate{limit: maxWaiting, readTimeout: cmp.Or(readTimeout, defaultReadTimeout), free: conns}
}

// enter waits for a connection. The caller must call leave with the context of its statements when it has its answer. It returns store.ErrOverloaded if too
// many calls wait, and if ctx comes near its deadline while other calls get answers. It returns store.ErrUnavailable if ctx ends otherwise. A patience
// other than 0 is the longest time without an answer to any call; after it, the error is store.ErrUnavailable as well. An urgent call
// goes before the others.
func (g *gate) enter(ctx context.Context, patience time.Duration) (leave func(context.Context), err error) {
	g.mu.Lock()
	if g.free > 0 {
		g.free--
		g.mu.Unlock()
		return g.leave, nil
	}
	urgent := store.IsUrgent(ctx)
	if g.waiting.Len() >= g.limit && !urgent {
		g.mu.Unlock()
		return nil, store.ErrOverloaded
	}
	turn, first := make(chan struct{}), g.answered
	place := g.waiting.PushBack(turn)
	if urgent {
		g.waiting.MoveToFront(place)
	}
	g.mu.Unlock()
	if err := g.await(ctx, turn, first, patience); err != nil && g.giveUp(place) {
		return nil, err
	}
	if deadline, ok := ctx.Deadline(); ok && !urgent && time.Until(deadline) < spareTime { //nolint:forbidigo // deadlines of contexts are times of the real clock
		g.leave(ctx)
		return nil, fmt.Errorf("%w: %w", store.ErrOverloaded, context.DeadlineExceeded)
	}
	return g.leave, nil
}

// await waits for the turn of a call that began to wait when so many calls were answered.
func (g *gate) await(ctx context.Context, turn <-chan struct{}, first uint64, patience time.Duration) error {
	var silence <-chan time.Time // nil: never
	if patience > 0 {
		ticker := time.NewTicker(patience)
		defer ticker.Stop()
		silence = ticker.C
	}
	for before := first; ; {
		select {
		case <-turn:
			return nil
		case <-silence:
			now := g.count()
			if now == before {
				return fmt.Errorf("%w: no call was answered: %w", store.ErrUnavailable, context.DeadlineExceeded)
			}
			before = now
		case <-ctx.Done():
			if errors.Is(ctx.Err(), context.DeadlineExceeded) && g.count() != first {
				return fmt.Errorf("%w: %w", store.ErrOverloaded, ctx.Err())
			}
			return fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
		}
	}
}

// giveUp ends a call's wait. It returns false if the call has got a connection meanwhile.
func (g *gate) giveUp(place *list.Element) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	before := g.waiting.Len()
	g.waiting.Remove(place) // without effect if leave has removed it
	return g.waiting.Len() < before
}

// leave gives a call's connection to the call that has waited longest. ctx is that of the call's statements: if it has ended, the call had no answer.
func (g *gate) leave(ctx context.Context) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if ctx.Err() == nil {
		g.answered++
	}
	if next := g.waiting.Front(); next != nil {
		close(g.waiting.Remove(next).(chan struct{}))
	} else {
		g.free++
	}
}

func (g *gate) count() uint64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.answered
}

// reading waits for a connection and returns the context of a reading method. If there is no connection, the context has ended, and fail returns its cause.
// The method must call done at its end. If the time was over by then, Options.Canceled gets the statement.
func (s *Store) reading(ctx context.Context, statement string) (limited context.Context, done func()) {
	leave, err := s.gate.enter(ctx, s.gate.readTimeout)
	if err != nil {
		ctx, cancel := context.WithCancelCause(context.WithoutCancel(ctx)) // the cause is err, although ctx may have ended
		cancel(err)
		return ctx, func() {}
	}
	limited, cancel := context.WithTimeout(ctx, s.gate.readTimeout)
	return limited, func() {
		if errors.Is(limited.Err(), context.DeadlineExceeded) && s.canceled != nil {
			s.canceled(statement)
		}
		leave(limited)
		cancel()
	}
}
