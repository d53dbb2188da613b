package blackbox_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/play/torture"
	"nemeton/testkit/histories"
	"nemeton/testkit/must"
	"nemeton/testkit/natstest"
	"nemeton/testkit/pgtest"
	"nemeton/testkit/testsize"
)

// standingStill are the times for which a node stands still: within a request, and beyond the timeouts of the proxy and of the store's transactions.
var standingStill = []time.Duration{50 * time.Millisecond, time.Second, 5 * time.Second, 20 * time.Second}

// A node that stands still goes on with commands, transactions and sockets that others have long replaced.
func TestCluster_NodesStandStill(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	database, bus := pgtest.New(t), natstest.Start(t)
	var nodes [2]*process
	for n := range nodes {
		nodes[n] = serveRaced(t, database, "--nats", bus.URL)
	}
	sum, err := torture.Run(t.Context(), torture.Options{
		URL: inFront(t, host(nodes[0]), host(nodes[1])).url, Several: true, Tables: []string{"meduris", "druids"}, Seats: 2, Seed: 7, Faults: testsize.Pick(4, 4, 40),
		Fault: func(_ context.Context, r *rand.Rand) error {
			n := nodes[r.IntN(len(nodes))].server
			if err := n.Pause(); err != nil {
				return err
			}
			time.Sleep(standingStill[r.IntN(len(standingStill))])
			return n.Resume()
		},
		Calm: 12, Timeout: hangs, Find: catalog.Find, History: histories.Check,
		Records: func(ctx context.Context, table string) ([]engine.Record, error) {
			for _, n := range nodes {
				n.kill()
			}
			return torture.ReadStored(ctx, database, table)
		},
	})
	must.Succeed(t, err, "seed", sum.Seed, "after", sum.Faults, "faults")
	t.Log(sum)
	logReturn(t, sum)
}
