package play

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
)

// checkPrivacy checks that a stranger sees nothing of a private table, and that a public table is readable by all.
func (g *game) checkPrivacy(ctx context.Context) error {
	if !g.private {
		return g.rest.get(ctx, g.stranger, g.path(""), new(json.RawMessage))
	}
	for _, rest := range []string{"", "/view", "/log", "/export"} {
		if err := g.rest.expectRefusal(ctx, PrivateIsPrivate, g.stranger, http.MethodGet, g.path(rest), nil, "unknown_table"); err != nil {
			return err
		}
	}
	if err := g.rest.expectRefusal(ctx, PrivateIsPrivate, g.stranger, http.MethodPost, g.path("/seats"), struct{}{}, "wrong_invite", "unknown_table"); err != nil {
		return err
	}
	if err := g.checkSocketRefused(ctx); err != nil {
		return err
	}
	if err := g.checkLists(ctx); err != nil {
		return err
	}
	return g.rest.get(ctx, g.stranger, g.path("?invite="+url.QueryEscape(g.invite)), new(json.RawMessage))
}

// checkSocketRefused opens a socket without the invite: the server must refuse it, or close it with a code that means stop.
func (g *game) checkSocketRefused(ctx context.Context) error {
	v := &viewer{rest: g.rest, transcript: g.transcript, number: spectator, handshake: handshake{token: g.stranger.token, since: -1}}
	code, err := v.awaitClose(ctx, nil)
	if err == nil && (code < 4000 || code >= 4500) {
		err = g.broken(PrivateIsPrivate, "the socket of a stranger was opened, or closed with code %d", code)
	}
	g.rest.tally.Refused++
	return err
}

// checkLists checks that only players at a private table find it in a list.
func (g *game) checkLists(ctx context.Context) error {
	for _, c := range []struct {
		caller caller
		query  string
		shown  bool
	}{
		{g.stranger, "", false}, {g.stranger, "&mine=1", false}, {caller{name: "nobody"}, "", false}, {g.guests[0], "&mine=1", true},
	} {
		var page struct {
			Tables []table `json:"tables"`
		}
		if err := g.rest.get(ctx, c.caller, "/tables?limit=100"+c.query, &page); err != nil {
			return err
		}
		if shown := slices.ContainsFunc(page.Tables, func(t table) bool { return t.ID == g.transcript.table }); shown != c.shown {
			return g.broken(PrivateIsPrivate, "is the private table in the list for %s with query %q? got %v, want %v", c.caller.name, c.query, shown, c.shown)
		}
	}
	return nil
}
