package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/uuid"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func newWay(p store.PlayerID, n int) store.Way {
	return store.Way{ID: fmt.Sprintf("way-%d-%s", n, p), Player: p, Kind: store.Passkey, Key: fmt.Sprintf("key-%d", n), Name: "phone", Data: "{}", CreatedAt: at(n)}
}

func newEvent(p store.PlayerID) store.AccountEvent {
	return store.AccountEvent{ID: uuid.NewString(), Player: p, At: at(1), Kind: "changed", Name: "phone"}
}

func addWay(t testing.TB, s store.Store, w store.Way) error {
	t.Helper()
	return s.AddWay(t.Context(), w, newEvent(w.Player))
}

func newHostLink(p store.PlayerID, id string) store.Attempt {
	return store.Attempt{ID: id, Kind: store.HostAttempt, Player: p, Data: "{}", ExpiresAt: at(9)}
}

// offerMerge stores an offer to a player, and returns what its acceptance notes.
func offerMerge(t testing.TB, s store.Store, to store.PlayerID) store.MergeNote {
	t.Helper()
	offer := store.Attempt{ID: uuid.NewString(), Kind: store.MergeAttempt, Player: to, Data: "{}", CreatedAt: at(1), ExpiresAt: at(60)}
	must.Succeed(t, s.AddAttempt(t.Context(), offer))
	return store.MergeNote{Offer: offer.ID, Waits: at(900), Event: store.AccountEvent{ID: uuid.NewString(), At: at(2), Kind: "person_merged"}}
}

var ways = []contractCase{
	{"belong to one player and are found by their key", func(t *testing.T, f Fixture) {
		ada, ben := createSession(t, f.Store).Player, createSession(t, f.Store).Player
		first := newWay(ada, 1)
		must.Succeed(t, addWay(t, f.Store, first))
		expect.Error(t, addWay(t, f.Store, newWay(ben, 1)), store.ErrConflict, "a known key")
		expect.Error(t, addWay(t, f.Store, newWay("nobody", 2)), store.ErrNotFound, "of nobody")
		wantEqual(t, "way", must.Return(f.Store.WayByKey(t.Context(), store.Passkey, "key-1"))(t), first)
		expect.Error(t, expect.Second(f.Store.WayByKey(t.Context(), store.OIDC, "key-1")), store.ErrNotFound, "of another kind")
		expect.Error(t, expect.Second(f.Store.WayByKey(t.Context(), store.Passkey, "\x00")), store.ErrNotFound, "a key that no row can have")
		must.Succeed(t, f.Store.UseWay(t.Context(), first.ID, `{"n":1}`, at(5)))
		expect.Error(t, f.Store.RenameWay(t.Context(), ben, first.ID, "x"), store.ErrNotFound, "a stranger's name")
		must.Succeed(t, f.Store.RenameWay(t.Context(), ada, first.ID, "laptop"))
		first.Data, first.UsedAt, first.Name = `{"n":1}`, at(5), "laptop"
		wantEqual(t, "ways", must.Return(f.Store.Ways(t.Context(), ada))(t), []store.Way{first})
		expect.Error(t, f.Store.RemoveWay(t.Context(), ben, first.ID, newEvent(ben)), store.ErrNotFound, "removed by a stranger")
		must.Succeed(t, f.Store.RemoveWay(t.Context(), ada, first.ID, newEvent(ada)))
		for n := range store.MaxWays {
			must.Succeed(t, addWay(t, f.Store, newWay(ada, n)))
		}
		expect.Error(t, addWay(t, f.Store, newWay(ada, 99)), store.ErrTooMany, "one too many")
		must.Return(f.Store.ErasePlayer(t.Context(), ada))(t)
		expect.Error(t, expect.Second(f.Store.WayByKey(t.Context(), store.Passkey, "key-1")), store.ErrNotFound, "of an erased player")
	}},
	{"attempts succeed once, until they expire", func(t *testing.T, f Fixture) {
		ada := createSession(t, f.Store).Player
		a := store.Attempt{ID: "a", Kind: store.DeviceAttempt, Secret: [32]byte{1}, Code: [32]byte{2}, Data: "{}", CreatedAt: at(0), ExpiresAt: at(10)}
		must.Succeed(t, f.Store.AddAttempt(t.Context(), a))
		expect.Error(t, f.Store.AddAttempt(t.Context(), store.Attempt{ID: "b", Kind: store.MailAttempt, Secret: [32]byte{1}, Data: "{}", ExpiresAt: at(9)}), store.ErrConflict, "the same secret")
		must.Succeed(t, f.Store.AddAttempt(t.Context(), store.Attempt{ID: "c", Kind: store.HostAttempt, Code: [32]byte{2}, Player: ada, Data: "{}", CreatedAt: at(0), ExpiresAt: at(9)}))
		got := must.Return(f.Store.AttemptBySecret(t.Context(), [32]byte{1}, at(9)))(t)
		wantEqual(t, "attempt", got, a)
		_, err := f.Store.AttemptByCode(t.Context(), store.DeviceAttempt, [32]byte{2}, at(10))
		expect.Error(t, err, store.ErrNotFound, "expired")
		refusal := errors.New("wrong")
		_, err = f.Store.ChangeAttempt(t.Context(), "a", func(a *store.Attempt) error {
			a.Misses, a.Player, a.Data, a.ExpiresAt = 2, ada, "[]", at(12)
			return refusal
		})
		expect.Error(t, err, refusal, "a miss")
		a.Misses, a.Player, a.Data, a.ExpiresAt = 2, ada, "[]", at(12)
		got = must.Return(f.Store.AttemptByCode(t.Context(), store.DeviceAttempt, [32]byte{2}, at(11)))(t)
		wantEqual(t, "attempt after a miss", got, a)
		must.Succeed(t, f.Store.TakeAttempt(t.Context(), "a"))
		expect.Error(t, f.Store.TakeAttempt(t.Context(), "a"), store.ErrNotFound, "taken twice")
		must.Succeed(t, f.Store.ReplaceAttempt(t.Context(), newHostLink(ada, "d"), newEvent(ada)))
		expect.Error(t, expect.Second(f.Store.ChangeAttempt(t.Context(), "c", func(*store.Attempt) error { return nil })), store.ErrNotFound, "a replaced one")
		must.Succeed(t, f.Store.TakeAttempt(t.Context(), "d"))
	}},
	{"a way and an attempt that an event tells of change together with it", func(t *testing.T, f Fixture) {
		ada := createSession(t, f.Store).Player
		e := newEvent(ada)
		must.Succeed(t, f.Store.AddWay(t.Context(), newWay(ada, 1), e))
		must.Succeed(t, f.Store.ReplaceAttempt(t.Context(), newHostLink(ada, "a"), newEvent(ada)))
		expect.Error(t, f.Store.AddWay(t.Context(), newWay(ada, 2), e), store.ErrConflict, "a way with an event that exists")
		expect.Error(t, f.Store.RemoveWay(t.Context(), ada, newWay(ada, 1).ID, e), store.ErrConflict, "a removal with such an event")
		expect.Error(t, f.Store.ReplaceAttempt(t.Context(), newHostLink(ada, "b"), e), store.ErrConflict, "an attempt with such an event")
		wantEqual(t, "ways", must.Return(f.Store.Ways(t.Context(), ada))(t), []store.Way{newWay(ada, 1)})
		wantEqual(t, "events", len(must.Return(f.Store.AccountEvents(t.Context(), ada))(t)), 2)
		expect.Error(t, f.Store.TakeAttempt(t.Context(), "b"), store.ErrNotFound, "the new attempt")
		must.Succeed(t, f.Store.TakeAttempt(t.Context(), "a"))
	}},
	{"a sign-in uses its attempt up, together with the session and the event", func(t *testing.T, f Fixture) {
		ada := createSession(t, f.Store)
		must.Succeed(t, f.Store.AddAttempt(t.Context(), store.Attempt{ID: "a", Kind: store.HostAttempt, Code: [32]byte{2}, Player: ada.Player, Data: "{}", CreatedAt: at(0), ExpiresAt: at(9)}))
		e := store.AccountEvent{ID: "e", Player: ada.Player, At: at(1), Kind: "used", Name: "phone"}
		known := newSession(ada.Player, 2)
		known.TokenHash = ada.TokenHash
		expect.Error(t, f.Store.SignIn(t.Context(), "a", known, e), store.ErrConflict, "a token that exists")
		expect.Error(t, f.Store.SignIn(t.Context(), "a", newSession("nobody", 2), e), store.ErrNotFound, "an unknown player")
		expect.Error(t, f.Store.SignIn(t.Context(), "b", newSession(ada.Player, 2), e), store.ErrNotFound, "an unknown attempt")
		wantEqual(t, "sessions before", len(must.Return(f.Store.Sessions(t.Context(), ada.Player))(t)), 1)
		must.Succeed(t, f.Store.SignIn(t.Context(), "a", newSession(ada.Player, 2), e))
		e.ID = "f"
		expect.Error(t, f.Store.SignIn(t.Context(), "a", newSession(ada.Player, 3), e), store.ErrNotFound, "a used attempt")
		must.Succeed(t, f.Store.SignIn(t.Context(), "", newSession(ada.Player, 4), e))
		wantEqual(t, "sessions", len(must.Return(f.Store.Sessions(t.Context(), ada.Player))(t)), 3)
		wantEqual(t, "events", len(must.Return(f.Store.AccountEvents(t.Context(), ada.Player))(t)), 2)
	}},
	{"the newest events of an account stay", func(t *testing.T, f Fixture) {
		for n := range 60 {
			e := store.AccountEvent{ID: fmt.Sprint(n), Player: "ada", At: at(n), Kind: "used", Name: "phone"}
			must.Succeed(t, f.Store.ReplaceAttempt(t.Context(), newHostLink("ada", "a"), e))
		}
		list := must.Return(f.Store.AccountEvents(t.Context(), "ada"))(t)
		wantEqual(t, "number", len(list), 50)
		wantEqual(t, "newest", list[0], store.AccountEvent{ID: "59", Player: "ada", At: at(59), Kind: "used", Name: "phone"})
	}},
	{"two players become one", func(t *testing.T, f Fixture) {
		guest, ada := createSession(t, f.Store), createSession(t, f.Store)
		running := createTable(t, f.Store, func(r *store.Table) { r.Seats[1].Player, r.Host = guest.Player, guest.Player })
		must.Succeed(t, f.Store.Append(t.Context(), newAppend(running.ID, newRecord(t, 1, engine.NoSeat, ""))))
		added := newEvent(guest.Player)
		must.Succeed(t, f.Store.AddWay(t.Context(), newWay(guest.Player, 1), added))
		for _, author := range []store.PlayerID{guest.Player, ada.Player} { // a client sends a message again after its person has signed in
			post(t, f.Store, newMessage(running.ID, author, 1))
		}
		m := must.Return(f.Store.MergeSummary(t.Context(), guest.Player, ada.Player))(t)
		wantEqual(t, "tables", m.Tables, []store.TableID{running.ID})
		wantEqual(t, "unfinished", m.Unfinished, 1)
		note := offerMerge(t, f.Store, ada.Player)
		m = must.Return(f.Store.MergePlayers(t.Context(), guest.Player, ada.Player, note))(t)
		expect.Error(t, f.Store.TakeAttempt(t.Context(), note.Offer), store.ErrNotFound, "the offer")
		events := must.Return(f.Store.AccountEvents(t.Context(), ada.Player))(t)
		note.Event.Player, note.Event.Name, added.Player = ada.Player, m.Name, ada.Player
		wantEqual(t, "events", events, []store.AccountEvent{note.Event, added})
		wantEqual(t, "sessions", m.Sessions, []string{guest.ID})
		row := readTable(t, f.Store, running.ID)
		wantEqual(t, "holder", row.Seats[1].Player, ada.Player)
		wantEqual(t, "host", row.Host, ada.Player)
		_, owner, err := f.Store.SessionByToken(t.Context(), guest.TokenHash)
		must.Succeed(t, err)
		wantEqual(t, "owner of the session", owner.ID, ada.Player)
		for _, m := range chatChanges(t, f.Store, running.ID, 0, 10).Messages {
			wantEqual(t, "author", m.Author, ada.Player)
		}
		wantEqual(t, "owner of the way", must.Return(f.Store.WayByKey(t.Context(), store.Passkey, "key-1"))(t).Player, ada.Player)
		wantEqual(t, "the guest is gone", must.Return(f.Store.Player(t.Context(), guest.Player))(t).Erased, true)
		expect.Error(t, expect.Second(f.Store.MergePlayers(t.Context(), guest.Player, ada.Player, store.MergeNote{})), store.ErrNotFound, "again")
		expect.Error(t, expect.Second(f.Store.MergePlayers(t.Context(), ada.Player, ada.Player, store.MergeNote{})), store.ErrNotFound, "with oneself")
	}},
	{"two players become one while their table changes", func(t *testing.T, f Fixture) {
		for range 20 {
			guest, ada := createSession(t, f.Store).Player, createSession(t, f.Store).Player
			row := createTable(t, f.Store, func(r *store.Table) { r.Seats = []store.Seat{{Color: "red", Player: guest}, {Color: "blue"}} })
			var both sync.WaitGroup
			both.Go(func() {
				expect.Error(t, expect.Second(f.Store.MergePlayers(t.Context(), guest, ada, store.MergeNote{})), nil)
			})
			both.Go(func() {
				q := store.Quota{Player: ada}
				_, err := f.Store.UpdateTableWithin(t.Context(), row.ID, q, func(r *store.Table) error {
					if !q.Seats(nil, r.Seats) { // not moved yet
						r.Seats[1].Player = ada
					}
					return nil
				})
				expect.Error(t, err, nil)
			})
			both.Wait()
			seats := readTable(t, f.Store, row.ID).Seats
			erased := must.Return(f.Store.Player(t.Context(), guest))(t).Erased
			if waits := seats[0].Player == guest && seats[1].Player == ada; waits == erased || erased && (seats[0].Player != ada || seats[1].Player != "") {
				t.Errorf("got seats %+v, and the guest is gone: %v; want one seat of one player, or two of two", seats, erased)
			}
		}
	}},
	{"a player who is gone takes no seat", func(t *testing.T, f Fixture) {
		for name, leave := range map[string]func(store.PlayerID) error{
			"erased": func(id store.PlayerID) error { _, err := f.Store.ErasePlayer(t.Context(), id); return err },
			"merged": func(id store.PlayerID) error {
				_, err := f.Store.MergePlayers(t.Context(), id, createSession(t, f.Store).Player, store.MergeNote{})
				return err
			},
		} {
			for range 10 {
				gone, free := createSession(t, f.Store).Player, createTable(t, f.Store)
				var sat error
				var both sync.WaitGroup
				both.Go(func() {
					expect.Error(t, leave(gone), nil)
				})
				both.Go(func() {
					_, sat = f.Store.UpdateTableWithin(t.Context(), free.ID, store.Quota{Player: gone}, sit(1, gone))
				})
				both.Wait()
				if sat != nil {
					expect.Error(t, sat, store.ErrErased, name+" meanwhile")
				} else if name == "merged" && readTable(t, f.Store, free.ID).Seats[1].Player == gone {
					t.Error("the seat of a merged player did not move")
				}
				_, err := f.Store.UpdateTableWithin(t.Context(), createTable(t, f.Store).ID, store.Quota{Player: gone}, sit(1, gone))
				expect.Error(t, err, store.ErrErased, name+" before the seat")
				expect.Error(t, f.Store.CreateTableWithin(t.Context(), tableOf(gone, 0), "", store.Quota{Player: gone}), store.ErrErased, name+" before a table")
			}
		}
	}},
	{"two players at one table wait for its end", func(t *testing.T, f Fixture) {
		guest, ada := createSession(t, f.Store), createSession(t, f.Store)
		shared := createTable(t, f.Store, func(r *store.Table) { r.Seats[0].Player, r.Seats[1].Player = ada.Player, guest.Player })
		other := createTable(t, f.Store, func(r *store.Table) { r.Seats[1].Player = guest.Player })
		note := offerMerge(t, f.Store, ada.Player)
		wantEqual(t, "waiting", must.Return(f.Store.MergePlayers(t.Context(), guest.Player, ada.Player, note))(t).Waiting, []store.TableID{shared.ID})
		kept := must.Return(f.Store.ChangeAttempt(t.Context(), note.Offer, func(*store.Attempt) error { return nil }))(t)
		wantEqual(t, "the end of the offer", kept.ExpiresAt, note.Waits)
		wantEqual(t, "holder at the shared table", readTable(t, f.Store, shared.ID).Seats[1].Player, guest.Player)
		wantEqual(t, "holder at the other", readTable(t, f.Store, other.ID).Seats[1].Player, ada.Player)
		_, owner, err := f.Store.SessionByToken(t.Context(), guest.TokenHash)
		must.Succeed(t, err)
		wantEqual(t, "owner of the session", owner.ID, guest.Player)
	}},
}
