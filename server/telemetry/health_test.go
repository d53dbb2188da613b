package telemetry_test

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"nemeton/server/telemetry"
	"nemeton/testkit/expect"
)

// fakeStore is a store whose probe can fail or hang.
type fakeStore struct {
	mu     sync.Mutex
	err    error
	hangs  bool
	probes int
}

func (s *fakeStore) probe(ctx context.Context) error {
	s.mu.Lock()
	s.probes++
	err, hangs := s.err, s.hangs
	s.mu.Unlock()
	if hangs {
		<-ctx.Done()
		return ctx.Err()
	}
	return err
}

func (s *fakeStore) set(err error, hangs bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err, s.hangs = err, hangs
}

// healthFixture is a Health in a bubble of synctest, where time passes only in waits.
type healthFixture struct {
	*telemetry.Health
	t     *testing.T
	store *fakeStore
}

func inBubble(t *testing.T, shared bool, check func(h healthFixture)) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &fakeStore{}
		h := telemetry.NewHealth(telemetry.HealthConfig{Probe: s.probe, Shared: shared, Now: time.Now})
		defer h.Close()
		check(healthFixture{h, t, s})
	})
}

// want checks the answers of /healthz, /readyz and /readyz?store.
func (h healthFixture) want(why string, live, ready, store int) {
	h.t.Helper()
	got := [3]int{}
	got[0], _ = get(h.t, http.HandlerFunc(h.Live), "/healthz")
	got[1], _ = get(h.t, http.HandlerFunc(h.Ready), "/readyz")
	got[2], _ = get(h.t, http.HandlerFunc(h.Ready), "/readyz?store")
	expect.Equal(h.t, got, [3]int{live, ready, store}, why)
}

// pass lets time pass in the bubble.
func pass(d time.Duration) { <-time.NewTimer(d).C }

var errFull = errors.New("disk full")

func TestHealth_OwnStore(t *testing.T) {
	inBubble(t, false, func(h healthFixture) {
		h.want("at the start", 200, 200, 200)
		h.store.set(errFull, false)
		pass(5 * time.Second)
		h.want("on a full disk", 200, 503, 503)
		h.store.set(nil, false)
		h.want("before the next probe", 200, 503, 503)
		pass(5 * time.Second)
		h.want("with room again", 200, 200, 200)
		h.Drain()
		h.want("draining", 200, 503, 503)
	})
}

// A shared store that fails does not make the nodes unready.
func TestHealth_SharedStore(t *testing.T) {
	inBubble(t, true, func(h healthFixture) {
		h.store.set(errFull, false)
		h.want("without its store", 200, 200, 503)
		h.Interrupted(true)
		h.want("while moves are not saved", 200, 200, 503)
		h.store.set(nil, false)
		pass(5 * time.Second)
		h.want("with its store", 200, 200, 200)
		h.Drain()
		h.want("draining", 200, 503, 503)
	})
}

// Any number of checks causes one probe in five seconds.
func TestHealth_ProbesSeldom(t *testing.T) {
	inBubble(t, false, func(h healthFixture) {
		for range 100 {
			var all sync.WaitGroup
			for range 10 {
				all.Go(func() { get(h.t, http.HandlerFunc(h.Ready), "/readyz") })
			}
			all.Wait()
			h.Interrupted(true)
			pass(200 * time.Millisecond)
		}
		expect.Equal(h.t, h.store.probes, 4, "probes in 20 s")
	})
}

// A store that does not answer makes a check wait for two seconds, and not longer.
func TestHealth_HangingStore(t *testing.T) {
	inBubble(t, false, func(h healthFixture) {
		h.want("at the start", 200, 200, 200)
		h.store.set(nil, true)
		pass(5 * time.Second)
		began := time.Now()
		h.want("while the store hangs", 200, 503, 503)
		expect.Equal(h.t, time.Since(began), 4*time.Second, "two checks took")
		h.store.set(nil, false)
		pass(5 * time.Second)
		h.want("after that", 200, 200, 200)
	})
}

// A failed write makes the node unready at once, until a probe succeeds that began later.
func TestHealth_FailedWrites(t *testing.T) {
	inBubble(t, false, func(h healthFixture) {
		h.want("at the start", 200, 200, 200)
		h.Unsaved()
		h.want("after a failure without an interruption", 200, 200, 200)
		h.Interrupted(true)
		h.want("during an interruption", 200, 503, 503)
		pass(5 * time.Second)
		h.want("after a good probe", 200, 200, 200)
		h.Unsaved()
		h.want("after one more failure", 200, 503, 503)
		pass(5 * time.Second)
		h.want("after one more good probe", 200, 200, 200)
		h.Interrupted(false)
		h.Unsaved()
		h.want("after the interruption", 200, 200, 200)
	})
}

// The metric shares the probes of the health checks.
func TestHealth_Metric(t *testing.T) {
	inBubble(t, true, func(h healthFixture) {
		if !h.StoreWorks(h.t.Context()) {
			h.t.Error("a working store counts as failing")
		}
		h.store.set(errFull, false)
		pass(5 * time.Second)
		for range 2 {
			if h.StoreWorks(h.t.Context()) {
				h.t.Error("a failing store counts as working")
			}
		}
		expect.Equal(h.t, h.store.probes, 2, "probes")
	})
}
