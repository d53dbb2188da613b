package storetest

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func channel(kind store.ChannelKind, address string) store.Channel {
	return store.Channel{ID: uuid.NewString(), Kind: kind, Address: address, Data: `{"é":1}`}
}

// reachable gives a player channels at a time.
func reachable(t testing.TB, s store.Store, p store.PlayerID, n int, channels ...store.Channel) {
	t.Helper()
	_, err := s.ChangeNotifier(t.Context(), p, at(n), func(x *store.Notifier) error {
		x.Settings, x.Channels = `{"when":"absent"}`, channels
		return nil
	})
	must.Succeed(t, err)
}

// runs lets a table run to a seq at which the given seats owe a decision.
func runs(t testing.TB, s store.Store, id store.TableID, seq engine.Seq, owing ...engine.Seat) {
	t.Helper()
	row := must.Return(s.Table(t.Context(), id))(t)
	for n := row.Seq + 1; n <= seq; n++ {
		command := ""
		if n > 1 {
			command = uuid.NewString()
		}
		a := newAppend(id, after(t, row.Head, newRecord(t, n, 0, command)))
		a.State, a.Owing, a.Winners = store.Running, owing, nil
		must.Succeed(t, s.Append(t.Context(), a))
		row.Head = a.Record.Hash
	}
}

// untold returns the tables whose players may have to be told at at(n).
func untold(t testing.TB, s store.Store, n int) []store.Owed {
	t.Helper()
	players := must.Return(s.Reachable(t.Context(), "", 10))(t)
	list := must.Return(s.Untold(t.Context(), at(n), players, nil))(t)
	var tables []store.TableID
	for _, o := range list {
		tables = append(tables, o.Table)
	}
	wantEqual(t, "untold by player and by table", must.Return(s.Untold(t.Context(), at(n), players, tables))(t), list)
	for i := range list {
		list[i].Updated = time.Time{}
	}
	return list
}

func newNotice(c store.Channel, id store.TableID, occasion, key string, n int) store.Notice {
	return store.Notice{ID: uuid.NewString(), Channel: c.ID, Table: id, Occasion: occasion, Key: key, Data: "{}", DueAt: at(n)}
}

func claim(t testing.TB, s store.Store, n int) (ids []string) {
	t.Helper()
	list := must.Return(s.ClaimNotices(t.Context(), at(n), at(n+60), 10))(t)
	for _, x := range list {
		ids = append(ids, x.ID)
	}
	return ids
}

var notifications = []contractCase{
	{"keep settings and channels", func(t *testing.T, f Fixture) {
		p := createPlayer(t, f.Store).ID
		got := must.Return(f.Store.Notifier(t.Context(), p))(t)
		wantEqual(t, "at first", got, store.Notifier{Player: p})
		a, b := channel(store.PushChannel, "https://push.example/1"), channel(store.MailChannel, "ada@example.org")
		if a.ID > b.ID {
			a.ID, b.ID = b.ID, a.ID
		}
		reachable(t, f.Store, p, 1, a, b)
		must.Succeed(t, f.Store.Attend(t.Context(), p, at(90)))
		must.Succeed(t, f.Store.Attend(t.Context(), p, at(60)))
		b.Data = "{}"
		_, err := f.Store.ChangeNotifier(t.Context(), p, at(2), func(n *store.Notifier) error {
			n.Always, n.Channels = true, []store.Channel{a, b}
			return nil
		})
		must.Succeed(t, err)
		refusal := errors.New("refused")
		_, err = f.Store.ChangeNotifier(t.Context(), p, at(3), func(n *store.Notifier) error { n.Channels = nil; return refusal })
		expect.Error(t, err, refusal, "refused")
		s := f.Reopen(t)
		got = must.Return(s.Notifier(t.Context(), p))(t)
		want := store.Notifier{Player: p, Settings: `{"when":"absent"}`, Always: true, Channels: []store.Channel{a, b}, Since: at(1), AttentiveUntil: at(90)}
		wantEqual(t, "stored", got, want)
		wantEqual(t, "owner", must.Return(s.ChannelOwner(t.Context(), b.ID))(t), p)
		expect.Error(t, expect.Second(s.ChannelOwner(t.Context(), uuid.NewString())), store.ErrNotFound, "no channel")
		_, err = s.ChangeNotifier(t.Context(), store.PlayerID(uuid.NewString()), at(4), func(*store.Notifier) error { return nil })
		expect.Error(t, err, store.ErrNotFound, "no player")
		erase(t, s, p)
		got = must.Return(s.Notifier(t.Context(), p))(t)
		wantEqual(t, "erased", got, store.Notifier{Player: p})
	}},
	{"give a push address to one player", func(t *testing.T, f Fixture) {
		p, q := createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
		reachable(t, f.Store, p, 1, channel(store.PushChannel, "https://push.example/1"))
		reachable(t, f.Store, q, 2, channel(store.PushChannel, "https://push.example/1"))
		for player, want := range map[store.PlayerID]int{p: 0, q: 1} {
			wantEqual(t, "channels", len(must.Return(f.Store.Notifier(t.Context(), player))(t).Channels), want)
		}
		id := createTable(t, f.Store, func(r *store.Table) { r.Seats[0].Player, r.Seats[1].Player = p, q }).ID
		runs(t, f.Store, id, 1, 0, 1)
		wantEqual(t, "untold", untold(t, f.Store, 5), []store.Owed{{Player: q, Seat: 1, Table: id, Title: "meduris", State: store.Running, Seq: 1, Owes: true}})
	}},
	{"find the tables where a player owes a decision", func(t *testing.T, f Fixture) {
		p, q := createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
		table := func() store.TableID {
			return createTable(t, f.Store, func(r *store.Table) { r.Seats[0].Player, r.Seats[1].Player = p, q }).ID
		}
		first, second := table(), table()
		table() // open
		runs(t, f.Store, first, 2, 0)
		runs(t, f.Store, second, 3, 0, 1)
		list := must.Return(f.Store.OwedBy(t.Context(), []store.PlayerID{p, q}))(t)
		for i := range list {
			list[i].Updated = time.Time{}
		}
		owes := func(player store.PlayerID, seat engine.Seat, id store.TableID, seq engine.Seq) store.Owed {
			return store.Owed{Player: player, Seat: seat, Table: id, Title: "meduris", State: store.Running, Seq: seq, Owes: true}
		}
		wantEqual(t, "owed", list, []store.Owed{owes(p, 0, first, 2), owes(p, 0, second, 3), owes(q, 1, second, 3)})

		seated := must.Return(f.Store.SeatedAt(t.Context(), []store.TableID{first, second, store.TableID(uuid.NewString())}))(t)
		slices.Sort(seated)
		both := []store.PlayerID{p, q}
		slices.Sort(both)
		wantEqual(t, "seated", seated, both)

		wantEqual(t, "without channels", len(untold(t, f.Store, 5)), 0)
		c := channel(store.HookChannel, "https://hook.example")
		reachable(t, f.Store, q, 1, c)
		notOwing := owes(q, 1, first, 2)
		notOwing.Owes = false
		wantEqual(t, "with a channel", untold(t, f.Store, 5), []store.Owed{notOwing, owes(q, 1, second, 3)})
		must.Succeed(t, f.Store.Attend(t.Context(), q, at(50)))
		wantEqual(t, "while present", untold(t, f.Store, 49), []store.Owed{notOwing})
		must.Succeed(t, f.Store.Tell(t.Context(), []store.Told{{Player: q, Table: first, Seq: 2}, {Player: q, Table: second, Seq: 3}}, nil))
		wantEqual(t, "told", len(untold(t, f.Store, 51)), 0)
		runs(t, f.Store, first, 3, 0)
		runs(t, f.Store, second, 4, 1)
		again := owes(q, 1, second, 4)
		again.Told = true
		wantEqual(t, "after new entries", untold(t, f.Store, 51), []store.Owed{again})
	}},
	{"find the open tables that wait for a player", func(t *testing.T, f Fixture) {
		p, q := createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
		table := func(n int, change func(r *store.Table)) store.TableID {
			return createTable(t, f.Store, func(r *store.Table) {
				r.Host, r.Seats[0].Player, r.Seats[1].Player, r.UpdatedAt = p, p, q, at(n)
				change(r)
			}).ID
		}
		full := table(1, func(*store.Table) {})
		bots := table(2, func(r *store.Table) { r.Seats[1].Player, r.Seats[1].Bot = "", "easy" })
		asked := table(3, func(r *store.Table) { r.Seats[0].Confirm, r.Seats[1].Confirm = store.Confirmed, store.Asked })
		table(4, func(r *store.Table) { r.Seats[1].Player = "" })
		closed := table(5, func(*store.Table) {})
		must.Return(f.Store.UpdateTable(t.Context(), closed, func(r *store.Table) error { r.State = store.Closed; return nil }))(t)
		list := must.Return(f.Store.OwedBy(t.Context(), []store.PlayerID{p, q}))(t)
		for i := range list {
			list[i].Updated = time.Time{}
		}
		wantEqual(t, "waiting", list, []store.Owed{
			{Player: p, Seat: 0, Table: full, Title: "meduris", State: store.Open, Starts: true},
			{Player: p, Seat: 0, Table: bots, Title: "meduris", State: store.Open, Starts: true},
			{Player: q, Seat: 1, Table: asked, Title: "meduris", State: store.Open, Asked: true},
		})
	}},
	{"find invitations", func(t *testing.T, f Fixture) {
		x, p := createSession(t, f.Store), createPlayer(t, f.Store).ID
		early, late := hosted(t, f.Store, x).ID, hosted(t, f.Store, x).ID
		invite(t, f.Store, newInvitation(x, early, p, 1))
		reachable(t, f.Store, p, 2, channel(store.PushChannel, "https://push.example/1"))
		invite(t, f.Store, newInvitation(x, late, p, 3))
		wantEqual(t, "untold", untold(t, f.Store, 5), []store.Owed{{Player: p, Seat: -1, Table: late, Title: "meduris", State: store.Open}})
		must.Succeed(t, f.Store.Tell(t.Context(), []store.Told{{Player: p, Table: late}}, nil))
		wantEqual(t, "told", len(untold(t, f.Store, 5)), 0)
	}},
	{"are sent by one node", func(t *testing.T, f Fixture) {
		p, id := createPlayer(t, f.Store).ID, createTable(t, f.Store).ID
		c, d := channel(store.PushChannel, "https://push.example/1"), channel(store.MailChannel, "ada@example.org")
		reachable(t, f.Store, p, 1, c, d)
		one, two := newNotice(c, id, "turn", "1", 2), newNotice(c, id, "turn", "2", 9)
		same := newNotice(c, id, "turn", "1", 3)
		digest, later := newNotice(d, id, "turn", "1", 4), newNotice(d, id, "turn", "2", 30)
		digest.Digest, later.Digest = true, true
		must.Succeed(t, f.Store.Tell(t.Context(), nil, []store.Notice{one, two, same, digest, later}))
		wantEqual(t, "too early", len(claim(t, f.Store, 1)), 0)
		list := must.Return(f.Store.ClaimNotices(t.Context(), at(3), at(63), 10))(t)
		one.Player, one.LeasedUntil = p, at(63)
		wantEqual(t, "claimed", list, []store.Notice{one})
		wantEqual(t, "with the digests", claim(t, f.Store, 5), []string{digest.ID, later.ID})
		wantEqual(t, "leased", claim(t, f.Store, 10), []string{two.ID})
		wantEqual(t, "after the lease", claim(t, f.Store, 64), []string{one.ID})
		must.Succeed(t, f.Store.NoticesSent(t.Context(), []string{one.ID, two.ID}, at(65)))
		must.Succeed(t, f.Store.PostponeNotices(t.Context(), []string{digest.ID, later.ID}, at(65), at(200), true))
		s := f.Reopen(t)
		wantEqual(t, "sent and postponed", len(claim(t, s, 199)), 0)
		list = must.Return(s.ClaimNotices(t.Context(), at(200), at(260), 1))(t)
		if len(list) != 1 || list[0].Attempts != 1 {
			t.Errorf("got %v, want one notice with one attempt", list)
		}
		must.Succeed(t, s.Tell(t.Context(), nil, []store.Notice{same}))
		wantEqual(t, "sent before", len(claim(t, s, 400)), 2)
		wantEqual(t, "removed", must.Return(s.RemoveNotices(t.Context(), at(100), 10))(t), 2)
		reachable(t, s, p, 5, c)
		wantEqual(t, "of an ended channel", len(claim(t, s, 900)), 0)
	}},
	{"stay with the node that leased them last", func(t *testing.T, f Fixture) {
		p, id := createPlayer(t, f.Store).ID, createTable(t, f.Store).ID
		c := channel(store.PushChannel, "https://push.example/1")
		reachable(t, f.Store, p, 1, c)
		one := newNotice(c, id, "turn", "1", 2)
		must.Succeed(t, f.Store.Tell(t.Context(), nil, []store.Notice{one}))
		wantEqual(t, "the first node", claim(t, f.Store, 3), []string{one.ID})
		wantEqual(t, "another one, after the lease", claim(t, f.Store, 70), []string{one.ID})
		must.Succeed(t, f.Store.PostponeNotices(t.Context(), []string{one.ID}, at(63), at(80), true))
		wantEqual(t, "still leased", len(claim(t, f.Store, 90)), 0)
		must.Succeed(t, f.Store.PostponeNotices(t.Context(), []string{one.ID}, at(130), at(95), true))
		list := must.Return(f.Store.ClaimNotices(t.Context(), at(95), at(155), 10))(t)
		if len(list) != 1 || list[0].Attempts != 1 {
			t.Errorf("got %v, want one notice with one attempt", list)
		}
	}},
	{"go with their channel and their player", func(t *testing.T, f Fixture) {
		p, q, id := createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID, createTable(t, f.Store).ID
		taken, left, kept := channel(store.PushChannel, "https://push.example/1"), channel(store.HookChannel, "https://hook.example"), channel(store.MailChannel, "ada@example.org")
		reachable(t, f.Store, p, 1, taken, left, kept)
		stays := newNotice(kept, id, "turn", "1", 2)
		must.Succeed(t, f.Store.Tell(t.Context(), nil, []store.Notice{newNotice(taken, id, "turn", "1", 2), newNotice(left, id, "turn", "1", 2), stays}))
		reachable(t, f.Store, q, 3, channel(store.PushChannel, "https://push.example/1"))
		reachable(t, f.Store, p, 3, kept)
		list := claim(t, f.Store, 5)
		wantEqual(t, "notices", len(list), 1)
		removed := must.Return(f.Store.RemoveNotices(t.Context(), at(9), 10))(t)
		wantEqual(t, "stored notices", removed, 1)
		must.Succeed(t, f.Store.Tell(t.Context(), nil, []store.Notice{stays}))
		erase(t, f.Store, p)
		removed = must.Return(f.Store.RemoveNotices(t.Context(), at(9), 10))(t)
		wantEqual(t, "notices of an erased player", removed, 0)
	}},
	{"store a nudge and its notices, or neither", func(t *testing.T, f Fixture) {
		id, p, q := createTable(t, f.Store).ID, createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
		c := channel(store.HookChannel, "https://hook.example")
		reachable(t, f.Store, q, 1, c)
		one, two := newNotice(c, id, "nudge", "1", 10), newNotice(c, id, "nudge", "2", 15)
		must.Succeed(t, f.Store.Nudge(t.Context(), id, p, q, at(10), at(0), []store.Notice{one}))
		expect.Error(t, f.Store.Nudge(t.Context(), id, p, q, at(15), at(5), []store.Notice{two}), store.ErrConflict, "again")
		wantEqual(t, "notices", claim(t, f.Store, 20), []string{one.ID})
	}},
	{"limit nudges", func(t *testing.T, f Fixture) {
		id, p, q := createTable(t, f.Store).ID, createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
		must.Succeed(t, f.Store.Nudge(t.Context(), id, p, q, at(10), at(0), nil))
		expect.Error(t, f.Store.Nudge(t.Context(), id, p, q, at(15), at(5), nil), store.ErrConflict, "again")
		must.Succeed(t, f.Store.Nudge(t.Context(), id, q, p, at(15), at(5), nil))
		must.Succeed(t, f.Store.Nudge(t.Context(), id, p, q, at(30), at(20), nil))
		expect.Error(t, f.Store.Nudge(t.Context(), store.TableID(uuid.NewString()), p, q, at(15), at(5), nil), store.ErrNotFound, "no table")
	}},
	{"keep the first key of a name", func(t *testing.T, f Fixture) {
		for range 2 {
			wantEqual(t, "key", must.Return(f.Store.ServerKey(t.Context(), "push", []byte{1, 0, 255}))(t), []byte{1, 0, 255})
		}
		wantEqual(t, "after a restart", must.Return(f.Reopen(t).ServerKey(t.Context(), "push", []byte{2}))(t), []byte{1, 0, 255})
	}},
}
