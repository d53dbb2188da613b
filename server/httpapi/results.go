package httpapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/server/player"
	"nemeton/server/results"
	"nemeton/server/store"
	"nemeton/server/wire"
)

type playerInput struct {
	Player string `path:"player"`
}

type gamesInput struct {
	Player string `path:"player"`
	With   string `query:"with" doc:"Only games with this player"`
	Limit  int    `query:"limit" minimum:"1" maximum:"50" default:"20"`
	Cursor string `query:"cursor" doc:"The next cursor of the previous page"`
}

type versusInput struct {
	Player string `path:"player"`
	Other  string `path:"other"`
}

type profileOutput struct{ Body wire.Profile }

type gamesOutput struct{ Body wire.GameList }

type versusOutput struct{ Body wire.Versus }

type companionsOutput struct{ Body wire.CompanionList }

type blockedOutput struct{ Body wire.BlockedList }

func (d *handler) historyRoutes(api huma.API) {
	huma.Register(api, call(http.MethodGet, "/players/{player}", "get-player", "A player with their figures", http.StatusOK, 5), d.profile)
	huma.Register(api, call(http.MethodGet, "/players/{player}/games", "list-games", "The finished games of a player, the newest first", http.StatusOK, 5), d.games)
	huma.Register(api, call(http.MethodGet, "/players/{player}/versus/{other}", "get-versus", "The games of two players at the same tables", http.StatusOK, 5), d.versus)
	huma.Register(api, forPlayers(call(http.MethodGet, "/me/companions", "list-companions", "People with whom the caller finished games", http.StatusOK, 5)), forCaller(d.companions))
	huma.Register(api, forPlayers(call(http.MethodGet, "/me/blocks", "list-blocked", "The people whom the caller has blocked", http.StatusOK, 1)), forCaller(d.blocked))
	huma.Register(api, forPlayers(call(http.MethodPut, "/me/blocks/{player}", "block-player", "Block a person", http.StatusNoContent, 1)), d.block)
	huma.Register(api, forPlayers(call(http.MethodDelete, "/me/blocks/{player}", "unblock-player", "End a block", http.StatusNoContent, 1)), d.unblock)
}

// asker returns the caller, who may be anonymous. It fails with unknown_player unless all texts are ids.
func asker(ctx context.Context, ids ...string) (store.PlayerID, error) {
	caller, err := callerID(ctx)
	if err != nil {
		return "", err
	}
	for _, id := range ids {
		if !isID(id) {
			return "", results.Unknown()
		}
	}
	return caller, nil
}

func (d *handler) profile(ctx context.Context, in *playerInput) (*profileOutput, error) {
	caller, err := asker(ctx, in.Player)
	if err != nil {
		return nil, err
	}
	p, err := d.cfg.History.Profile(ctx, store.PlayerID(in.Player), caller)
	if err != nil {
		return nil, err
	}
	out := &profileOutput{wire.Profile{Player: playerOf(p.Player), Figures: []wire.Figures{}}}
	for _, f := range p.Figures {
		out.Body.Figures = append(out.Body.Figures, wire.Figures(f))
	}
	return out, nil
}

func (d *handler) games(ctx context.Context, in *gamesInput) (*gamesOutput, error) {
	ids := []string{in.Player}
	if in.With != "" {
		ids = append(ids, in.With)
	}
	caller, err := asker(ctx, ids...)
	if err != nil {
		return nil, err
	}
	page, err := d.cfg.History.Games(ctx, store.PlayerID(in.Player), caller, results.GamesRequest{With: store.PlayerID(in.With), Limit: in.Limit, Cursor: in.Cursor})
	if err != nil {
		return nil, err
	}
	out := &gamesOutput{wire.GameList{Games: []wire.Game{}, Next: page.Next}}
	for _, r := range page.Results {
		out.Body.Games = append(out.Body.Games, gameOf(r, page.Names))
	}
	return out, nil
}

func gameOf(r store.Result, names map[store.PlayerID]string) wire.Game {
	g := wire.Game{Table: string(r.Table), Title: r.Title, Private: r.Private, FinishedAt: r.FinishedAt, Ended: r.Ended, Seats: []wire.GameSeat{}}
	for _, x := range r.Seats {
		if x.Player == "" && x.Bot == "" {
			g.Seats = append(g.Seats, wire.GameSeat{Hidden: true})
			continue
		}
		seat := wire.GameSeat{Color: x.Color, Bot: x.Bot, Points: x.Points, Won: x.Won, Conceded: x.Conceded, StandIn: x.StandIn, HandedOver: x.HandedOver}
		if x.Player != "" {
			seat.Player = &wire.Player{ID: string(x.Player), Name: names[x.Player]}
		}
		g.Seats = append(g.Seats, seat)
	}
	return g
}

func (d *handler) versus(ctx context.Context, in *versusInput) (*versusOutput, error) {
	caller, err := asker(ctx, in.Player, in.Other)
	if err != nil {
		return nil, err
	}
	v, err := d.cfg.History.Versus(ctx, store.PlayerID(in.Player), store.PlayerID(in.Other), caller)
	if err != nil {
		return nil, err
	}
	out := &versusOutput{wire.Versus{Player: playerOf(v.Player), Other: playerOf(v.Other), Titles: []wire.HeadToHead{}}}
	for _, h := range v.Titles {
		out.Body.Titles = append(out.Body.Titles, wire.HeadToHead(h))
	}
	return out, nil
}

func (d *handler) companions(ctx context.Context, c player.Caller, _ *struct{}) (*companionsOutput, error) {
	list, names, err := d.cfg.History.Companions(ctx, c.Player.ID)
	if err != nil {
		return nil, err
	}
	out := &companionsOutput{wire.CompanionList{Companions: []wire.Companion{}}}
	for _, x := range list {
		out.Body.Companions = append(out.Body.Companions, wire.Companion{Player: wire.Player{ID: string(x.Player), Name: names[x.Player]}, Games: x.Games, LastAt: x.LastAt})
	}
	return out, nil
}

func (d *handler) blocked(ctx context.Context, c player.Caller, _ *struct{}) (*blockedOutput, error) {
	list, err := d.cfg.Players.Blocked(ctx, c.Player.ID)
	if err != nil {
		return nil, err
	}
	out := &blockedOutput{wire.BlockedList{Players: []wire.Player{}}}
	for _, p := range list {
		out.Body.Players = append(out.Body.Players, playerOf(p))
	}
	return out, nil
}

func (d *handler) block(ctx context.Context, in *playerInput) (*struct{}, error) {
	c, err := d.callerAndPlayer(ctx, in.Player)
	if err != nil {
		return nil, err
	}
	if err := d.cfg.Players.Block(ctx, c.Player.ID, store.PlayerID(in.Player)); err != nil {
		return nil, err
	}
	d.cfg.Circle.Announce(ctx, c.Player.ID, store.PlayerID(in.Player)) // the block ended a friendship
	return nil, nil
}

func (d *handler) unblock(ctx context.Context, in *playerInput) (*struct{}, error) {
	c, err := d.callerAndPlayer(ctx, in.Player)
	if err != nil {
		return nil, err
	}
	return nil, d.cfg.Players.Unblock(ctx, c.Player.ID, store.PlayerID(in.Player))
}

// callerAndPlayer returns the calling player. It fails with unknown_player unless the text is an id.
func (d *handler) callerAndPlayer(ctx context.Context, id string) (c player.Caller, err error) {
	if c, err = requirePlayer(ctx); err != nil {
		return c, err
	}
	if !isID(id) {
		return c, results.Unknown()
	}
	return c, nil
}

func playerOf(p store.Player) wire.Player { return wire.Player{ID: string(p.ID), Name: p.Name} }
