package blackbox_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nemeton/play"
	"nemeton/testkit/natstest"
	"nemeton/testkit/pgtest"
	"nemeton/testkit/testsize"
)

// within is the longest interruption of a player whose node was killed, on an idle machine.
const within = 2 * time.Second

// load plays several tables at the same time until it is stopped, and requires all promises of the protocol.
type load struct {
	t      *testing.T
	cancel context.CancelFunc
	done   sync.WaitGroup
	tables []*progress
	games  atomic.Int64 // finished
}

// progress counts the moves of one table.
type progress struct {
	moves atomic.Int64
	moved chan struct{} // capacity 1
}

func newLoad(t *testing.T, tables int, o play.Options) *load {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	l := &load{t: t, cancel: cancel}
	if o.Title == "" {
		o.Title = "meduris"
	}
	o.Games, o.Lag, o.Timeout, o.KeepGuests = 100, hangs, hangs, true
	o.Progress = func(play.Game) { l.games.Add(1) }
	for n := range tables {
		p := &progress{moved: make(chan struct{}, 1)}
		l.tables = append(l.tables, p)
		mine := o
		mine.Seed, mine.Seats = uint64(n+1), 2
		mine.Moved = func(play.Moment) {
			p.moves.Add(1)
			select {
			case p.moved <- struct{}{}:
			default:
			}
		}
		l.done.Go(func() {
			if _, err := play.Run(ctx, mine); !errors.Is(err, context.Canceled) {
				t.Errorf("table %d: %v", n, err)
				cancel()
			}
		})
	}
	t.Cleanup(l.stop)
	return l
}

// stop ends the load and waits for its goroutines.
func (l *load) stop() {
	l.cancel()
	l.done.Wait()
}

// goOn waits until every table has moved n times from now on.
func (l *load) goOn(n int64) {
	l.t.Helper()
	deadline := time.NewTimer(hangs)
	defer deadline.Stop()
	for _, p := range l.tables {
		for to := p.moves.Load() + n; p.moves.Load() < to; {
			select {
			case <-p.moved:
			case <-deadline.C:
				l.t.Fatalf("a table made fewer than %d moves within %v", n, hangs)
			}
		}
	}
}

// kill ends a node, waits until all tables go on, and logs the interruption.
func (l *load) kill(p *process) {
	l.t.Helper()
	p.kill()
	began := time.Now()
	l.goOn(2) // the first move may have been in flight
	logDuration(l.t, time.Since(began), within, "playing on after the kill")
}

// cluster returns a function that starts nodes on one Postgres, connected by NATS.
func cluster(t *testing.T) (node func(args ...string) *process) {
	t.Helper()
	database, bus := pgtest.New(t), natstest.Start(t)
	return func(args ...string) *process {
		t.Helper()
		return serveRaced(t, database, append(args, "--nats", bus.URL)...)
	}
}

func host(p *process) string { return strings.TrimPrefix(p.url, "http://") }

// Clients that know one address learn the others from the first answer.
func TestCluster_KilledNodeWithoutProxy(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	node := cluster(t)
	first := node("--nodes", node().url)
	l := newLoad(t, 1, play.Options{URLs: []string{first.url}})
	l.goOn(10)
	l.kill(first)
	l.goOn(10)
	l.stop()
}

// Behind a proxy, one node is killed and then each is restarted after a clean stop, while tables are played.
func TestCluster_BehindProxy(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	node := cluster(t)
	first, second := node("--drain-wait", "300ms"), node("--drain-wait", "300ms")
	front := inFront(t, host(first), host(second))
	l := newLoad(t, 2, play.Options{URLs: []string{front.url}, Several: true})
	l.goOn(10)
	l.kill(first)
	l.goOn(5)
	first.restart()
	first.await("/readyz", 200)
	for _, p := range []*process{second, first} {
		stopCleanly(t, p)
		l.goOn(5)
		p.restart()
		p.await("/readyz", 200)
		l.goOn(5)
	}
	l.stop()
}
