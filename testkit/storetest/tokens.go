package storetest

import (
	"testing"

	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

var tokens = []contractCase{
	{"an issued token becomes the current one", func(t *testing.T, f Fixture) {
		x := createSession(t, f.Store)
		next, other := [32]byte{1}, [32]byte{2}
		must.Succeed(t, f.Store.IssueToken(t.Context(), x.ID, next, at(1), at(0)))
		expect.Error(t, f.Store.IssueToken(t.Context(), x.ID, other, at(2), at(0)), store.ErrConflict, "another one at once")
		must.Succeed(t, f.Store.IssueToken(t.Context(), x.ID, other, at(2), at(1)))
		k, session, owner, err := f.Store.SessionBySpareToken(t.Context(), next)
		must.Succeed(t, err)
		wantEqual(t, "issued token", k, store.SpareToken{Hash: next, Session: x.ID, At: at(1)})
		wantEqual(t, "session", session, x)
		wantEqual(t, "owner", owner.ID, x.Player)

		must.Succeed(t, f.Store.ConfirmToken(t.Context(), next, at(3)))
		got, _, err := f.Store.SessionByToken(t.Context(), next)
		must.Succeed(t, err)
		want := x
		want.TokenHash, want.TokenAt = next, at(3)
		wantEqual(t, "session", got, want)
		expect.Error(t, expect.Third(f.Store.SessionByToken(t.Context(), x.TokenHash)), store.ErrNotFound, "the previous token")
		for _, hash := range [][32]byte{x.TokenHash, other} {
			k, _, _, err := f.Store.SessionBySpareToken(t.Context(), hash)
			must.Succeed(t, err)
			wantEqual(t, "old token", k, store.SpareToken{Hash: hash, Session: x.ID, Old: true, At: at(3)})
			expect.Error(t, f.Store.ConfirmToken(t.Context(), hash, at(4)), store.ErrNotFound, "confirmed")
		}
		expect.Error(t, f.Store.ConfirmToken(t.Context(), next, at(4)), store.ErrNotFound, "confirmed twice")
	}},
	{"end with their session", func(t *testing.T, f Fixture) {
		x := createSession(t, f.Store)
		must.Succeed(t, f.Store.IssueToken(t.Context(), x.ID, [32]byte{1}, at(1), at(0)))
		revoke(t, f.Store, x)
		_, _, _, err := f.Store.SessionBySpareToken(t.Context(), [32]byte{1})
		expect.Error(t, err, store.ErrNotFound, "issued token")
		expect.Error(t, f.Store.ConfirmToken(t.Context(), [32]byte{1}, at(2)), store.ErrNotFound, "confirmed")
		expect.Error(t, f.Store.IssueToken(t.Context(), x.ID, [32]byte{2}, at(1), at(0)), store.ErrNotFound, "issued afterwards")
	}},
	{"are stored in a bounded number", func(t *testing.T, f Fixture) {
		x := createSession(t, f.Store)
		for n := 1; n <= store.MaxIssuedTokens+1; n++ {
			must.Succeed(t, f.Store.IssueToken(t.Context(), x.ID, [32]byte{byte(n)}, at(n), at(n-1)))
		}
		_, _, _, err := f.Store.SessionBySpareToken(t.Context(), [32]byte{1})
		expect.Error(t, err, store.ErrNotFound, "the oldest issued token")
		_, _, _, err = f.Store.SessionBySpareToken(t.Context(), [32]byte{2})
		must.Succeed(t, err)
		for n := 10; n <= 10+store.MaxOldTokens; n++ {
			must.Succeed(t, f.Store.IssueToken(t.Context(), x.ID, [32]byte{byte(n)}, at(n), at(n-1)))
			must.Succeed(t, f.Store.ConfirmToken(t.Context(), [32]byte{byte(n)}, at(n)))
		}
		_, _, _, err = f.Store.SessionBySpareToken(t.Context(), x.TokenHash)
		expect.Error(t, err, store.ErrNotFound, "the oldest replaced token")
		_, _, _, err = f.Store.SessionBySpareToken(t.Context(), [32]byte{9 + store.MaxOldTokens})
		must.Succeed(t, err)
	}},
	{"one of two concurrent calls issues a token", func(t *testing.T, f Fixture) {
		x := createSession(t, f.Store)
		got := concurrently(t, contenders, func(i int) error {
			return f.Store.IssueToken(t.Context(), x.ID, [32]byte{byte(i + 1)}, at(1), at(0))
		}, nil, store.ErrConflict)
		wantEqual(t, "winners", got[nil], 1)
	}},
}
