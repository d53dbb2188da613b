package storetest

import (
	"testing"
	"time"

	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// claimApp enters the code of an app link at the time.
func claimApp(t testing.TB, s store.Store, l store.Link, now time.Time, n byte) (store.PlayerID, error) {
	t.Helper()
	return s.ClaimAppLink(t.Context(), l.CodeHash, now, newSession("", n))
}

// guess enters wrong codes.
func guess(t testing.TB, s store.Store, times int, now time.Time) {
	t.Helper()
	for range times {
		expect.Error(t, expect.Second(claimApp(t, s, store.Link{CodeHash: [32]byte{0xee}}, now, 0xee)), store.ErrNotFound, "a wrong code")
	}
}

var appLinks = []contractCase{
	{"work once", func(t *testing.T, f Fixture) {
		x := createSession(t, f.Store)
		l := newAppLink(x, 1)
		must.Succeed(t, f.Store.CreateLink(t.Context(), l))
		wantEqual(t, "owner", must.Return(claimApp(t, f.Store, l, at(9), 7))(t), x.Player)
		phone, owner, err := f.Store.SessionByToken(t.Context(), newSession("", 7).TokenHash)
		must.Succeed(t, err)
		wantEqual(t, "owner of the new session", owner.ID, x.Player)
		wantEqual(t, "time of the new session", phone.CreatedAt, at(7))
		expect.Error(t, expect.Second(claimApp(t, f.Store, l, at(9), 8)), store.ErrNotFound, "used")
	}},
	{"say that they have expired", func(t *testing.T, f Fixture) {
		x := createSession(t, f.Store)
		l := newAppLink(x, 1)
		must.Succeed(t, f.Store.CreateLink(t.Context(), l))
		guess(t, f.Store, store.MaxMisses, at(3))
		_, err := f.Store.ClaimLink(t.Context(), [32]byte{1}, at(11), newSession("", 3)) // sweeps the expired links of other kinds
		expect.Error(t, err, store.ErrNotFound, "another link")
		for _, now := range []int{10, 11} {
			expect.Error(t, expect.Second(claimApp(t, f.Store, l, at(now), 7)), store.ErrExpired, "expired")
		}
		wantEqual(t, "swept links", must.Return(f.Store.RemoveExpiredLinks(t.Context(), at(11), 9))(t), 1)
		expect.Error(t, expect.Second(claimApp(t, f.Store, l, at(11), 7)), store.ErrNotFound, "swept")
	}},
	{"are locked by too many misses, all that are valid at once", func(t *testing.T, f Fixture) {
		a, b, c := createSession(t, f.Store), createSession(t, f.Store), createSession(t, f.Store)
		first, second, late := newAppLink(a, 1), newAppLink(b, 2), newAppLink(c, 3)
		must.Succeed(t, f.Store.CreateLink(t.Context(), first))
		must.Succeed(t, f.Store.CreateLink(t.Context(), second))
		guess(t, f.Store, store.MaxMisses-1, at(3))
		wantEqual(t, "misses", listLinks(t, f.Store, a.Player, 3)[0].Misses, store.MaxMisses-1)
		must.Succeed(t, f.Store.CreateLink(t.Context(), late))
		got := must.Return(claimApp(t, f.Store, first, at(3), 7))(t)
		wantEqual(t, "owner of a link with one miss left", got, a.Player)
		guess(t, f.Store, 1, at(3))
		expect.Error(t, expect.Second(claimApp(t, f.Store, second, at(3), 8)), store.ErrLocked, "locked")
		got = must.Return(claimApp(t, f.Store, late, at(3), 9))(t)
		wantEqual(t, "owner of a link that was made later", got, c.Player)
		again := newAppLink(b, 4)
		must.Succeed(t, f.Store.CreateLink(t.Context(), again))
		must.Return(claimApp(t, f.Store, again, at(3), 10))(t)
	}},
	{"stay valid if links of other kinds are claimed wrongly", func(t *testing.T, f Fixture) {
		x := createSession(t, f.Store)
		l, device := newAppLink(x, 1), newLink(x, 2)
		must.Succeed(t, f.Store.CreateLink(t.Context(), l))
		must.Succeed(t, f.Store.CreateLink(t.Context(), device))
		for range store.MaxMisses {
			expect.Error(t, expect.Second(f.Store.ClaimLink(t.Context(), l.CodeHash, at(0), newSession("", 3))), store.ErrNotFound, "as a device link")
		}
		wantEqual(t, "misses", listLinks(t, f.Store, x.Player, 3)[1].Misses, 0)
		expect.Error(t, expect.Second(claimApp(t, f.Store, device, at(0), 4)), store.ErrNotFound, "a device link as an app link")
		wantEqual(t, "misses of a device link", listLinks(t, f.Store, x.Player, 3)[0].Misses, 0)
		must.Return(claimApp(t, f.Store, l, at(0), 5))(t)
	}},
	{"are one for each player; a new one replaces it", func(t *testing.T, f Fixture) {
		x := createSession(t, f.Store)
		old, young := newAppLink(x, 1), newAppLink(x, 2)
		must.Succeed(t, f.Store.CreateLink(t.Context(), old))
		expect.Error(t, f.Store.CreateLink(t.Context(), newAppLink(createSession(t, f.Store), 1)), store.ErrConflict, "same code")
		must.Succeed(t, f.Store.CreateLink(t.Context(), young))
		wantEqual(t, "links", listLinks(t, f.Store, x.Player, 3), []store.Link{young})
		expect.Error(t, expect.Second(claimApp(t, f.Store, old, at(0), 5)), store.ErrNotFound, "the replaced one")
	}},
	{"end with the session that made them", func(t *testing.T, f Fixture) {
		x := createSession(t, f.Store)
		l := newAppLink(x, 1)
		must.Succeed(t, f.Store.CreateLink(t.Context(), l))
		revoke(t, f.Store, x)
		expect.Error(t, expect.Second(claimApp(t, f.Store, l, at(0), 5)), store.ErrNotFound, "of a revoked session")
	}},
	{"are claimed once in a race", func(t *testing.T, f Fixture) {
		l := newAppLink(createSession(t, f.Store), 1)
		must.Succeed(t, f.Store.CreateLink(t.Context(), l))
		// Fewer losers than misses that lock the link, so that the order does not matter.
		got := concurrently(t, store.MaxMisses, func(i int) error {
			_, err := claimApp(t, f.Store, l, at(0), byte(i))
			return err
		}, nil, store.ErrNotFound)
		wantEqual(t, "winners", got[nil], 1)
	}},
	{"count every guess of a race before the next one", func(t *testing.T, f Fixture) {
		x := createSession(t, f.Store)
		must.Succeed(t, f.Store.CreateLink(t.Context(), newAppLink(x, 1)))
		concurrently(t, 2*store.MaxMisses, func(int) error {
			_, err := claimApp(t, f.Store, store.Link{CodeHash: [32]byte{0xee}}, at(0), 0xee)
			return err
		}, store.ErrNotFound)
		wantEqual(t, "misses", listLinks(t, f.Store, x.Player, 3)[0].Misses, store.MaxMisses)
		expect.Error(t, expect.Second(claimApp(t, f.Store, newAppLink(x, 1), at(0), 5)), store.ErrLocked, "after the race")
	}},
}
