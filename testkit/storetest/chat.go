package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func free(store.ChatUsage) error { return nil }

// newMessage returns a message to the players with the text "nN".
func newMessage(id store.TableID, author store.PlayerID, n int) store.ChatMessage {
	return store.ChatMessage{Table: id, Channel: store.PlayersChannel, Author: author, Client: fmt.Sprint("c", n), Text: fmt.Sprint("n", n), CreatedAt: at(n)}
}

// post stores a message without limits and returns it.
func post(t testing.TB, s store.Store, m store.ChatMessage) store.ChatMessage {
	t.Helper()
	m = must.Return(s.PostMessage(t.Context(), m, free))(t)
	return m
}

func chatChanges(t testing.TB, s store.Store, id store.TableID, since int64, limit int) store.ChatChanges {
	t.Helper()
	return must.Return(s.ChatChanges(t.Context(), id, store.PlayersChannel, since, limit))(t)
}

var chats = []contractCase{
	{"messages are kept in order, with their deletions", func(t *testing.T, f Fixture) {
		x, y := createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
		id := createTable(t, f.Store).ID
		wantEqual(t, "a channel that nobody used", chatChanges(t, f.Store, id, 0, 10), store.ChatChanges{Whole: true})
		var list []store.ChatMessage
		for n := 1; n <= 3; n++ {
			m := post(t, f.Store, newMessage(id, x, n))
			wantEqual(t, "number and rev", []int64{m.Number, m.Changed}, []int64{int64(n), int64(n)})
			list = append(list, m)
		}
		phrase := newMessage(id, y, 4)
		phrase.Text, phrase.Phrase = "", "thanks"
		list = append(list, post(t, f.Store, phrase))
		must.Succeed(t, f.Store.DeleteMessage(t.Context(), id, store.PlayersChannel, 2, store.DeletedByHost))
		must.Succeed(t, f.Store.DeleteMessage(t.Context(), id, store.PlayersChannel, 2, store.DeletedByAuthor))
		list[1].Text, list[1].Deleted, list[1].Changed = "", store.DeletedByHost, 5
		expect.Error(t, f.Store.DeleteMessage(t.Context(), id, store.PlayersChannel, 9, store.DeletedByHost), store.ErrNotFound, "an unknown message")

		other := newMessage(id, x, 5)
		other.Channel = store.SpectatorsChannel
		for n := range 2 {
			other.Client = []string{"first", "second"}[n]
			post(t, f.Store, other)
		}
		must.Succeed(t, f.Store.DeleteMessage(t.Context(), id, store.SpectatorsChannel, 1, store.DeletedByAuthor))
		must.Succeed(t, f.Store.DeleteMessages(t.Context(), id, store.SpectatorsChannel, store.DeletedByHost))
		expect.Error(t, f.Store.DeleteMessages(t.Context(), store.TableID(uuid.NewString()), store.SpectatorsChannel, store.DeletedByHost), store.ErrNotFound, "all messages of no table")
		cleared := must.Return(f.Store.ChatChanges(t.Context(), id, store.SpectatorsChannel, 3, 10))(t)
		wantEqual(t, "the state after the deletion of all", cleared.State, store.ChatState{Rev: 4})
		if m := cleared.Messages; len(m) != 1 || m[0].Number != 2 || m[0].Text != "" || m[0].Deleted != store.DeletedByHost || m[0].Changed != 4 {
			t.Errorf("after the deletion of all messages: got %+v, want the second one deleted by the host", m)
		}

		s := f.Reopen(t)
		state := store.ChatState{Rev: 5}
		wantEqual(t, "all", chatChanges(t, s, id, 0, 10), store.ChatChanges{State: state, Whole: true, Messages: list})
		wantEqual(t, "the newest", chatChanges(t, s, id, 0, 2), store.ChatChanges{State: state, Whole: true, Messages: list[2:], Earlier: true})
		wantEqual(t, "since 3", chatChanges(t, s, id, 3, 10), store.ChatChanges{State: state, Messages: []store.ChatMessage{list[1], list[3]}})
		wantEqual(t, "since now", chatChanges(t, s, id, 5, 10), store.ChatChanges{State: state})
		wantEqual(t, "since later", chatChanges(t, s, id, 6, 10), store.ChatChanges{State: state, Whole: true, Messages: list})
		wantEqual(t, "too many changes", chatChanges(t, s, id, 1, 2), store.ChatChanges{State: state, Whole: true, Messages: list[2:], Earlier: true})
		page, earlier, err := s.ChatPage(t.Context(), id, store.PlayersChannel, 3, 1)
		must.Succeed(t, err)
		wantEqual(t, "a page", page, list[1:2])
		wantEqual(t, "earlier ones", earlier, true)
		wantEqual(t, "one message", must.Return(s.Message(t.Context(), id, store.PlayersChannel, 4))(t), list[3])
		expect.Error(t, expect.Second(s.Message(t.Context(), id, store.SpectatorsChannel, 4)), store.ErrNotFound, "in the other channel")
		states := must.Return(s.ChatStates(t.Context(), []store.TableID{id, "none", "\x00"}))(t)
		wantEqual(t, "states", states, map[store.TableID]map[store.ChatChannel]store.ChatState{id: {store.PlayersChannel: state, store.SpectatorsChannel: {Rev: 4}}})
	}},
	{"messages are stored once and within limits", func(t *testing.T, f Fixture) {
		x, gone := createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
		id := createTable(t, f.Store).ID
		first := post(t, f.Store, newMessage(id, x, 1))
		again := newMessage(id, x, 1)
		again.Text, again.Channel = "other", store.SpectatorsChannel
		got, err := f.Store.PostMessage(t.Context(), again, free)
		expect.Error(t, err, store.ErrDuplicate, "the same id")
		wantEqual(t, "the first message", got, first)
		must.Succeed(t, f.Store.SetSlowMode(t.Context(), id, 30*time.Second+time.Millisecond))
		full := errors.New("full")
		_, err = f.Store.PostMessage(t.Context(), newMessage(id, x, 2), func(u store.ChatUsage) error {
			wantEqual(t, "usage", u, store.ChatUsage{Slow: 30 * time.Second, Last: at(1)})
			return full
		})
		expect.Error(t, err, full, "refused")
		wantEqual(t, "since 1", chatChanges(t, f.Store, id, 1, 9), store.ChatChanges{State: store.ChatState{Rev: 2, Slow: 30 * time.Second}})
		erase(t, f.Store, gone)
		for name, m := range map[string]store.ChatMessage{
			"an unknown table": newMessage("none", x, 3), "no table": newMessage("\x00", x, 3),
			"an unknown author": newMessage(id, "none", 3), "an erased author": newMessage(id, gone, 3),
		} {
			expect.Error(t, expect.Second(f.Store.PostMessage(t.Context(), m, free)), store.ErrNotFound, name)
		}
		expect.Error(t, f.Store.SetSlowMode(t.Context(), "none", 0), store.ErrNotFound, "slow mode of no table")
	}},
	{"messages of several authors get different numbers", func(t *testing.T, f Fixture) {
		id := createTable(t, f.Store).ID
		var group sync.WaitGroup
		for n := range 8 {
			x := createPlayer(t, f.Store).ID
			group.Go(func() {
				expect.Error(t, expect.Second(f.Store.PostMessage(t.Context(), newMessage(id, x, n), free)), nil)
			})
		}
		group.Wait()
		c := chatChanges(t, f.Store, id, 0, 20)
		wantEqual(t, "messages", len(c.Messages), 8)
		for n, m := range c.Messages {
			wantEqual(t, "number", m.Number, int64(n+1))
		}
	}},
	{"reactions are one for each person and entry", func(t *testing.T, f Fixture) {
		x, y := createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
		id := createTable(t, f.Store).ID
		react := func(p store.PlayerID, seq engine.Seq, glyph string, n int) store.ChatReaction {
			r := store.ChatReaction{Table: id, Channel: store.PlayersChannel, Seq: seq, Player: p, Reaction: glyph, CreatedAt: at(n)}
			must.Succeed(t, f.Store.React(t.Context(), r))
			r.Changed = int64(n)
			return r
		}
		react(x, 7, "sun", 1)
		b := react(y, 7, "leaf", 2)
		c := react(x, 3, "sun", 3)
		a := react(x, 7, "", 4)
		wantEqual(t, "all", chatChanges(t, f.Store, id, 0, 5).Reactions, []store.ChatReaction{c, b})
		wantEqual(t, "since 3", chatChanges(t, f.Store, id, 3, 5).Reactions, []store.ChatReaction{a})
		expect.Error(t, f.Store.React(t.Context(), store.ChatReaction{Table: "none", Channel: store.PlayersChannel, Player: x}), store.ErrNotFound, "at no table")
	}},
	{"a channel keeps the newest reactions", func(t *testing.T, f Fixture) {
		x := createPlayer(t, f.Store).ID
		id := createTable(t, f.Store).ID
		const more = 3
		for n := 1; n <= store.MaxChatReactions+more; n++ {
			must.Succeed(t, f.Store.React(t.Context(), store.ChatReaction{Table: id, Channel: store.PlayersChannel, Seq: engine.Seq(n), Player: x, Reaction: "sun", CreatedAt: at(n)}))
		}
		// A reader for whom a removed reaction may be news reads all anew.
		for since, whole := range map[int64]bool{0: true, more - 1: true, more: false} {
			c := chatChanges(t, f.Store, id, since, 5)
			wantEqual(t, "reactions", len(c.Reactions), store.MaxChatReactions)
			wantEqual(t, "the first reaction's entry", c.Reactions[0].Seq, engine.Seq(more+1))
			wantEqual(t, "whole", c.Whole, whole)
		}
	}},
	{"read marks never go back", func(t *testing.T, f Fixture) {
		x := createPlayer(t, f.Store).ID
		id := createTable(t, f.Store).ID
		for n, number := range []int64{4, 9, 2} {
			must.Succeed(t, f.Store.MarkRead(t.Context(), x, id, store.PlayersChannel, number, at(n)))
		}
		wantEqual(t, "marks", must.Return(f.Store.ReadMarks(t.Context(), x, id))(t), map[store.ChatChannel]int64{store.PlayersChannel: 9})
		wantEqual(t, "marks at no table", len(must.Return(f.Store.ReadMarks(t.Context(), x, "\x00"))(t)), 0)
		wantEqual(t, "changes at no table", must.Return(f.Store.ChatChanges(t.Context(), "\x00", store.PlayersChannel, 0, 5))(t), store.ChatChanges{Whole: true})
		expect.Error(t, expect.Second(f.Store.Message(t.Context(), "\x00", store.PlayersChannel, 1)), store.ErrNotFound, "a message at no table")
		expect.Error(t, f.Store.MarkRead(t.Context(), "none", id, store.PlayersChannel, 1, at(0)), store.ErrNotFound, "of nobody")
	}},
	{"blocks are found by author and reader", func(t *testing.T, f Fixture) {
		x, y, z := createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
		must.Succeed(t, f.Store.Block(t.Context(), x, y, at(0)))
		must.Succeed(t, f.Store.Block(t.Context(), z, y, at(0)))
		list := must.Return(f.Store.ChatBlocks(t.Context(), []store.PlayerID{y, z}, []store.PlayerID{x, y}))(t)
		wantEqual(t, "blocks", list, []store.ChatBlock{{Reader: x, Author: y}})
	}},
	{"rows of an erased or removed player are gone", func(t *testing.T, f Fixture) {
		for name, end := range map[string]func(store.PlayerID){
			"erased": func(p store.PlayerID) { erase(t, f.Store, p) },
			"removed": func(store.PlayerID) {
				must.Succeed(t, expect.Third(f.Store.RemoveIdlePlayers(t.Context(), at(1000), "", 100)))
			},
		} {
			x, y := createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
			id := createTable(t, f.Store, func(r *store.Table) { r.Seats[1].Player = y }).ID
			post(t, f.Store, newMessage(id, x, 1))
			kept := post(t, f.Store, newMessage(id, y, 2))
			must.Succeed(t, f.Store.React(t.Context(), store.ChatReaction{Table: id, Channel: store.SpectatorsChannel, Seq: 1, Player: x, Reaction: "sun", CreatedAt: at(3)}))
			must.Succeed(t, f.Store.MarkRead(t.Context(), x, id, store.PlayersChannel, 1, at(3)))
			end(x)
			wantEqual(t, name, chatChanges(t, f.Store, id, 2, 10), store.ChatChanges{State: store.ChatState{Rev: 3, Reset: 3}, Whole: true, Messages: []store.ChatMessage{kept}})
			c := must.Return(f.Store.ChatChanges(t.Context(), id, store.SpectatorsChannel, 1, 10))(t)
			wantEqual(t, "reactions", c, store.ChatChanges{State: store.ChatState{Rev: 2, Reset: 2}, Whole: true})
			wantEqual(t, "marks", len(must.Return(f.Store.ReadMarks(t.Context(), x, id))(t)), 0)
		}
	}},
	{"old rows are removed", func(t *testing.T, f Fixture) {
		x := createPlayer(t, f.Store).ID
		id := createTable(t, f.Store).ID
		for n := range 3 {
			post(t, f.Store, newMessage(id, x, n))
		}
		must.Succeed(t, f.Store.React(t.Context(), store.ChatReaction{Table: id, Channel: store.PlayersChannel, Seq: 1, Player: x, Reaction: "sun", CreatedAt: at(0)}))
		must.Succeed(t, f.Store.MarkRead(t.Context(), x, id, store.PlayersChannel, 1, at(0)))
		for _, want := range []int{2, 2, 0} {
			wantEqual(t, "removed", must.Return(f.Store.RemoveChat(t.Context(), at(2), 2))(t), want)
		}
		c := chatChanges(t, f.Store, id, 0, 10)
		wantEqual(t, "messages", len(c.Messages), 1)
		wantEqual(t, "reactions", len(c.Reactions), 0)
		wantEqual(t, "rev", c.State.Rev, int64(4))
	}},
	{"rows of a removed table are gone", func(t *testing.T, f Fixture) {
		x := createPlayer(t, f.Store).ID
		row := createTable(t, f.Store)
		post(t, f.Store, newMessage(row.ID, x, 1))
		must.Succeed(t, f.Store.MarkRead(t.Context(), x, row.ID, store.PlayersChannel, 1, at(1)))
		closeTable(t, f.Store, row.ID, at(2))
		createTable(t, f.Store) // the newest table stays
		wantEqual(t, "tables", must.Return(f.Store.RemoveClosedTables(t.Context(), at(3), 10))(t), 1)
		wantEqual(t, "chat", chatChanges(t, f.Store, row.ID, 0, 10), store.ChatChanges{Whole: true})
	}},
}

func newReport(reporter store.PlayerID, m store.ChatMessage, n int) store.ChatReport {
	m.Client, m.Changed = "", 0
	return store.ChatReport{ID: fmt.Sprint("r", n), Message: m, Reporter: reporter, Reason: "rude", CreatedAt: at(n)}
}

func listReports(t testing.TB, s store.Store, all bool) []store.ChatReport {
	t.Helper()
	return must.Return(s.Reports(t.Context(), all, 10))(t)
}

var reports = []contractCase{
	{"keep the text of a deleted message until they are removed", func(t *testing.T, f Fixture) {
		x, y := createPlayer(t, f.Store).ID, createPlayer(t, f.Store).ID
		id := createTable(t, f.Store).ID
		pass := func(int) error { return nil }
		first, second := newReport(y, post(t, f.Store, newMessage(id, x, 1)), 5), newReport(y, post(t, f.Store, newMessage(id, x, 2)), 6)
		must.Succeed(t, f.Store.ReportMessage(t.Context(), first, at(0), pass))
		expect.Error(t, f.Store.ReportMessage(t.Context(), newReport(y, first.Message, 7), at(0), pass), store.ErrDuplicate, "again")
		full := errors.New("full")
		for since, want := range map[int]int{0: 1, 5: 0} {
			err := f.Store.ReportMessage(t.Context(), second, at(since), func(n int) error {
				wantEqual(t, "reports before", n, want)
				return full
			})
			expect.Error(t, err, full, "refused")
		}
		must.Succeed(t, f.Store.ReportMessage(t.Context(), second, at(0), pass))
		must.Succeed(t, f.Store.DeleteMessage(t.Context(), id, store.PlayersChannel, 1, store.DeletedByAuthor))
		s := f.Reopen(t)
		wantEqual(t, "open", listReports(t, s, false), []store.ChatReport{first, second})
		must.Succeed(t, s.CloseReport(t.Context(), first.ID, at(8)))
		expect.Error(t, s.CloseReport(t.Context(), first.ID, at(9)), store.ErrNotFound, "closed")
		expect.Error(t, s.CloseReport(t.Context(), "\x00", at(9)), store.ErrNotFound, "unknown")
		first.ClosedAt = at(8)
		wantEqual(t, "open ones", listReports(t, s, false), []store.ChatReport{second})
		erase(t, s, x)
		erase(t, s, y)
		first.Message.Author, first.Reporter, second.Message.Author, second.Reporter = "", "", "", ""
		wantEqual(t, "all, after the erasure of both, the open one first", listReports(t, s, true), []store.ChatReport{second, first})
		third := newReport(createPlayer(t, s).ID, second.Message, 7)
		must.Succeed(t, s.ReportMessage(t.Context(), third, at(0), pass))
		for report, want := range map[string][]store.ChatReport{first.ID: {first}, third.ID: {second, third}, "unknown": nil, "\x00": nil} {
			wantEqual(t, "of the message of "+report, must.Return(s.ReportsLike(t.Context(), report))(t), want)
		}
		wantEqual(t, "removed", must.Return(s.RemoveReports(t.Context(), at(6), 10))(t), 1)
		wantEqual(t, "the rest", listReports(t, s, true), []store.ChatReport{second, third})
	}},
}
