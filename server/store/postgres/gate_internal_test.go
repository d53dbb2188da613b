package postgres

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// waits lets a call wait at the gate in the background, for up to within. It returns once the call waits or has its result.
func waits(t *testing.T, g *gate, within, patience time.Duration) <-chan error {
	t.Helper()
	result := make(chan error, 1)
	go func() {
		ctx, cancel := context.WithTimeout(t.Context(), within)
		defer cancel()
		_, err := g.enter(ctx, patience)
		result <- err
	}()
	synctest.Wait()
	return result
}

// enter takes a place of a gate that has one.
func enter(t *testing.T, g *gate) func(context.Context) {
	t.Helper()
	return must.Return(g.enter(t.Context(), 0))(t)
}

func TestGate_FullQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(1, 0)
		g.limit = 2
		leave := enter(t, g)
		first, second := waits(t, g, time.Hour, 0), waits(t, g, time.Hour, defaultReadTimeout/2)
		if err := <-waits(t, g, time.Hour, 0); !errors.Is(err, store.ErrOverloaded) || errors.Is(err, store.ErrUnavailable) {
			t.Errorf("a call too many: got %v, want %v", err, store.ErrOverloaded)
		}
		leave(t.Context())
		synctest.Wait()
		expect.Error(t, <-first, nil, "the first call")
		if len(second) > 0 {
			t.Error("the second call did not wait for the first")
		}
		leave(t.Context())
		expect.Error(t, <-second, nil, "the second call")
		leave(t.Context())
		enter(t, g)
	})
}

// A deadline that passes means an overload if other calls got answers meanwhile, and a store that cannot be reached otherwise.
func TestGate_Deadline(t *testing.T) {
	t.Parallel()
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for name, test := range map[string]struct {
		leaves context.Context // of the call before; nil: it stays
		want   error
	}{
		"no answer":     {nil, store.ErrUnavailable},
		"an answer":     {context.Background(), store.ErrOverloaded},
		"a late answer": {ended, store.ErrUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				g := newGate(1, 0)
				leave := enter(t, g)
				taken, waiting := waits(t, g, time.Hour, 0), waits(t, g, time.Minute, 0)
				if test.leaves != nil {
					leave(test.leaves)
					must.Succeed(t, <-taken)
				}
				if err := <-waiting; !errors.Is(err, test.want) || !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("got %v, want %v", err, test.want)
				}
				if test.leaves == nil {
					leave(t.Context())
					<-taken
				}
			})
		})
	}
}

// A read gives up when nothing is answered for a while, and waits as long as something is. Calls get their places in order.
func TestGate_Patience(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(1, 0)
		leave := enter(t, g)
		var reads []<-chan error
		for range 3 {
			reads = append(reads, waits(t, g, time.Hour, time.Second))
		}
		for n, read := range reads { // the last one waits for 2.7 s
			<-time.After(900 * time.Millisecond)
			leave(t.Context())
			must.Succeed(t, <-read, "read", n)
		}
		if err := <-waits(t, g, time.Hour, time.Second); !errors.Is(err, store.ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v while nothing was answered, want %v", err, store.ErrUnavailable)
		}
		leave(t.Context())
	})
}

func TestGate_Canceled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(1, 0)
		leave := enter(t, g)
		ctx, cancel := context.WithCancel(t.Context())
		result := make(chan error, 1)
		go func() {
			_, err := g.enter(ctx, 0)
			result <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-result; !errors.Is(err, store.ErrUnavailable) || !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want %v", err, store.ErrUnavailable)
		}
		leave(t.Context())
	})
}

// A call whose turn comes just before its deadline does not begin, because the deadline would cut it off. The next call gets the connection.
func TestGate_NearDeadline(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(1, 0)
		leave := enter(t, g)
		late, next := waits(t, g, time.Minute, 0), waits(t, g, time.Hour, 0)
		<-time.After(time.Minute - spareTime/2)
		leave(t.Context())
		expect.Error(t, <-late, store.ErrOverloaded)
		expect.Error(t, <-next, nil)
	})
}

// A read without a connection fails with the reason of the gate, although its own context has ended as well.
func TestReading_Overloaded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &Store{gate: newGate(1, 0)}
		leave := enter(t, s.gate)
		taken := waits(t, s.gate, time.Hour, 0)
		result := make(chan error, 1)
		go func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			ctx, done := s.reading(ctx, "SELECT 1")
			defer done()
			result <- fail(ctx, ctx.Err())
		}()
		synctest.Wait()
		leave(t.Context())
		must.Succeed(t, <-taken)
		if err := <-result; !errors.Is(err, store.ErrOverloaded) || errors.Is(err, store.ErrUnavailable) {
			t.Errorf("got %v, want %v", err, store.ErrOverloaded)
		}
	})
}

// The read of a stored change finds a place in a full queue, and goes before the calls that wait.
func TestGate_Urgent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(1, 0)
		g.limit = 1
		leave := enter(t, g)
		other := waits(t, g, time.Hour, 0)
		ended, cancel := context.WithCancel(t.Context())
		cancel() // does not end the read
		urgent := make(chan error, 1)
		go func() {
			ctx, cancel := store.Urgent(ended)
			defer cancel()
			_, err := g.enter(ctx, defaultReadTimeout)
			urgent <- err
		}()
		synctest.Wait()
		leave(t.Context())
		synctest.Wait()
		if len(other) > 0 {
			t.Error("the other call went first")
		}
		expect.Error(t, <-urgent, nil)
		leave(t.Context())
		expect.Error(t, <-other, nil)
	})
}
