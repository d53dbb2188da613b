package play

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
)

// strangers holds a private table to its privacy, and a public one to its being public.
func (g *game) strangers(ctx context.Context) error {
	if !g.private {
		return g.door.get(ctx, g.other, g.path(""), new(json.RawMessage))
	}
	for _, rest := range []string{"", "/view", "/log", "/export"} {
		if err := g.door.refuse(ctx, PrivateIsPrivate, g.other, http.MethodGet, g.path(rest), nil, "unknown_table"); err != nil {
			return err
		}
	}
	if err := g.door.refuse(ctx, PrivateIsPrivate, g.other, http.MethodPost, g.path("/seats"), struct{}{}, "wrong_invite", "unknown_table"); err != nil {
		return err
	}
	if err := g.shutOut(ctx); err != nil {
		return err
	}
	if err := g.lists(ctx); err != nil {
		return err
	}
	return g.door.get(ctx, g.other, g.path("?invite="+url.QueryEscape(g.invite)), new(json.RawMessage))
}

// shutOut tries a socket without the invite: not opened, or closed with a code that says not to come back.
func (g *game) shutOut(ctx context.Context) error {
	v := &viewer{door: g.door, book: g.book, who: spectator, hello: hello{token: g.other.token, since: -1}}
	code, err := v.thrown(ctx, nil)
	if err == nil && (code < 4000 || code >= 4500) {
		err = g.broken(PrivateIsPrivate, "a stranger's socket was opened, or closed with %d", code)
	}
	g.door.tally.Refused++
	return err
}

// lists: a private table stands in the lists of those at it alone.
func (g *game) lists(ctx context.Context) error {
	for _, c := range []struct {
		who   caller
		query string
		shown bool
	}{
		{g.other, "", false}, {g.other, "&mine=1", false}, {caller{name: "nobody"}, "", false}, {g.guests[0], "&mine=1", true},
	} {
		var page struct {
			Tables []table `json:"tables"`
		}
		if err := g.door.get(ctx, c.who, "/tables?limit=100"+c.query, &page); err != nil {
			return err
		}
		if shown := slices.ContainsFunc(page.Tables, func(t table) bool { return t.ID == g.book.table }); shown != c.shown {
			return g.broken(PrivateIsPrivate, "the private table in the list that %s asked for with %q: %v, want %v", c.who.name, c.query, shown, c.shown)
		}
	}
	return nil
}
