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
	"nemeton/testkit/faultproxy"
)

// suffer plays two tables at once on a server that meets mishaps.
func suffer(t *testing.T, p *process, database string, mishaps int, mishap torture.Fault) torture.Summary {
	t.Helper()
	sum, err := torture.Run(t.Context(), torture.Options{
		URL: p.url, Tables: []string{"meduris", "druids"}, Seats: 2, Seed: 7, Faults: mishaps, Fault: mishap,
		Calm: 12, Timeout: time.Minute, Find: catalog.Find,
		Records: func(ctx context.Context, table string) ([]engine.Record, error) {
			p.kill()
			return torture.Stored(ctx, database, table)
		},
	})
	if err != nil {
		t.Fatalf("seed %d, after %d mishaps: %v", sum.Seed, sum.Faults, err)
	}
	if sum.Faults != mishaps || sum.Tables < 2 || sum.Compared == 0 || sum.Reconnects == 0 {
		t.Errorf("a run that tried too little: %+v", sum)
	}
	t.Log(sum)
	return sum
}

// make torture N=1000 is the same, longer.
func TestTorture_Kills(t *testing.T) {
	t.Parallel()
	onBothStores(t, func(t *testing.T, database string) {
		p := serve(t, database)
		suffer(t, p, database, 10, torture.Kill(p.server))
	})
}

func TestTorture_Stops(t *testing.T) {
	t.Parallel()
	onBothStores(t, func(t *testing.T, database string) {
		p := serve(t, database)
		suffer(t, p, database, 5, torture.Stop(p.server))
	})
}

// The network is rough: what passes between clients and server comes late, half, twice or not at all.
func TestTorture_RoughNetwork(t *testing.T) {
	t.Parallel()
	database := "sqlite:" + filepath.Join(t.TempDir(), "nemeton.db")
	p := serve(t, database)
	relay, err := faultproxy.NewHTTPProxy(t.Context(), strings.TrimPrefix(p.url, "http://"), 7)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(relay.Close)
	through := *p
	through.url = relay.URL()
	suffer(t, &through, database, 8, faultproxy.Storms(relay, 400*time.Millisecond))
	t.Log(relay.Did())
	for _, harm := range []string{"late", "cut", "half", "twice"} { // frames are many, requests few
		if relay.Did()[harm] == 0 {
			t.Errorf("nothing came %s: %v", harm, relay.Did())
		}
	}
}
