package chat_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/chat"
	"nemeton/server/fanout/local"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// The audience of each message, before the start, during the game and after the end.
func TestPost_Audiences(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	n := h.node(time.Hour, nil)
	ada, ben, eve := h.Players[0], h.Players[1], h.Players[2]

	open := h.Open(2)
	n.say(open, ada, "hello")
	n.say(open, eve, "may-I-join")
	n.wantTexts(open, map[store.PlayerID]string{ada: "players: hello may-I-join", eve: "players: hello may-I-join", "": "players: hello may-I-join"})
	h.wantCode(n.post(open, eve, chat.Post{Text: "x", Channel: store.SpectatorsChannel}), apperr.NotAllowed)

	id, other := h.Running(n.registry, 2), h.Running(n.registry, 2)
	seat, spectator, anonymous, elsewhere := n.listen(id, ben, ""), n.listen(id, eve, ""), n.listen(id, "", ""), n.listen(other, ada, "")
	for _, e := range []*ear{seat, spectator, anonymous, elsewhere} {
		e.take()
	}
	n.say(id, ada, "p1")
	n.say(id, eve, "s1")
	h.wantCode(n.post(id, eve, chat.Post{Text: "x", Channel: store.PlayersChannel}), apperr.NotAllowed)
	h.wantCode(n.post(id, ada, chat.Post{Text: "x", Channel: store.SpectatorsChannel}), apperr.NotAllowed)
	h.wantCode(n.post(id, "", chat.Post{Text: "x"}), apperr.NotAllowed)
	seat.wantHeard("players p1")
	spectator.wantHeard("spectators s1")
	anonymous.wantHeard("spectators s1")
	elsewhere.wantHeard()
	n.wantTexts(id, map[store.PlayerID]string{ada: "players: p1", ben: "players: p1", eve: "spectators: s1", "": "spectators: s1"})

	n.finish(id)
	n.wantTexts(id, map[store.PlayerID]string{ada: "players: p1; spectators: s1", eve: "players: p1; spectators: s1", "": "players: p1; spectators: s1"})
	n.say(id, eve, "well-played")
	h.wantCode(n.post(id, eve, chat.Post{Phrase: "good_game", Channel: store.PlayersChannel}), "")
	seat.wantHeard("spectators well-played", "players ")
	spectator.wantHeard("spectators well-played", "players ")
}

// A table that only people with its invite may see.
func TestPost_PrivateTable(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	n := h.node(time.Hour, nil)
	id := h.Running(n.registry, 2, func(r *store.Table) { r.Visibility, r.Invite = store.Private, "old" })
	eve := n.listen(id, h.Players[2], "old")
	eve.take()
	n.say(id, h.Players[2], "first")
	eve.wantHeard("spectators first")
	// The invite changes behind the sockets' back.
	must.Return(h.Store.UpdateTable(t.Context(), id, func(r *store.Table) error { r.Invite = "new"; return nil }))(t)
	n.say(id, h.Players[3], "second")
	eve.wantHeard()
	// A barred player.
	must.Return(h.Store.UpdateTable(t.Context(), id, func(r *store.Table) error { r.Barred = []store.PlayerID{h.Players[3]}; return nil }))(t)
	h.wantCode(n.post(id, h.Players[3], chat.Post{Text: "third"}), apperr.Barred)
}

func TestPost_Nodes(t *testing.T) {
	t.Parallel()
	var hub local.Hub
	for name, poll := range map[string]time.Duration{"by node messages": time.Hour, "by polls": 2 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newFixture(t)
			var a, b *node
			if poll == time.Hour {
				a, b = h.node(poll, hub.Join()), h.node(poll, hub.Join())
			} else {
				a, b = h.node(poll, nil), h.node(poll, nil)
			}
			id := h.Running(a.registry, 2)
			seat, spectator := b.listen(id, h.Players[1], ""), b.listen(id, "", "")
			a.say(id, h.Players[0], "zero") // the other node does not know which messages its clients have
			for m := seat.take(); !slices.ContainsFunc(m, func(m message) bool { return m.Rev == 1 }); m = seat.take() {
				<-seat.awake
			}
			a.say(id, h.Players[0], "one")
			a.say(id, h.Players[3], "watching")
			spectator.awaitHeardOrGap("spectators watching")
			seat.awaitHeard("players one")
			must.Succeed(t, a.Delete(t.Context(), h.row(id), h.Players[0], store.PlayersChannel, 2))
			seat.awaitHeard("players author")
			for _, text := range append(seat.heard(), spectator.heard()...) {
				if strings.HasPrefix(text, "spectators") {
					t.Errorf("got %q, want nothing more", text)
				}
			}
		})
	}
}

// awaitHeardOrGap waits until a text arrives, or the rev of a message that the client then reads by REST.
func (e *ear) awaitHeardOrGap(want string) {
	e.h.t.Helper()
	for {
		for _, m := range e.take() {
			if m.Since == m.Rev && m.Rev > 0 {
				return
			}
			for _, text := range m.Messages {
				if m.Channel+" "+text.Text == want {
					return
				}
			}
		}
		<-e.awake
	}
}

// A client that reconnects reads what it missed with its cursor.
func TestRead_Since(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	n := h.node(time.Hour, nil)
	id, ada := h.Running(n.registry, 2), h.Players[0]
	n.say(id, ada, "one")
	n.say(id, ada, "two")
	must.Succeed(t, n.Delete(t.Context(), h.row(id), ada, store.PlayersChannel, 1))
	c, err := n.Read(t.Context(), h.row(id), h.Players[1], store.PlayersChannel, 2)
	must.Succeed(t, err)
	if got := c.Channels[0]; got.Whole || got.Rev != 3 || len(got.Messages) != 1 || got.Messages[0].Deleted != "author" {
		t.Errorf("got %+v, want the deletion alone", got)
	}
	must.Return(h.Store.ErasePlayer(t.Context(), ada))(t)
	if c, err = n.Read(t.Context(), h.row(id), h.Players[1], store.PlayersChannel, 3); err != nil || !c.Channels[0].Whole || len(c.Channels[0].Messages) > 0 {
		t.Errorf("after an erasure: got %+v, %v; want a whole channel without messages", c, err)
	}
}

func TestPost_Refused(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	n := h.node(time.Hour, nil)
	id, ada := h.Running(n.registry, 2), h.Players[0]
	for text, want := range map[string]apperr.Code{
		"": apperr.BadText, "  ": apperr.BadText, strings.Repeat("x", 501): apperr.TooLong, strings.Repeat("x", 500): "", strings.Repeat("e\u0301", 500): "",
		"a\x00b": apperr.BadText, "a\u202eb": apperr.BadText, "\u200d": apperr.BadText, "a\xffb": apperr.BadText, "z\u0300\u0300\u0300\u0300\u0300": apperr.BadText,
		strings.Repeat("क्षि", 500): "", strings.Repeat("क्षि", 501): apperr.TooLong, "\u200bx": apperr.BadText, "\ue000": apperr.BadText, "សុខ\u200bសាន": "", "\u200dx\u200d": "",
		"two\nlines": "", "👩‍👩‍👧": "", "می\u200cخواهم": "", "https://example.org/x?y=1": "",
	} {
		h.wantCode(n.post(id, ada, chat.Post{Text: text}), want)
	}
	h.wantCode(n.post(id, ada, chat.Post{Phrase: "shout"}), apperr.Invalid)
	h.wantCode(n.post(id, ada, chat.Post{Phrase: "thanks", Text: "x"}), apperr.Invalid)
	h.wantCode(n.post(id, ada, chat.Post{ID: "a b", Text: "x"}), apperr.Invalid)
	h.wantCode(n.React(t.Context(), h.row(id), ada, 99, "heart"), apperr.Invalid)
	h.wantCode(n.React(t.Context(), h.row(id), ada, 1, "skull"), apperr.Invalid)
}

// A message that is sent twice is stored once.
func TestPost_Repeated(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	n := h.node(time.Hour, nil)
	id, ada := h.Running(n.registry, 2), h.Players[0]
	first, isNew, err := n.Post(t.Context(), h.row(id), ada, chat.Post{ID: "a", Text: "once"})
	again, isNewAgain, errAgain := n.Post(t.Context(), h.row(id), ada, chat.Post{ID: "a", Text: "twice"})
	if err != nil || errAgain != nil || !isNew || isNewAgain || first != again {
		t.Errorf("got %+v %v %v, then %+v %v %v; want the same message, new once", first, isNew, err, again, isNewAgain, errAgain)
	}
}

func TestSlow(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	n := h.node(time.Hour, nil)
	id, ada, ben := h.Running(n.registry, 2), h.Players[0], h.Players[1]
	h.wantCode(n.SetSlow(t.Context(), h.row(id), ben, time.Minute), apperr.NotHost)
	h.wantCode(n.SetSlow(t.Context(), h.row(id), ada, time.Hour), apperr.Invalid)
	h.wantCode(n.SetSlow(t.Context(), h.row(id), ada, 30*time.Second), "")
	n.say(id, ben, "one")
	h.wantCode(n.post(id, ben, chat.Post{Text: "two"}), apperr.TooFast)
	n.say(id, ada, "the")
	n.say(id, ada, "host")
	h.clock.Add(30 * time.Second)
	n.say(id, ben, "three")
}

func TestDelete(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	n := h.node(time.Hour, nil)
	id, ada, ben, eve := h.Running(n.registry, 2), h.Players[0], h.Players[1], h.Players[2]
	ear := n.listen(id, ada, "")
	n.say(id, ben, "one")
	n.say(id, eve, "watching")
	ear.take()
	remove := func(player store.PlayerID, channel store.ChatChannel, number int64) error {
		return n.Delete(t.Context(), h.row(id), player, channel, number)
	}
	h.wantCode(remove(eve, store.PlayersChannel, 1), apperr.UnknownMessage)
	h.wantCode(remove(ada, store.SpectatorsChannel, 1), apperr.UnknownMessage)
	h.wantCode(remove(h.Players[3], store.SpectatorsChannel, 1), apperr.NotAllowed)
	h.wantCode(remove(ada, store.PlayersChannel, 7), apperr.UnknownMessage)
	h.wantCode(remove(ada, store.PlayersChannel, 1), "")
	ear.wantHeard("players host")
	n.wantTexts(id, map[store.PlayerID]string{ada: "players: -", ben: "players: -"})
}

// Reactions of spectators do not reach players before the end.
func TestReact(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	n := h.node(time.Hour, nil)
	id := h.Running(n.registry, 2)
	seat, spectator := n.listen(id, h.Players[0], ""), n.listen(id, h.Players[2], "")
	n.say(id, h.Players[1], "x") // the node knows both channels from here on
	n.say(id, h.Players[3], "x")
	seat.take()
	spectator.take()
	h.wantCode(n.React(t.Context(), h.row(id), h.Players[1], 1, "heart"), "")
	h.wantCode(n.React(t.Context(), h.row(id), h.Players[3], 1, "sad"), "")
	h.wantCode(n.React(t.Context(), h.row(id), h.Players[3], 1, ""), "")
	seat.wantHeard("players :heart")
	spectator.wantHeard("spectators :sad", "spectators :")
}

func TestBlocks_HideMessages(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	n := h.node(time.Hour, nil)
	id, ada, ben := h.Open(2), h.Players[0], h.Players[1]
	must.Succeed(t, h.Store.Block(t.Context(), ada, ben, h.Moment))
	blocker, other := n.listen(id, ada, ""), n.listen(id, h.Players[2], "")
	blocker.take()
	other.take()
	n.say(id, ben, "hidden")
	n.say(id, h.Players[3], "shown")
	blocker.wantHeard("players shown")
	other.wantHeard("players hidden", "players shown")
	n.wantTexts(id, map[store.PlayerID]string{ada: "players: shown", ben: "players: hidden shown"})
}

func TestMentions(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	n := h.node(time.Hour, nil)
	id, ada, ben, eve := h.Running(n.registry, 2), h.Players[0], h.Players[1], h.Players[2]
	say := func(by store.PlayerID, text string, want ...store.PlayerID) {
		t.Helper()
		h.mentioned = nil
		n.say(id, by, text)
		expect.Slice(t, h.mentioned, want, text)
	}
	say(ada, "@player 1, your turn", ben)
	again := chat.Post{ID: "again", Text: "@player 1, your turn"}
	for range 2 { // the server may have ended after it stored the first one
		h.mentioned = nil
		h.wantCode(n.post(id, ada, again), "")
		expect.Slice(t, h.mentioned, []store.PlayerID{ben}, again.Text)
	}
	say(ada, "mail@Player 1")
	say(ada, "mail (@Player 1)", ben)
	say(ada, "@Player 10 and @Player 0 and Player 1")
	say(ada, "@Player 2 cannot read this")
	say(h.Players[3], "@Player 2 has not written yet")
	say(eve, "hello")
	say(h.Players[3], "now: @Player 2 @Player 1", eve)
	must.Succeed(t, h.Store.Block(t.Context(), ben, ada, h.Moment))
	say(ada, "@Player 1")
}

func TestMarkRead_OtherDevices(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	n := h.node(time.Hour, nil)
	id, ada := h.Running(n.registry, 2), h.Players[0]
	own, other := n.listen(id, ada, ""), n.listen(id, h.Players[1], "")
	n.say(id, h.Players[1], "one")
	own.take()
	other.take()
	h.wantCode(n.MarkRead(t.Context(), h.row(id), ada, store.PlayersChannel, 99), "")
	if got := own.take(); len(got) != 1 || got[0].T != "chat_read" || got[0].Number != 1 {
		t.Errorf("got %+v, want the mark", got)
	}
	if got := other.take(); len(got) > 0 {
		t.Errorf("another person got %+v, want nothing", got)
	}
	h.wantCode(n.MarkRead(t.Context(), h.row(id), ada, store.SpectatorsChannel, 1), apperr.Invalid)
	expect.Equal(t, must.Return(n.Read(t.Context(), h.row(id), ada, "", 0))(t).Channels[0].Read, 1, "mark 1")
}

func TestReport(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	n := h.node(time.Hour, nil)
	id, ada, ben := h.Running(n.registry, 2), h.Players[0], h.Players[1]
	n.say(id, ben, "rude")
	report := func(player store.PlayerID, number int64) error {
		return n.Report(context.Background(), h.row(id), player, store.PlayersChannel, number, " why ")
	}
	h.wantCode(report(h.Players[2], 1), apperr.UnknownMessage)
	h.wantCode(report(ben, 1), apperr.NoChange)
	h.wantCode(report(ada, 1), "")
	h.wantCode(report(ada, 1), apperr.NoChange)
	h.wantCode(n.Delete(t.Context(), h.row(id), ben, store.PlayersChannel, 1), "")
	list, err := h.Store.Reports(t.Context(), false, 10)
	if err != nil || len(list) != 1 || list[0].Message.Text != "rude" || list[0].Message.Author != ben || list[0].Reporter != ada || list[0].Reason != "why" {
		t.Errorf("got %+v, %v; want the text of the deleted message", list, err)
	}
	for n2 := range 25 {
		n.say(id, ben, "more")
		want := apperr.Code("")
		if n2 >= 19 {
			want = apperr.TooFast
		}
		h.wantCode(report(ada, int64(3+n2)), want)
	}
}

// The host of a running game can delete what spectators wrote, and learns nothing of it.
func TestClear_HostReadsNothing(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	n := h.node(time.Hour, nil)
	host, ben, eve := h.Players[0], h.Players[1], h.Players[2]
	id := h.Running(n.registry, 2)
	atHost, atEve := n.listen(id, host, ""), n.listen(id, eve, "")
	for _, e := range []*ear{atHost, atEve} {
		e.take()
	}
	clear := func(player store.PlayerID) apperr.Code {
		return apperr.CodeOf(n.Clear(t.Context(), h.row(id), player))
	}
	if code := clear(host); code != "" { // the same answer without messages
		t.Fatalf("an empty channel: got %q", code)
	}
	n.say(id, host, "ours")
	n.say(id, eve, "seat-two-holds-the-gold")
	for player, want := range map[store.PlayerID]apperr.Code{ben: apperr.NotHost, eve: apperr.NotHost, "": apperr.NotHost, host: ""} {
		expect.Equal(t, clear(player), want, "player", player)
	}
	atEve.wantHeard("spectators seat-two-holds-the-gold", "spectators host")
	atHost.wantHeard("players ours")
	n.wantTexts(id, map[store.PlayerID]string{host: "players: ours", eve: "spectators: -"})
	for _, channel := range store.ChatChannels() {
		page, err := n.Earlier(t.Context(), h.row(id), host, channel, 100)
		if err != nil || channel == store.SpectatorsChannel && len(page.Messages) > 0 {
			t.Errorf("the host's page of %s: got %+v, %v", channel, page, err)
		}
	}
	expect.Equal(t, apperr.CodeOf(n.Delete(t.Context(), h.row(id), host, store.SpectatorsChannel, 2)), apperr.UnknownMessage, "one message of the spectators")
	n.say(id, eve, "sorry")
	atHost.wantHeard()

	n.finish(id)
	n.wantTexts(id, map[store.PlayerID]string{host: "players: ours; spectators: - sorry"})
}
