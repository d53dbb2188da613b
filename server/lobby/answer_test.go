package lobby_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/server/apperr"
	"nemeton/server/lobby"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// contribute lets all players of an open table contribute.
func (h *fixture) contribute(row store.Table) store.Table {
	h.t.Helper()
	for _, p := range row.Seats {
		if p.Player == "" {
			continue
		}
		var err error
		if row, err = h.Contribute(context.Background(), row.ID, p.Player, lobby.AnswerRequest{Contribution: []byte(p.Color)}); err != nil {
			h.t.Fatal(err)
		}
	}
	return row
}

// device is a device with a key.
type device ed25519.PrivateKey

func newDevice(n byte) device {
	return device(ed25519.NewKeyFromSeed(bytes.Repeat([]byte{n}, ed25519.SeedSize)))
}

// signs returns the device's answer for a seat of the table. A nil contribution declines.
func (d device) signs(t *testing.T, row store.Table, seat engine.Seat, contribution []byte) lobby.AnswerRequest {
	t.Helper()
	commitment := must.Return(row.Commitment())(t)
	a := lobby.AnswerRequest{
		Contribution: contribution, Chain: codec.Optional{7},
		Device: chance.DeviceKey(ed25519.PrivateKey(d).Public().(ed25519.PublicKey)),
	}
	s := engine.AnswerStatement{Table: string(row.ID), Seat: seat, Commitment: commitment, Chain: a.Chain, Device: a.Device}
	if contribution != nil {
		text := hex.EncodeToString(contribution)
		s.Contribution = &text
	}
	text := must.Return(s.Bytes())(t)
	a.Signature = chance.Signature(ed25519.Sign(ed25519.PrivateKey(d), text))
	return a
}

func TestContribute(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), newFixture(t)
	ada, bob, eve := h.player("Ada"), h.player("Bob"), h.player("Eve")
	row := h.table(3, ada, bob)
	answers := func(player store.PlayerID, a lobby.AnswerRequest, want apperr.Code) {
		t.Helper()
		wantCode(t, expect.Second(h.Contribute(ctx, row.ID, player, a)), want)
	}
	stored := func() store.Table {
		t.Helper()
		return must.Return(h.store.Table(ctx, row.ID))(t)
	}
	first := lobby.AnswerRequest{Contribution: []byte("ada")}
	answers(ada, first, "")
	after := stored()
	if got := after.ContributionOf(0); string(got) != "ada" || !after.Answered(0) || after.Answered(1) {
		t.Fatalf("got contribution %q of seat 0, answers %+v", got, after.Answers)
	}
	answers(ada, first, "")
	expect.Equal(t, stored().Rev, after.Rev, "the same answer again changed the row, rev")
	answers(ada, lobby.AnswerRequest{Contribution: []byte("eva")}, apperr.AlreadyContributed)
	answers(ada, lobby.AnswerRequest{}, apperr.AlreadyContributed)
	answers(ada, newDevice(1).signs(t, row, 0, []byte("ada")), apperr.AlreadyContributed)

	answers(bob, lobby.AnswerRequest{}, "")
	answers(bob, lobby.AnswerRequest{}, "")
	answers(bob, first, apperr.AlreadyContributed)
	if now := stored(); !now.AnswerOf(1).Declined || !now.Answered(1) || now.ContributionOf(1) != nil {
		t.Errorf("got answers %+v, contributions %q, want that seat 1 declined", now.Answers, now.Contributions)
	}

	answers(eve, first, apperr.UnknownTable)
	answers(bob, lobby.AnswerRequest{Contribution: []byte{}}, apperr.Invalid)
	answers(bob, lobby.AnswerRequest{Contribution: make([]byte, lobby.MaxContribution+1)}, apperr.Invalid)
	answers(bob, lobby.AnswerRequest{Device: chance.DeviceKey{1}}, apperr.Invalid)
	answers(bob, lobby.AnswerRequest{Signature: chance.Signature{1}}, apperr.Invalid)
	answers(bob, lobby.AnswerRequest{Chain: codec.Optional{1}}, apperr.Invalid)
}

func TestContribute_Signed(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), newFixture(t)
	ada, bob := h.player("Ada"), h.player("Bob")
	other, row := h.table(2, ada, bob), h.table(2, ada, bob)
	d := newDevice(1)
	good := d.signs(t, row, 1, []byte("bob"))
	for name, change := range map[string]func(*lobby.AnswerRequest){
		"another contribution": func(a *lobby.AnswerRequest) { a.Contribution = []byte("eve") },
		"declined":             func(a *lobby.AnswerRequest) { a.Contribution = nil },
		"another chain":        func(a *lobby.AnswerRequest) { a.Chain[0]++ },
		"no chain":             func(a *lobby.AnswerRequest) { a.Chain = codec.Optional{} },
		"another device":       func(a *lobby.AnswerRequest) { a.Device = newDevice(2).signs(t, row, 1, nil).Device },
		"another signature":    func(a *lobby.AnswerRequest) { a.Signature[3]++ },
		"another seat":         func(a *lobby.AnswerRequest) { *a = d.signs(t, row, 0, []byte("bob")) },
		"another table":        func(a *lobby.AnswerRequest) { *a = d.signs(t, other, 1, []byte("bob")) },
	} {
		bad := good
		change(&bad)
		expect.Equal(t, apperr.CodeOf(expect.Second(h.Contribute(ctx, row.ID, bob, bad))), apperr.BadProof, name)
	}
	now, err := h.Contribute(ctx, row.ID, bob, good)
	must.Succeed(t, err)
	want := store.Answer{Device: good.Device, Chain: good.Chain, Signature: good.Signature}
	if got := now.AnswerOf(1); got != want || string(now.ContributionOf(1)) != "bob" {
		t.Errorf("got answer %+v, want %+v", got, want)
	}
	wantCode(t, expect.Second(h.Contribute(ctx, row.ID, bob, d.signs(t, row, 1, nil))), apperr.AlreadyContributed)
	expect.Error(t, expect.Second(h.Contribute(ctx, row.ID, ada, d.signs(t, row, 0, nil))), nil, "a signed refusal to contribute")
	expect.Error(t, expect.Second(h.Start(ctx, row.ID, ada)), nil, "start")
}

// The operator swaps the secret after the players have signed. Their answers no longer count, so the table does not start with that secret.
func TestStart_SwappedSecret(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), newFixture(t)
	ada, bob := h.player("Ada"), h.player("Bob")
	row := h.table(2, ada, bob)
	d := newDevice(1)
	must.Return(h.Contribute(ctx, row.ID, ada, lobby.AnswerRequest{Contribution: []byte("unsigned")}))(t)
	must.Return(h.Contribute(ctx, row.ID, bob, d.signs(t, row, 1, []byte("bob"))))(t)
	h.exec("UPDATE tables SET secret = ? WHERE id = ?", bytes.Repeat([]byte{5}, 32), string(row.ID))
	wantCode(t, expect.Second(h.Start(ctx, row.ID, ada)), apperr.NotContributed)
	swapped := must.Return(h.store.Table(ctx, row.ID))(t)
	// The player may accept the new commitment, which is another answer.
	expect.Error(t, expect.Second(h.Contribute(ctx, row.ID, bob, d.signs(t, swapped, 1, []byte("bob")))), nil)
	expect.Error(t, expect.Second(h.Start(ctx, row.ID, ada)), nil)
}

// In version 2 a signed answer covers the options and the number of seats as well.
func TestStart_SwappedOptions(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), newFixture(t)
	ada, bob := h.player("Ada"), h.player("Bob")
	row := h.table(2, ada, bob)
	for seat, p := range []store.PlayerID{ada, bob} {
		must.Return(h.Contribute(ctx, row.ID, p, newDevice(byte(seat)).signs(t, row, engine.Seat(seat), nil)))(t)
	}
	h.exec(`UPDATE tables SET options = json_set(options, '$.hints', 1 - json_extract(options, '$.hints')) WHERE id = ?`, string(row.ID))
	wantCode(t, expect.Second(h.Start(ctx, row.ID, ada)), apperr.NotContributed)
}

func TestStart_AllHaveAnswered(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), newFixture(t)
	ada, bob := h.player("Ada"), h.player("Bob")
	row := h.table(3, ada, bob)
	must.Return(h.SeatBot(ctx, row.ID, ada, "easy", nil))(t)
	start := func(want apperr.Code) {
		t.Helper()
		wantCode(t, expect.Second(h.Start(ctx, row.ID, ada)), want)
	}
	answers := func(player store.PlayerID, a lobby.AnswerRequest) {
		t.Helper()
		must.Return(h.Contribute(ctx, row.ID, player, a))(t)
	}
	start(apperr.NotContributed)
	answers(ada, lobby.AnswerRequest{Contribution: []byte("a")})
	start(apperr.NotContributed)
	answers(bob, lobby.AnswerRequest{})
	start("") // the bot answers nothing
	wantCode(t, expect.Second(h.Contribute(ctx, row.ID, bob, lobby.AnswerRequest{})), apperr.TableRunning)
}

func TestContribute_ClearedByMoves(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), newFixture(t)
	ada, bob := h.player("Ada"), h.player("Bob")
	row := h.contribute(h.table(3, ada, bob))
	answered := func(what string, want ...bool) {
		t.Helper()
		for seat, w := range want {
			expect.Equal(t, row.Answered(engine.Seat(seat)), w, what, "seat", seat, "answered")
		}
	}
	sit := func(c lobby.SitRequest) {
		t.Helper()
		var err error
		if row, _, err = h.Sit(ctx, row.ID, bob, c); err != nil {
			t.Fatal(err)
		}
	}
	answered("both", true, true, false)
	sit(lobby.SitRequest{})
	same := engine.Seat(1)
	sit(lobby.SitRequest{Seat: &same, Color: row.Seats[2].Color})
	answered("another color", true, true, false)
	third := engine.Seat(2)
	sit(lobby.SitRequest{Seat: &third})
	answered("a move", true, false, false)
	row = h.contribute(row)
	answered("again", true, false, true)
	var err error
	if row, err = h.Stand(ctx, row.ID, ada, third); err != nil {
		t.Fatal(err)
	}
	answered("removed by the host", true, false, false)
}

func TestRematch_AsksAgain(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), newFixture(t)
	ada, bob := h.player("Ada"), h.player("Bob")
	row := h.contribute(h.table(2, ada, bob))
	row, err := h.Start(ctx, row.ID, ada)
	must.Succeed(t, err)
	h.finish(row)
	next, _, err := h.Rematch(ctx, row.ID, bob, "")
	must.Succeed(t, err)
	wantCode(t, expect.Second(h.Start(ctx, next.ID, bob)), apperr.NotContributed)
	h.contribute(next)
	wantCode(t, expect.Second(h.Start(ctx, next.ID, bob)), apperr.NotConfirmed)
	must.Return(h.Confirm(ctx, next.ID, ada))(t)
	expect.Error(t, expect.Second(h.Start(ctx, next.ID, bob)), nil)
}
