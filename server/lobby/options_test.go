package lobby_test

import (
	"context"
	"testing"

	"nemeton/engine"
	"nemeton/server/lobby"
	"nemeton/server/store"
)

// New tables have hints unless the creator turns them off. A rematch of a table that is older than the option has none, like the table itself.
func TestHints_Default(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := newFixture(t)
	ada, bob := h.player("Ada"), h.player("Bob")
	for name, c := range map[string]struct {
		chosen engine.Options
		want   int
	}{"nothing chosen": {nil, 1}, "turned off": {engine.Options{lobby.Hints: 0}, 0}, "turned on": {engine.Options{lobby.Hints: 1}, 1}} {
		row, err := h.Create(ctx, ada, lobby.CreateRequest{Title: "toy", Seats: 2, Options: c.chosen})
		if got, set := row.Options[lobby.Hints]; err != nil || !set || got != c.want {
			t.Errorf("%s: got %v and %v, want hints %d", name, row.Options, err, c.want)
		}
	}

	row := h.table(2, ada, bob)
	h.exec(`UPDATE tables SET options = json_remove(options, '$.hints'), chance = 1 WHERE id = ?`, string(row.ID))
	row, err := h.store.Table(ctx, row.ID)
	if _, set := row.Options[lobby.Hints]; err != nil || set {
		t.Fatalf("got %v and %v, want a table without the option", row.Options, err)
	}
	if row, err = h.Start(ctx, h.contribute(row).ID, ada); err != nil || row.State != store.Running {
		t.Fatalf("got %+v and %v", row, err)
	}
	h.finish(row)
	next, _, err := h.Rematch(ctx, row.ID, ada, "")
	if got, set := next.Options[lobby.Hints]; err != nil || !set || got != 0 {
		t.Errorf("got %v and %v, want a rematch without hints", next.Options, err)
	}
}
