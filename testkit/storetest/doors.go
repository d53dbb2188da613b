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
		expect.Error(t, f.Store.UseDoorCode(t.Context(), [32]byte{9}, at(3)), store.ErrNotFound, "an unknown code")
		must.Succeed(t, f.Store.UseDoorCode(t.Context(), first.Code, at(3)))
		must.Succeed(t, f.Store.UseDoorCode(t.Context(), first.Code, at(3)))
		expect.Error(t, f.Store.UseDoorCode(t.Context(), first.Code, at(3)), store.ErrNotFound, "a used up code")
		expect.Error(t, f.Store.UseDoorCode(t.Context(), second.Code, at(12)), store.ErrNotFound, "an expired code")
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
		expect.Error(t, f.Store.UseDoorCode(t.Context(), first.Code, at(3)), store.ErrNotFound, "a revoked code")
	}},
	{"of people who use the last code at once, one comes in", func(t *testing.T, f Fixture) {
		code := newDoorCode(1, 1)
		must.Succeed(t, f.Store.AddDoorCode(t.Context(), code))
		var in atomic.Int32
		var wait sync.WaitGroup
		for range 5 {
			wait.Go(func() {
				switch err := f.Store.UseDoorCode(t.Context(), code.Code, at(3)); {
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
