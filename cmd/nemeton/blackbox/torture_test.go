package blackbox_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/play/torture"
	"nemeton/testkit/expect"
	"nemeton/testkit/faultproxy"
	"nemeton/testkit/histories"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// runFaults plays two tables at the same time on a server and injects faults.
func runFaults(t *testing.T, p *process, database string, faults int, fault torture.Fault) torture.Summary {
	t.Helper()
	operations, checked := 0, []torture.History{}
	sum, err := torture.Run(t.Context(), torture.Options{
		URL: p.url, Tables: []string{"meduris", "druids"}, Seats: 2, Seed: 7, Faults: faults, Fault: fault,
		Calm: 12, Timeout: hangs, Find: catalog.Find,
		History: func(h torture.History) error {
			operations += len(h.Operations)
			checked = append(checked, h)
			return histories.Check(h)
		},
		Records: func(ctx context.Context, table string) ([]engine.Record, error) {
			p.kill()
			return torture.ReadStored(ctx, database, table)
		},
	})
	must.Succeed(t, err, "seed", sum.Seed, "after", sum.Faults, "faults")
	if sum.Faults != faults || sum.Tables < 2 || sum.Compared == 0 {
		t.Errorf("got %+v, want %d faults, two tables and compared states", sum, faults)
	}
	t.Log(sum)
	t.Logf("%d operations of clients at %d tables are linearizable", operations, len(checked))
	checkPlantedFaults(t, checked)
	return sum
}

// runDisconnects is runFaults with a fault that ends sockets. Other faults need not: their players open sockets again only at random.
func runDisconnects(t *testing.T, p *process, database string, faults int, fault torture.Fault) {
	t.Helper()
	if sum := runFaults(t, p, database, faults, fault); sum.Reconnects == 0 {
		t.Errorf("got %+v, want reconnects", sum)
	}
}

// checkPlantedFaults changes a recorded history: a log that lost an acknowledged command, or has one twice, must not be legal.
func checkPlantedFaults(t *testing.T, checked []torture.History) {
	t.Helper()
	var h torture.History // the longest
	for _, c := range checked {
		if len(c.Stored) > len(h.Stored) {
			h = c
		}
	}
	if len(h.Stored) == 0 {
		t.Fatal("got no history with commands")
	}
	n := len(h.Stored)
	for fault, stored := range map[string][]torture.StoredCommand{
		"lost": h.Stored[:n-1], "applied twice": append(h.Stored[:n:n], h.Stored[0]),
	} {
		expect.Error(t, histories.Check(torture.History{Operations: h.Operations, Stored: stored}), histories.ErrIllegal, "an acknowledged command is", fault)
	}
}

// `make torture N=1000` runs the same for longer.
func TestTorture_Kills(t *testing.T) {
	t.Parallel()
	onBothStores(t, func(t *testing.T, database string) {
		p := serveRaced(t, database)
		runDisconnects(t, p, database, testsize.Pick(1, 1, 100), torture.Kill(p.server))
	})
}

func TestTorture_Stops(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	onBothStores(t, func(t *testing.T, database string) {
		p := serveRaced(t, database)
		runDisconnects(t, p, database, testsize.Pick(2, 3, 20), torture.Stop(p.server, hangs))
	})
}

// The proxy delays, cuts, halves and repeats the traffic between clients and server.
func TestTorture_RoughNetwork(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	database := "sqlite:" + filepath.Join(t.TempDir(), "nemeton.db")
	p := serveRaced(t, database)
	relay := must.Return(faultproxy.NewHTTPProxy(t.Context(), strings.TrimPrefix(p.url, "http://"), 7))(t)
	t.Cleanup(relay.Close)
	through := *p
	through.url = relay.URL()
	runDisconnects(t, &through, database, testsize.Pick(8, 8, 50), faultproxy.DisturbHTTP(relay, 400*time.Millisecond))
	t.Log(relay.Counts(), relay.Chances())
	// A busy machine sends few messages in the time of a disturbance. One of eighteen is late, cut or halved at least, and one of nine repeated. So none of that many is
	// less likely than once in a thousand.
	for harm, enough := range map[string]int{"late": 150, "cut": 150, "half": 150, "twice": 60} {
		if relay.Counts()[harm] == 0 && relay.Chances()[harm] >= enough {
			t.Errorf("the proxy injected no fault %q: %v", harm, relay.Counts())
		}
	}
}
