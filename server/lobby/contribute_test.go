package lobby_test

import (
	"bytes"
	"context"
	"testing"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/lobby"
)

func TestSit_Contribution(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := newFixture(t)
	ada, bob := h.player("Ada"), h.player("Bob")
	row := h.table(3, ada, bob)
	sit := func(who int, c lobby.SitRequest) {
		t.Helper()
		var err error
		if row, _, err = h.Sit(ctx, row.ID, row.Seats[who].Player, c); err != nil {
			t.Fatal(err)
		}
	}
	want := func(what string, want ...string) {
		t.Helper()
		if len(row.Contributions) != len(want) {
			t.Fatalf("%s: got %q, want %q", what, row.Contributions, want)
		}
		for i, w := range want {
			if string(row.Contributions[i]) != w {
				t.Errorf("%s, seat %d: got %q, want %q", what, i, row.Contributions[i], w)
			}
		}
	}
	want("no seat contributes")
	sit(1, lobby.SitRequest{Contribution: []byte("bob")})
	want("one seat contributes", "", "bob", "")
	sit(0, lobby.SitRequest{Contribution: []byte("ada")})
	sit(0, lobby.SitRequest{})
	want("sitting down again changes nothing", "ada", "bob", "")
	to := engine.Seat(2)
	sit(1, lobby.SitRequest{Seat: &to})
	want("it moves with its player", "ada", "", "bob")
	sit(2, lobby.SitRequest{Contribution: []byte("bob again")})
	want("the last contribution counts", "ada", "", "bob again")
	_, _, err := h.Sit(ctx, row.ID, ada, lobby.SitRequest{Contribution: bytes.Repeat([]byte{1}, lobby.MaxContribution+1)})
	wantCode(t, err, apperr.Invalid)
	if row, err = h.Stand(ctx, row.ID, bob, "", to); err != nil {
		t.Fatal(err)
	}
	want("it is removed with its player", "ada", "", "")
}
