package storetest

import (
	"fmt"
	"sync"
	"testing"

	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// makeFriends makes two stored players friends.
func makeFriends(t *testing.T, s store.Store, a, b store.PlayerID) {
	t.Helper()
	for _, pair := range [][2]store.PlayerID{{a, b}, {b, a}} {
		must.Return(s.AskFriend(t.Context(), pair[0], pair[1], at(1)))(t)
	}
}

func friendsOf(t *testing.T, s store.Store, player store.PlayerID) map[store.PlayerID]store.FriendState {
	t.Helper()
	list := must.Return(s.Friends(t.Context(), player))(t)
	states := map[store.PlayerID]store.FriendState{}
	for _, f := range list {
		states[f.Player] = f.State
	}
	return states
}

type friendStates = map[store.PlayerID]store.FriendState

var friends = []contractCase{
	{"are asked, agree and end", func(t *testing.T, f Fixture) {
		a, b, c := createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
		ask := func(player, other store.PlayerID, n int, want store.FriendState) {
			t.Helper()
			wantEqual(t, "the state", must.Return(f.Store.AskFriend(t.Context(), player, other, at(n)))(t), want)
		}
		ask(a, b, 1, store.AskedFor)
		ask(a, b, 2, store.AskedFor)
		ask(c, a, 3, store.AskedFor)
		list := must.Return(f.Store.Friends(t.Context(), a))(t)
		wantEqual(t, "those of a", list, []store.Friend{{Player: c, State: store.FriendAsks, Since: at(3)}, {Player: b, State: store.AskedFor, Since: at(1)}})
		ask(b, a, 4, store.IsFriend)
		ask(b, a, 5, store.IsFriend)
		list = must.Return(f.Store.Friends(t.Context(), a))(t)
		wantEqual(t, "those of a", list, []store.Friend{{Player: c, State: store.FriendAsks, Since: at(3)}, {Player: b, State: store.IsFriend, Since: at(4)}})
		must.Succeed(t, f.Store.EndFriend(t.Context(), a, c))
		must.Succeed(t, f.Store.EndFriend(t.Context(), b, a))
		expect.Error(t, f.Store.EndFriend(t.Context(), a, b), store.ErrNotFound, "ended twice")
		wantEqual(t, "those of a", friendsOf(t, f.Store, a), friendStates{})
		for _, other := range []store.PlayerID{a, "nobody", "\x00"} {
			expect.Error(t, expect.Second(f.Store.AskFriend(t.Context(), a, other, at(6))), store.ErrNotFound, "asking "+string(other))
			expect.Error(t, f.Store.EndFriend(t.Context(), a, other), store.ErrNotFound, "ending "+string(other))
		}
	}},
	{"end with a block and an erasure", func(t *testing.T, f Fixture) {
		a, b, c := createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
		makeFriends(t, f.Store, a, b)
		makeFriends(t, f.Store, a, c)
		must.Succeed(t, f.Store.Block(t.Context(), b, a, at(2)))
		for _, pair := range [][2]store.PlayerID{{a, b}, {b, a}} {
			expect.Error(t, expect.Second(f.Store.AskFriend(t.Context(), pair[0], pair[1], at(3))), store.ErrNotFound, "asking across a block")
		}
		wantEqual(t, "those of a", friendsOf(t, f.Store, a), friendStates{c: store.IsFriend})
		must.Return(f.Store.ErasePlayer(t.Context(), c))(t)
		wantEqual(t, "those of a", friendsOf(t, f.Store, a), friendStates{})
	}},
	{"are limited", func(t *testing.T, f Fixture) {
		a, last := createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
		for range store.MaxFriends - 1 {
			must.Return(f.Store.AskFriend(t.Context(), a, createPlayer(t, f.Store).ID, at(1)))(t)
		}
		for range 2 {
			must.Return(f.Store.AskFriend(t.Context(), a, last, at(1)))(t)
		}
		expect.Error(t, expect.Second(f.Store.AskFriend(t.Context(), a, createPlayer(t, f.Store).ID, at(1))), store.ErrTooMany, "one more")
	}},
	{"agree if both ask at the same time", func(t *testing.T, f Fixture) {
		for n := range 10 {
			a, b := createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
			var both sync.WaitGroup
			for _, pair := range [][2]store.PlayerID{{a, b}, {b, a}} {
				both.Go(func() {
					expect.Error(t, expect.Second(f.Store.AskFriend(t.Context(), pair[0], pair[1], at(1))), nil)
				})
			}
			both.Wait()
			wantEqual(t, fmt.Sprintf("pair %d", n), friendsOf(t, f.Store, a), friendStates{b: store.IsFriend})
		}
	}},
	{"follow a person who becomes another one", func(t *testing.T, f Fixture) {
		guest, person, b, c, d := createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
		makeFriends(t, f.Store, guest, b)
		makeFriends(t, f.Store, guest, person)
		makeFriends(t, f.Store, guest, c)
		_, err := f.Store.AskFriend(t.Context(), person, c, at(2)) // is answered by the guest's friendship
		must.Succeed(t, err)
		must.Return(f.Store.AskFriend(t.Context(), d, guest, at(2)))(t)
		e, blocked, blocking := createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
		must.Return(f.Store.AskFriend(t.Context(), person, e, at(2)))(t) // e asks the guest
		must.Return(f.Store.AskFriend(t.Context(), e, guest, at(2)))(t)
		makeFriends(t, f.Store, guest, blocked)
		makeFriends(t, f.Store, guest, blocking)
		must.Succeed(t, f.Store.Block(t.Context(), person, blocked, at(2)))
		must.Succeed(t, f.Store.Block(t.Context(), blocking, person, at(2)))
		must.Return(f.Store.MergePlayers(t.Context(), guest, person, store.MergeNote{}))(t)
		wantEqual(t, "those of the person", friendsOf(t, f.Store, person), friendStates{b: store.IsFriend, c: store.IsFriend, d: store.FriendAsks, e: store.IsFriend})
		for name, p := range map[string]store.PlayerID{"c": c, "e": e} {
			wantEqual(t, "those of "+name, friendsOf(t, f.Store, p), friendStates{person: store.IsFriend})
		}
	}},
	{"see the tables of their friends", func(t *testing.T, f Fixture) {
		a, b := createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
		makeFriends(t, f.Store, a, b)
		hosted := func(v store.Visibility, s store.State) store.TableID {
			return createTable(t, f.Store, func(r *store.Table) { r.Host, r.Visibility, r.State, r.Invite = a, v, s, "x" }).ID
		}
		open := hosted(store.ForFriends, store.Open)
		hosted(store.Private, store.Open)
		hosted(store.ForFriends, store.Finished)
		wantEqual(t, "unfinished tables for friends", must.Return(f.Store.TablesForFriends(t.Context(), []store.PlayerID{a, b}))(t), []store.TableID{open})
		rev := func() int64 {
			versions := must.Return(f.Store.TableVersions(t.Context(), []store.TableID{open}))(t)
			return versions[open].Rev
		}
		before := rev()
		must.Succeed(t, f.Store.EndFriend(t.Context(), b, a))
		makeFriends(t, f.Store, a, b)
		must.Succeed(t, f.Store.Block(t.Context(), createPlayer(t, f.Store).ID, a, at(2)))
		wantEqual(t, "revisions", rev(), before+3)
		_, err := f.Store.UpdateTable(t.Context(), open, func(r *store.Table) error {
			wantEqual(t, "friends", r.Friends, []store.PlayerID{b})
			r.Visibility = store.Public
			return nil
		})
		must.Succeed(t, err)
		row := must.Return(f.Store.Table(t.Context(), open))(t)
		wantEqual(t, "visibility", row.Visibility, store.Public)
		wantEqual(t, "friends of a public table", row.Friends, []store.PlayerID{})
	}},
}
