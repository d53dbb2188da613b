package appends_test

import (
	"path/filepath"
	"testing"
	"time"

	"nemeton/bench/appends"
	"nemeton/engine/catalog"
	"nemeton/server/store/sqlite"
	"nemeton/testkit/must"
)

func TestRun(t *testing.T) {
	t.Parallel()
	title, _ := catalog.Find("druids")
	game := must.Return(appends.Game(title, 3, 7))(t)
	if last := game[len(game)-1].Entry; len(game) < 10 || int(last.Seq) != len(game)+1 {
		t.Fatalf("got %d records, the last one with seq %d; want a complete game", len(game), last.Seq)
	}
	s := must.Return(sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "a.db"), sqlite.Options{}))(t)
	defer func() { _ = s.Close() }()
	r := must.Return(appends.Run(t.Context(), s, game, 5, 20*time.Millisecond))(t)
	if r.Tables != 5 || r.PerSecond <= 0 || r.Append.N < 5 || r.Append.P99 < r.Append.P50 {
		t.Errorf("got %+v, want a measurement of five tables", r)
	}
}
