package storetest

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func newDoorCode(n byte, uses int) store.DoorCode {
	return store.DoorCode{ID: "door-" + string('a'+rune(n)), Code: [32]byte{1, n}, Operator: "root", Note: "for the club", Uses: uses, CreatedAt: at(int(n)), ExpiresAt: at(int(n) + 10)}
}

// admit lets a new player in with a code.
func admit(t *testing.T, s store.Store, code [32]byte, when int) (store.Player, store.Session, error) {
	p, first := newPlayer("Ada"), newSession("", 0)
	p.CreatedAt = at(when)
	copy(first.TokenHash[:], p.ID)
	return p, first, s.AdmitPlayer(t.Context(), code, p, first)
}

var doors = []contractCase{
	{"a code of the server lets a number of people in, until it expires", func(t *testing.T, f Fixture) {
		ada := createSession(t, f.Store).Player
		first, second := newDoorCode(1, 2), newDoorCode(2, 1)
		second.Operator, second.Note, second.MadeBy = "", "", ada
		must.Succeed(t, f.Store.AddDoorCode(t.Context(), first))
		must.Succeed(t, f.Store.AddDoorCode(t.Context(), second))
		list := must.Return(f.Store.DoorCodes(t.Context(), "", at(3)))(t)
		wantEqual(t, "all codes", list, []store.DoorCode{second, first})
		list = must.Return(f.Store.DoorCodes(t.Context(), ada, at(3)))(t)
		wantEqual(t, "codes of a member", list, []store.DoorCode{second})
		in, x, err := admit(t, f.Store, first.Code, 3)
		must.Succeed(t, err)
		_, owner, err := f.Store.SessionByToken(t.Context(), x.TokenHash)
		must.Succeed(t, err)
		wantEqual(t, "the player who came in", owner, in)
		again := newSession("", 9)
		again.TokenHash = x.TokenHash
		expect.Error(t, f.Store.AdmitPlayer(t.Context(), first.Code, newPlayer("Eve"), again), store.ErrConflict, "a token that exists")
		must.Succeed(t, expect.Third(admit(t, f.Store, first.Code, 3)))
		for name, c := range map[string]struct {
			code [32]byte
			at   int
		}{"an unknown code": {[32]byte{9}, 3}, "a used up code": {first.Code, 3}, "an expired code": {second.Code, 12}} {
			late, _, err := admit(t, f.Store, c.code, c.at)
			expect.Error(t, err, store.ErrNotFound, name)
			expect.Error(t, expect.Second(f.Store.Player(t.Context(), late.ID)), store.ErrNotFound, "the player of", name)
		}
		list = must.Return(f.Store.DoorCodes(t.Context(), "", at(3)))(t)
		wantEqual(t, "codes that can still be used", list, []store.DoorCode{second})
		list = must.Return(f.Store.DoorCodes(t.Context(), ada, at(12)))(t)
		wantEqual(t, "expired codes", len(list), 0)
	}},
	{"a code of the server is revoked by its member, or by operators", func(t *testing.T, f Fixture) {
		ada, ben := createSession(t, f.Store).Player, createSession(t, f.Store).Player
		first, second := newDoorCode(1, 2), newDoorCode(2, 1)
		second.Operator, second.MadeBy = "", ada
		must.Succeed(t, f.Store.AddDoorCode(t.Context(), first))
		must.Succeed(t, f.Store.AddDoorCode(t.Context(), second))
		expect.Error(t, f.Store.RevokeDoorCode(t.Context(), ben, second.ID), store.ErrNotFound, "by another member")
		expect.Error(t, f.Store.RevokeDoorCode(t.Context(), ada, first.ID), store.ErrNotFound, "one of an operator, by a member")
		must.Succeed(t, f.Store.RevokeDoorCode(t.Context(), ada, second.ID))
		must.Succeed(t, f.Store.RevokeDoorCode(t.Context(), "", first.ID))
		expect.Error(t, f.Store.RevokeDoorCode(t.Context(), "", first.ID), store.ErrNotFound, "twice")
		expect.Error(t, expect.Third(admit(t, f.Store, first.Code, 3)), store.ErrNotFound, "a revoked code")
	}},
	{"the codes of a member end with the member", func(t *testing.T, f Fixture) {
		ada := createSession(t, f.Store).Player
		first, second := newDoorCode(1, 2), newDoorCode(2, 1)
		second.Operator, second.MadeBy = "", ada
		must.Succeed(t, f.Store.AddDoorCode(t.Context(), first))
		must.Succeed(t, f.Store.AddDoorCode(t.Context(), second))
		must.Return(f.Store.ErasePlayer(t.Context(), ada))(t)
		expect.Error(t, expect.Third(admit(t, f.Store, second.Code, 3)), store.ErrNotFound, "the code of an erased member")
		must.Succeed(t, expect.Third(admit(t, f.Store, first.Code, 3)))
	}},
	{"of people who use the last code at once, one comes in", func(t *testing.T, f Fixture) {
		code := newDoorCode(1, 1)
		must.Succeed(t, f.Store.AddDoorCode(t.Context(), code))
		var in atomic.Int32
		var wait sync.WaitGroup
		for range 5 {
			wait.Go(func() {
				switch _, _, err := admit(t, f.Store, code.Code, 3); {
				case err == nil:
					in.Add(1)
				case !errors.Is(err, store.ErrNotFound):
					t.Error(err)
				}
			})
		}
		wait.Wait()
		wantEqual(t, "people", int(in.Load()), 1)
	}},
	{"a member who makes codes at once has no more than the limit", func(t *testing.T, f Fixture) {
		ada := createSession(t, f.Store).Player
		var wait sync.WaitGroup
		for n := range store.MaxDoorCodes + 5 {
			wait.Go(func() {
				code := newDoorCode(byte(n), 1)
				code.Operator, code.MadeBy, code.CreatedAt, code.ExpiresAt = "", ada, at(1), at(10)
				if err := f.Store.AddDoorCode(t.Context(), code); err != nil && !errors.Is(err, store.ErrTooMany) {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		wantEqual(t, "codes", len(must.Return(f.Store.DoorCodes(t.Context(), ada, at(3)))(t)), store.MaxDoorCodes)
	}},
	{"expired codes and sign-ins are removed with expired links", func(t *testing.T, f Fixture) {
		must.Succeed(t, f.Store.AddDoorCode(t.Context(), newDoorCode(1, 1)))
		must.Succeed(t, f.Store.AddDoorCode(t.Context(), newDoorCode(5, 1)))
		for n, id := range []string{"a", "b"} {
			must.Succeed(t, f.Store.AddAttempt(t.Context(), store.Attempt{ID: id, Kind: store.OIDCAttempt, Secret: [32]byte{byte(n + 1)}, Data: "{}", CreatedAt: at(0), ExpiresAt: at(11 + 4*n)}))
		}
		wantEqual(t, "removed rows", must.Return(f.Store.RemoveExpiredLinks(t.Context(), at(12), 5))(t), 2)
		wantEqual(t, "codes", len(must.Return(f.Store.DoorCodes(t.Context(), "", at(0)))(t)), 1)
		expect.Error(t, f.Store.TakeAttempt(t.Context(), "a"), store.ErrNotFound, "an expired sign-in")
		must.Succeed(t, f.Store.TakeAttempt(t.Context(), "b"))
	}},
}
