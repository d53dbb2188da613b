package httpapi_test

import (
	"strings"
	"testing"

	"nemeton/testkit/expect"
)

type chatView struct {
	Channels []struct {
		Channel    string
		Write, Own bool
		Rev, Read  int
		Slow       int
		Messages   []struct {
			Number  int
			From    struct{ Name string }
			Text    string
			Deleted string
		}
		Reactions []struct {
			Seq   int
			Glyph string
		}
	}
}

func (p person) chat(r tableView, query string) (c chatView) {
	p.h.t.Helper()
	p.call("GET", "/tables/"+r.ID+"/chat"+query, nil).want(200, "").into(&c)
	return c
}

func TestChat(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Eve")
	r := h.started("public", ada, ben)
	path := "/tables/" + r.ID + "/chat"
	ada.call("POST", path, map[string]any{"id": "1", "text": "hello"}).want(201, "")
	ada.call("POST", path, map[string]any{"id": "1", "text": "hello"}).want(200, "")
	eve.call("POST", path, map[string]any{"id": "1", "phrase": "hello"}).want(201, "")
	eve.call("POST", path, map[string]any{"id": "2", "text": "psst", "channel": "players"}).want(403, "not_allowed")
	ada.call("POST", path, map[string]any{"id": "2", "text": strings.Repeat("x", 501)}).want(422, "too_long")
	ada.call("POST", path, map[string]any{"id": "2", "text": "\u202e"}).want(422, "bad_text")
	ben.call("PUT", path+"/read", map[string]any{"channel": "players", "number": 1}).want(204, "")
	ben.call("PUT", "/tables/"+r.ID+"/reactions/1", map[string]any{"glyph": "heart"}).want(204, "")
	ada.call("PUT", path+"/slow", map[string]any{"seconds": 30}).want(204, "")
	ben.call("PUT", path+"/slow", map[string]any{"seconds": 30}).want(403, "not_host")

	c := ben.chat(r, "")
	if len(c.Channels) != 1 || len(c.Channels[0].Messages) != 1 || len(c.Channels[0].Reactions) != 1 {
		t.Fatalf("got %+v, want the players' channel with a message and a reaction", c)
	}
	if own := c.Channels[0]; own.Channel != "players" || !own.Write || !own.Own || own.Read != 1 || own.Slow != 30 || own.Messages[0].Text != "hello" || own.Messages[0].From.Name != "Ada" {
		t.Errorf("got %+v", own)
	}
	if c := h.nobody().chat(r, ""); len(c.Channels) != 1 || c.Channels[0].Channel != "spectators" || c.Channels[0].Write {
		t.Errorf("got %+v, want the spectators' channel to read", c)
	}
	expect.Equal(t, len(eve.chat(r, "?channel=players").Channels), 0)
	eve.call("DELETE", path+"/players-1", nil).want(404, "unknown_message")
	eve.call("DELETE", path+"/players-x", nil).want(404, "unknown_message")
	ben.call("POST", path+"/players-1/reports", map[string]any{"reason": "rude"}).want(204, "")
	ben.call("POST", path+"/players-1/reports", map[string]any{}).want(409, "no_change")
	ada.call("DELETE", path+"/players-1", nil).want(204, "")
	if c := ben.chat(r, "?channel=players&since=2"); len(c.Channels[0].Messages) != 1 || c.Channels[0].Messages[0].Deleted != "author" {
		t.Errorf("got %+v, want the deletion", c)
	}
	ben.call("DELETE", "/tables/"+r.ID+"/reactions/1", nil).want(204, "")
	expect.Equal(t, len(ben.chat(r, "").Channels[0].Reactions), 0, "reactions")
	var page struct{ Messages []struct{ Number int } }
	ben.call("GET", path+"/players/earlier?before=2", nil).want(200, "").into(&page)
	expect.Equal(t, len(page.Messages), 1, "the first message")
}

// A private table is a missing one for a stranger.
func TestChat_PrivateTable(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Eve")
	r := h.started("private", ada, ben)
	path := "/tables/" + r.ID + "/chat"
	eve.call("GET", path, nil).want(404, "unknown_table")
	eve.call("POST", path, map[string]any{"id": "1", "text": "x"}).want(404, "unknown_table")
	eve.call("PUT", "/tables/"+r.ID+"/reactions/1", map[string]any{"glyph": "heart"}).want(404, "unknown_table")
	eve.call("POST", path+"/players-1/reports", map[string]any{}).want(404, "unknown_table")
	eve.call("POST", path+"?invite="+ada.sees(r.ID).Invite, map[string]any{"id": "1", "text": "x"}).want(201, "")
}
