package chat_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"go.uber.org/goleak"

	"nemeton/server/apperr"
	"nemeton/server/chat"
	"nemeton/server/fanout"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fixture has a store with four players; the first two have the seats of the tables.
type fixture struct {
	*tabletest.Fixture
	t         *testing.T
	clock     *tabletest.Clock
	ids       int
	mentioned []store.PlayerID
}

// node is a node of the server. Its clock is that of the fixture.
type node struct {
	*chat.Service
	h        *fixture
	registry *table.Registry
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	h := tabletest.New(t)
	return &fixture{Fixture: h, t: t, clock: tabletest.NewClock(h.Moment)}
}

// node starts a node. poll is the interval of looks at the store; bus may be nil.
func (h *fixture) node(poll time.Duration, bus fanout.Bus) *node {
	h.t.Helper()
	n := &node{h: h}
	n.Service = chat.NewService(chat.Config{
		Store: h.Store, Now: h.clock.Now, NewID: func() string { h.ids++; return fmt.Sprint("report-", h.ids) },
		Log: zerolog.Nop(), Allow: func(store.PlayerID) (time.Duration, bool) { return 0, true },
		Mentioned: func(_ context.Context, _ store.ChatMessage, players []store.PlayerID) {
			h.mentioned = players
		},
	})
	n.registry = h.Registry(func(c *table.Config) { c.Now, c.Poll, c.Bus, c.ChatChanged = h.clock.Now, poll, bus, n.Changed })
	n.Start(n.registry)
	h.t.Cleanup(n.Close)
	return n
}

// row reads a table.
func (h *fixture) row(id store.TableID) store.Table {
	h.t.Helper()
	return must.Return(h.Store.Table(h.t.Context(), id))(h.t)
}

// say posts a text to the channel of the player's side.
func (n *node) say(id store.TableID, player store.PlayerID, text string) {
	n.h.t.Helper()
	n.h.wantCode(n.post(id, player, chat.Post{Text: text}), "")
}

func (n *node) post(id store.TableID, player store.PlayerID, p chat.Post) error {
	n.h.t.Helper()
	if p.ID == "" {
		n.h.ids++
		p.ID = fmt.Sprint("m", n.h.ids)
	}
	_, _, err := n.Post(n.h.t.Context(), n.h.row(id), player, p)
	return err
}

func (h *fixture) wantCode(err error, want apperr.Code) {
	h.t.Helper()
	expect.Equal(h.t, apperr.CodeOf(err), want, err)
}

// texts returns what a person reads by REST, as "channel: texts" by channel; deleted messages are "-".
func (n *node) texts(id store.TableID, player store.PlayerID) string {
	n.h.t.Helper()
	c := must.Return(n.Read(n.h.t.Context(), n.h.row(id), player, "", 0))(n.h.t)
	var parts []string
	for _, channel := range c.Channels {
		var texts []string
		for _, m := range channel.Messages {
			if m.Deleted != "" {
				m.Text = "-"
			}
			texts = append(texts, m.Text+m.Phrase)
		}
		parts = append(parts, channel.Channel+": "+strings.Join(texts, " "))
	}
	return strings.Join(parts, "; ")
}

func (n *node) wantTexts(id store.TableID, want map[store.PlayerID]string) {
	n.h.t.Helper()
	for player, text := range want {
		expect.Equal(n.h.t, n.texts(id, player), text, "player", player, "reads")
	}
}

// ear is a socket.
type ear struct {
	h     *fixture
	sub   *table.Subscription
	awake chan struct{}
}

// listen opens a socket that gets chat messages.
func (n *node) listen(id store.TableID, player store.PlayerID, invite string) *ear {
	n.h.t.Helper()
	e := &ear{h: n.h, awake: make(chan struct{}, 1)}
	sub, err := n.registry.Subscribe(n.h.t.Context(), id, table.SubscribeRequest{Player: player, Invite: invite, Chat: true, Wake: func(bool) {
		select {
		case e.awake <- struct{}{}:
		default:
		}
	}})
	must.Succeed(n.h.t, err)
	e.sub = sub
	n.h.t.Cleanup(sub.Close)
	return e
}

// message is a chat message on a socket.
type message struct {
	T        string `json:"t"`
	Channel  string `json:"channel"`
	Since    int64  `json:"since"`
	Rev      int64  `json:"rev"`
	Number   int64  `json:"number"`
	Messages []struct {
		Text    string `json:"text"`
		Deleted string `json:"deleted"`
	} `json:"messages"`
	Reactions []struct {
		Glyph string `json:"glyph"`
	} `json:"reactions"`
}

// take returns the chat messages that wait.
func (e *ear) take() (list []message) {
	e.h.t.Helper()
	waiting := must.Return(e.sub.Take(nil))(e.h.t)
	for _, raw := range waiting {
		var m message
		must.Succeed(e.h.t, json.Unmarshal(raw.Plain(), &m))
		if strings.HasPrefix(m.T, "chat") {
			list = append(list, m)
		}
	}
	return list
}

// heard returns the texts that have arrived, by channel.
func (e *ear) heard() (list []string) {
	e.h.t.Helper()
	for _, m := range e.take() {
		for _, text := range m.Messages {
			list = append(list, m.Channel+" "+text.Text+text.Deleted)
		}
		for _, r := range m.Reactions {
			list = append(list, m.Channel+" :"+r.Glyph)
		}
	}
	return list
}

func (e *ear) wantHeard(want ...string) {
	e.h.t.Helper()
	expect.Slice(e.h.t, e.heard(), want)
}

// awaitHeard waits until a text arrives.
func (e *ear) awaitHeard(want string) {
	e.h.t.Helper()
	for got := e.heard(); !slices.Contains(got, want); got = e.heard() {
		<-e.awake
	}
}

// finish ends a table in the store.
func (n *node) finish(id store.TableID) {
	n.h.t.Helper()
	n.h.PlayOut(n.registry, id)
}
