package blackbox_test

import (
	"testing"
	"time"

	"nemeton/engine/catalog"
	"nemeton/play/torture"
)

// suffer plays two tables at once on a server that meets mishaps.
func suffer(t *testing.T, url string, mishaps int, mishap torture.Mishap) torture.Summary {
	t.Helper()
	sum, err := torture.Run(t.Context(), torture.Options{
		URL: url, Tables: []string{"meduris", "druids"}, Seats: 2, Seed: 7, Mishaps: mishaps, Mishap: mishap,
		Calm: 200 * time.Millisecond, Patience: time.Minute, Find: catalog.Find,
	})
	if err != nil {
		t.Fatalf("seed %d, after %d mishaps: %v", sum.Seed, sum.Mishaps, err)
	}
	if sum.Mishaps != mishaps || sum.Games < 2 || sum.Compared == 0 || sum.Reconnects == 0 {
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
		suffer(t, p.url, 10, torture.Kill(p.server))
	})
}
