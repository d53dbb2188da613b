package storetest

import (
	"errors"
	"testing"
	"time"

	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// hosted creates a table with the session's player on seat 0.
func hosted(t testing.TB, s store.Store, x store.Session) store.Table {
	t.Helper()
	return createTable(t, s, func(r *store.Table) { r.Seats[0].Player = x.Player })
}

func newInvitation(x store.Session, table store.TableID, to store.PlayerID, n int) store.Invitation {
	return store.Invitation{Table: table, Invited: to, Inviter: x.Player, Session: x.ID, CreatedAt: at(n)}
}

// invite stores an invitation without limits, and returns the usage before.
func invite(t testing.TB, s store.Store, i store.Invitation) (u store.InvitationUsage) {
	t.Helper()
	must.Succeed(t, s.Invite(t.Context(), i, at(0), func(usage store.InvitationUsage) error { u = usage; return nil }))
	return u
}

func invitationsTo(t testing.TB, s store.Store, p store.PlayerID) []store.Invitation {
	t.Helper()
	list := must.Return(s.InvitationsTo(t.Context(), p, 10))(t)
	counts := must.Return(s.CountInvitations(t.Context(), []store.PlayerID{"nobody", p, "\x00"}))(t)
	want := map[store.PlayerID]int{}
	if len(list) > 0 {
		want[p] = len(list)
	}
	wantEqual(t, "counts", counts, want)
	return list
}

// sitDown gives seat 1 of a table to a player; nobody, if that is empty.
func sitDown(t testing.TB, s store.Store, id store.TableID, p store.PlayerID, n int) {
	t.Helper()
	_, err := s.UpdateTable(t.Context(), id, func(r *store.Table) error {
		r.Seats[1].Player, r.UpdatedAt = p, at(n)
		return nil
	})
	must.Succeed(t, err)
}

var invitations = []contractCase{
	{"are listed until they are answered", func(t *testing.T, f Fixture) {
		x, p := createSession(t, f.Store), createPlayer(t, f.Store).ID
		first, second := newInvitation(x, hosted(t, f.Store, x).ID, p, 1), newInvitation(x, hosted(t, f.Store, x).ID, p, 2)
		invite(t, f.Store, first)
		invite(t, f.Store, second)
		wantEqual(t, "invitations", invitationsTo(t, f.Store, p), []store.Invitation{second, first})
		wantEqual(t, "the newest", must.Return(f.Store.InvitationsTo(t.Context(), p, 1))(t), []store.Invitation{second})
		must.Succeed(t, f.Store.DeclineInvitation(t.Context(), first.Table, p, at(5)))
		expect.Error(t, f.Store.DeclineInvitation(t.Context(), first.Table, p, at(6)), store.ErrNotFound, "again")
		expect.Error(t, f.Store.DeclineInvitation(t.Context(), second.Table, x.Player, at(6)), store.ErrNotFound, "another's")
		sitDown(t, f.Store, second.Table, p, 7)
		s := f.Reopen(t)
		wantEqual(t, "answered", len(invitationsTo(t, s, p)), 0)
		first.Answer, first.AnsweredAt, second.Answer, second.AnsweredAt = store.Declined, at(5), store.Accepted, at(7)
		for _, want := range []store.Invitation{first, second} {
			wantEqual(t, "of the table", must.Return(s.InvitationsOf(t.Context(), want.Table))(t), []store.Invitation{want})
		}
		expect.Error(t, s.DeclineInvitation(t.Context(), second.Table, p, at(8)), store.ErrNotFound, "an accepted one")
		sitDown(t, s, second.Table, "", 8)
		wantEqual(t, "after the seat was given up", len(invitationsTo(t, s, p)), 0)
	}},
	{"do not count without their table, session or inviter", func(t *testing.T, f Fixture) {
		for name, end := range map[string]func(x store.Session, i store.Invitation){
			"a closed table": func(_ store.Session, i store.Invitation) { closeTable(t, f.Store, i.Table, at(3)) },
			"a running table": func(_ store.Session, i store.Invitation) {
				must.Succeed(t, f.Store.Append(t.Context(), newAppend(i.Table, newRecord(t, 1, -1, ""))))
			},
			"an ended session": func(x store.Session, _ store.Invitation) {
				must.Return(f.Store.RevokeSession(t.Context(), x.Player, x.ID))(t)
			},
			"a block": func(_ store.Session, i store.Invitation) {
				must.Succeed(t, f.Store.Block(t.Context(), i.Invited, i.Inviter, at(3)))
			},
			"an absent inviter": func(_ store.Session, i store.Invitation) {
				must.Return(f.Store.UpdateTable(t.Context(), i.Table, func(r *store.Table) error { r.Seats[0].Player = "other"; return nil }))(t)
			},
			"an erased inviter": func(x store.Session, _ store.Invitation) { erase(t, f.Store, x.Player) },
			"an erased guest":   func(_ store.Session, i store.Invitation) { erase(t, f.Store, i.Invited) },
		} {
			x, p := createSession(t, f.Store), createPlayer(t, f.Store).ID
			i := newInvitation(x, hosted(t, f.Store, x).ID, p, 1)
			invite(t, f.Store, i)
			end(x, i)
			wantEqual(t, name, len(invitationsTo(t, f.Store, p)), 0)
		}
	}},
	{"know what limits them", func(t *testing.T, f Fixture) {
		x, y, p, q := createSession(t, f.Store), createSession(t, f.Store), createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
		a, b := hosted(t, f.Store, x), hosted(t, f.Store, x)
		first := newInvitation(x, a.ID, p, 1)
		wantEqual(t, "at first", invite(t, f.Store, first), store.InvitationUsage{})
		sent := store.SentInvitation{Invitation: first, Open: true}
		wantEqual(t, "the same again", invite(t, f.Store, newInvitation(x, a.ID, p, 2)), store.InvitationUsage{Previous: &first, Counts: true, Sent: []store.SentInvitation{sent}})
		sent.CreatedAt = at(2)
		must.Succeed(t, f.Store.DeclineInvitation(t.Context(), a.ID, p, at(3)))
		sent.Answer, sent.AnsweredAt = store.Declined, at(3)
		closeTable(t, f.Store, a.ID, at(4))
		sent.Open = false
		must.Succeed(t, f.Store.Block(t.Context(), p, x.Player, at(4)))
		wantEqual(t, "declined, closed and blocked", invite(t, f.Store, newInvitation(x, b.ID, p, 5)), store.InvitationUsage{Blocked: true, Sent: []store.SentInvitation{sent}})
		wantEqual(t, "of another inviter", invite(t, f.Store, newInvitation(y, b.ID, q, 6)), store.InvitationUsage{})
		u := store.InvitationUsage{}
		must.Succeed(t, f.Store.Invite(t.Context(), newInvitation(x, b.ID, q, 7), at(2), func(usage store.InvitationUsage) error { u = usage; return nil }))
		wantEqual(t, "sent later than", len(u.Sent), 1)
		wantEqual(t, "previous of another inviter who is not at the table", u.Counts, false)
	}},
	{"are not stored if they are refused", func(t *testing.T, f Fixture) {
		x, p := createSession(t, f.Store), createPlayer(t, f.Store).ID
		row := hosted(t, f.Store, x)
		refused := errors.New("no")
		err := f.Store.Invite(t.Context(), newInvitation(x, row.ID, p, 1), at(0), func(store.InvitationUsage) error { return refused })
		expect.Error(t, err, refused, "refused")
		gone, stranger := createPlayer(t, f.Store).ID, createSession(t, f.Store)
		erase(t, f.Store, gone)
		for name, i := range map[string]store.Invitation{
			"an erased guest":  newInvitation(x, row.ID, gone, 1),
			"an unknown guest": newInvitation(x, row.ID, "none", 1),
			"no text":          newInvitation(x, row.ID, "\x00", 1),
			"an unknown table": newInvitation(x, "none", p, 1),
			"another session":  {Table: row.ID, Invited: p, Inviter: x.Player, Session: stranger.ID, CreatedAt: at(1)},
		} {
			expect.Error(t, f.Store.Invite(t.Context(), i, at(0), func(store.InvitationUsage) error { return nil }), store.ErrNotFound, name)
		}
		wantEqual(t, "invitations", len(invitationsTo(t, f.Store, p)), 0)
	}},
	{"of one inviter are checked one after the other", func(t *testing.T, f Fixture) {
		x := createSession(t, f.Store)
		row := hosted(t, f.Store, x)
		full := errors.New("full")
		guests := make([]store.PlayerID, 8)
		for n := range guests {
			guests[n] = createPlayer(t, f.Store).ID
		}
		got := concurrently(t, len(guests), func(n int) error {
			return f.Store.Invite(t.Context(), newInvitation(x, row.ID, guests[n], 1), at(0), func(u store.InvitationUsage) error {
				if len(u.Sent) >= 3 {
					return full
				}
				return nil
			})
		}, nil, full)
		wantEqual(t, "stored", got[nil], 3)
	}},
	{"are removed with age, with their table and with their players", func(t *testing.T, f Fixture) {
		x, p := createSession(t, f.Store), createPlayer(t, f.Store).ID
		a, b, c := hosted(t, f.Store, x), hosted(t, f.Store, x), hosted(t, f.Store, x)
		for n, row := range []store.Table{a, b, c} {
			invite(t, f.Store, newInvitation(x, row.ID, p, n+1))
		}
		wantEqual(t, "removed by age", must.Return(f.Store.RemoveInvitations(t.Context(), at(2), 10))(t), 1)
		closeTable(t, f.Store, b.ID, at(3))
		must.Return(f.Store.RemoveClosedTables(t.Context(), at(4), 10))(t)
		list := must.Return(f.Store.InvitationsOf(t.Context(), b.ID))(t)
		wantEqual(t, "of the removed table", len(list), 0)
		wantEqual(t, "the rest", len(invitationsTo(t, f.Store, p)), 1)
		must.Succeed(t, f.Store.Block(t.Context(), x.Player, p, at(1)))
		must.Succeed(t, expect.Third(f.Store.RemoveIdlePlayers(t.Context(), at(1000), "", 100)))
		list = must.Return(f.Store.InvitationsOf(t.Context(), c.ID))(t)
		wantEqual(t, "of the removed player", len(list), 0)
		wantEqual(t, "blocks of the removed player", len(must.Return(f.Store.Blocked(t.Context(), x.Player))(t)), 0)
	}},
	{"are refused from blocked players", func(t *testing.T, f Fixture) {
		a, b, c := createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
		for n, p := range []store.PlayerID{b, c, b} {
			must.Succeed(t, f.Store.Block(t.Context(), a, p, at(n)))
		}
		blocked := func() []store.PlayerID {
			return must.Return(f.Store.Blocked(t.Context(), a))(t)
		}
		wantEqual(t, "blocked", blocked(), []store.PlayerID{b, c})
		for p, want := range map[store.PlayerID]bool{b: true, a: false, "none": false, "\x00": false} {
			wantEqual(t, "has blocked "+string(p), must.Return(f.Store.HasBlocked(t.Context(), a, p))(t), want)
		}
		must.Succeed(t, f.Store.Unblock(t.Context(), a, b))
		expect.Error(t, f.Store.Unblock(t.Context(), a, b), store.ErrNotFound, "again")
		erase(t, f.Store, c)
		wantEqual(t, "after an erasure", len(blocked()), 0)
		expect.Error(t, f.Store.Block(t.Context(), a, c, at(3)), store.ErrNotFound, "an erased player")
		expect.Error(t, f.Store.Block(t.Context(), c, a, at(3)), store.ErrNotFound, "by an erased player")
		expect.Error(t, f.Store.Block(t.Context(), a, "none", at(3)), store.ErrNotFound, "an unknown player")
	}},
	{"end for sessions that expire", func(t *testing.T, f Fixture) {
		x, p := createSession(t, f.Store), createPlayer(t, f.Store).ID
		invite(t, f.Store, newInvitation(x, hosted(t, f.Store, x).ID, p, 1))
		must.Return(f.Store.ExpireSessions(t.Context(), at(1).Add(time.Hour), 10))(t)
		wantEqual(t, "invitations", len(invitationsTo(t, f.Store, p)), 0)
	}},
}
