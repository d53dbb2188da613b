package results_test

import (
	"context"
	"crypto/sha256"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nemeton/engine"
	"nemeton/server/results"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

func findToy(id string) (engine.Title, bool) {
	title := toy.Title{}
	return title, id == title.Info().ID
}

// The results that appends store are the same as those that a rebuild makes from the logs.
func TestRebuild(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	ctx := context.Background()
	played, conceded, running := h.Running(r, 3), h.Running(r, 2), h.Running(r, 2)
	handed := h.Running(r, 2)
	sessions, err := h.Store.Sessions(ctx, h.Players[1])
	if err != nil || len(sessions) == 0 {
		t.Fatalf("got sessions %v and error %v, want one", sessions, err)
	}
	const code = "1.code"
	err = h.Store.CreateLink(ctx, store.Link{
		ID: h.NewID(), Kind: store.HandoverLink, CodeHash: sha256.Sum256([]byte(code)), Player: h.Players[1], Session: sessions[0].ID,
		Table: handed, Seat: 1, CreatedAt: h.Moment, ExpiresAt: h.Moment.Add(time.Hour),
	})
	must.Succeed(t, err)
	must.Return(r.Claim(ctx, handed, h.Players[3], code, "claim"))(t)
	h.PlayOut(r, played)
	h.PlayOut(r, handed)
	must.Return(r.Concede(ctx, conceded, table.Command{ID: "give-up", Seat: 1}))(t)
	read := func() (all [][]store.Result) {
		t.Helper()
		for _, p := range h.Players {
			list := must.Return(h.Store.Results(ctx, store.ResultQuery{Player: p, Limit: 10}))(t)
			all = append(all, list)
		}
		return all
	}
	before := read()
	if len(before[0]) != 3 || len(before[3]) != 1 || !before[3][0].Seats[1].HandedOver || before[3][0].Table != handed {
		t.Fatalf("got results %+v, want three of the host, and one of the new holder", before)
	}
	for _, list := range before {
		for _, result := range list {
			if result.Table == running {
				t.Errorf("a running table has the result %+v, want none", result)
			}
		}
	}
	for id := range map[store.TableID]bool{played: true, conceded: true, handed: true} { // results of wrong seats, as of an older program
		row := must.Return(h.Store.Table(ctx, id))(t)
		must.Succeed(t, h.Store.SaveOutcome(ctx, id, store.Outcome{Scores: make([]int, len(row.Seats))}))
	}
	n, err := results.Rebuild(ctx, h.Store, findToy, func(k results.Skipped) error { t.Errorf("skipped %+v, want no table", k); return nil })
	if err != nil || n != 3 {
		t.Errorf("got %d tables and error %v, want 3", n, err)
	}
	expect.Equal(t, cmp.Diff(before, read()), "", "results after the rebuild (-want +got)")
	skipped := 0
	n, err = results.Rebuild(ctx, h.Store, func(string) (engine.Title, bool) { return nil, false }, func(results.Skipped) error { skipped++; return nil })
	if err != nil || n != 0 || skipped != 3 {
		t.Errorf("without the title: got %d tables, %d skipped and error %v, want 3 skipped", n, skipped, err)
	}
}
