package storetest

import (
	"testing"
	"time"

	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// newSigningKey returns key n with the bytes b, created at second n.
func newSigningKey(n int, b byte) store.SigningKey {
	return store.SigningKey{N: n, Name: "nemeton/ñ", Public: [32]byte{b, 0, 0xff}, Seed: [32]byte{0, b, 31: 0xff}, CreatedAt: epoch.Add(time.Duration(n) * time.Second)}
}

func storedKey(n int, b byte) store.SigningKey {
	k := newSigningKey(n, b)
	k.CreatedAt = at(n)
	return k
}

func readKeys(t testing.TB, s store.Store) []store.SigningKey {
	t.Helper()
	return must.Return(s.SigningKeys(t.Context()))(t)
}

var signingKeys = []contractCase{
	{"are none at first", func(t *testing.T, f Fixture) {
		wantEqual(t, "keys", len(readKeys(t, f.Store)), 0)
	}},
	{"are returned in order, also after a restart", func(t *testing.T, f Fixture) {
		must.Succeed(t, f.Store.AddSigningKey(t.Context(), newSigningKey(1, 9)))
		must.Succeed(t, f.Store.AddSigningKey(t.Context(), newSigningKey(2, 5)))
		want := []store.SigningKey{storedKey(1, 9), storedKey(2, 5)}
		wantEqual(t, "keys", readKeys(t, f.Store), want)
		wantEqual(t, "keys after a restart", readKeys(t, f.Reopen(t)), want)
	}},
	{"are added one after another", func(t *testing.T, f Fixture) {
		for _, n := range []int{0, 2, -1} {
			expect.Error(t, f.Store.AddSigningKey(t.Context(), newSigningKey(n, 1)), store.ErrConflict, "as the first key")
		}
		must.Succeed(t, f.Store.AddSigningKey(t.Context(), newSigningKey(1, 1)))
		for _, n := range []int{0, 1, 3} {
			expect.Error(t, f.Store.AddSigningKey(t.Context(), newSigningKey(n, 2)), store.ErrConflict, "as the second key")
		}
		expect.Error(t, f.Store.AddSigningKey(t.Context(), newSigningKey(2, 1)), store.ErrConflict, "the same key")
		wantEqual(t, "keys", readKeys(t, f.Store), []store.SigningKey{storedKey(1, 1)})
	}},
	{"of concurrent calls one is stored", func(t *testing.T, f Fixture) {
		for n := 1; n <= 5; n++ {
			got := concurrently(t, contenders, func(i int) error { return f.Store.AddSigningKey(t.Context(), newSigningKey(n, byte(10*n+i))) }, nil, store.ErrConflict)
			wantEqual(t, "winners", got[nil], 1)
			wantEqual(t, "keys", len(readKeys(t, f.Store)), n)
		}
	}},
	{"survive a restore", func(t *testing.T, f Fixture) {
		must.Succeed(t, f.Store.AddSigningKey(t.Context(), newSigningKey(1, 1)))
		wantEqual(t, "keys", readKeys(t, f.Restored(t)), []store.SigningKey{storedKey(1, 1)})
	}},
}

// oneKey checks that of two nodes that make the first key at once, one succeeds, and both read that key.
func oneKey(t *testing.T, one, other store.Store) {
	t.Helper()
	nodes := []store.Store{one, other}
	got := concurrently(t, contenders, func(i int) error { return nodes[i%2].AddSigningKey(t.Context(), newSigningKey(1, byte(i))) }, nil, store.ErrConflict)
	wantEqual(t, "winners", got[nil], 1)
	wantEqual(t, "keys of the other node", readKeys(t, other), readKeys(t, one))
}
