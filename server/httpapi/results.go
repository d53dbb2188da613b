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

func (d *handler) historyRoutes(api huma.API) {
	huma.Register(api, call(http.MethodGet, "/players/{player}", "get-player", "A player with their figures", http.StatusOK, 5), d.profile)
	huma.Register(api, call(http.MethodGet, "/players/{player}/games", "list-games", "The finished games of a player, the newest first", http.StatusOK, 5), d.games)
	huma.Register(api, call(http.MethodGet, "/players/{player}/versus/{other}", "get-versus", "The games of two players at the same tables", http.StatusOK, 5), d.versus)
	huma.Register(api, forPlayers(call(http.MethodGet, "/me/companions", "list-companions", "People with whom the caller finished games", http.StatusOK, 5)), forCaller(d.companions))
	huma.Register(api, forPlayers(call(http.MethodGet, "/me/blocks", "list-blocked", "The people whom the caller has blocked", http.StatusOK, 1)), forCaller(d.blocked))
	huma.Register(api, forPlayers(call(http.MethodPut, "/me/blocks/{player}", "block-player", "Block a person", http.StatusNoContent, 1)), aboutPlayer(d.block))
	huma.Register(api, forPlayers(call(http.MethodDelete, "/me/blocks/{player}", "unblock-player", "End a block", http.StatusNoContent, 1)), aboutPlayer(d.unblock))
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

func (d *handler) profile(ctx context.Context, in *playerInput) (*output[wire.Profile], error) {
	caller, err := asker(ctx, in.Player)
	if err != nil {
		return nil, err
	}
	p, err := d.cfg.History.Profile(ctx, store.PlayerID(in.Player), caller)
	figures := each(p.Figures, func(f store.Figures) wire.Figures { return wire.Figures(f) })
	return respond(wire.Profile{Player: playerOf(p.Player), Figures: figures}, err)
}

func (d *handler) games(ctx context.Context, in *gamesInput) (*output[wire.GameList], error) {
	ids := []string{in.Player}
	if in.With != "" {
		ids = append(ids, in.With)
	}
	caller, err := asker(ctx, ids...)
	if err != nil {
		return nil, err
	}
	page, err := d.cfg.History.Games(ctx, store.PlayerID(in.Player), caller, results.GamesRequest{With: store.PlayerID(in.With), Limit: in.Limit, Cursor: in.Cursor})
	games := each(page.Results, func(r store.Result) wire.Game { return gameOf(r, page.Names) })
	return respond(wire.GameList{Games: games, Next: page.Next}, err)
}

func gameOf(r store.Result, names map[store.PlayerID]string) wire.Game {
	seats := each(r.Seats, func(x store.SeatResult) wire.GameSeat {
		if x.Player == "" && x.Bot == "" {
			return wire.GameSeat{Hidden: true}
		}
		seat := wire.GameSeat{Color: x.Color, Bot: x.Bot, Points: x.Points, Won: x.Won, Conceded: x.Conceded, StandIn: x.StandIn, HandedOver: x.HandedOver}
		if x.Player != "" {
			seat.Player = &wire.Player{ID: string(x.Player), Name: names[x.Player]}
		}
		return seat
	})
	return wire.Game{Table: string(r.Table), Title: r.Title, Private: r.Private, FinishedAt: r.FinishedAt, Ended: r.Ended, Seats: seats}
}

func (d *handler) versus(ctx context.Context, in *versusInput) (*output[wire.Versus], error) {
	caller, err := asker(ctx, in.Player, in.Other)
	if err != nil {
		return nil, err
	}
	v, err := d.cfg.History.Versus(ctx, store.PlayerID(in.Player), store.PlayerID(in.Other), caller)
	titles := each(v.Titles, func(h store.HeadToHead) wire.HeadToHead { return wire.HeadToHead(h) })
	return respond(wire.Versus{Player: playerOf(v.Player), Other: playerOf(v.Other), Titles: titles}, err)
}

func (d *handler) companions(ctx context.Context, c player.Caller, _ *struct{}) (*output[wire.CompanionList], error) {
	list, names, err := d.cfg.History.Companions(ctx, c.Player.ID)
	return respond(wire.CompanionList{Companions: each(list, func(x store.Companion) wire.Companion {
		return wire.Companion{Player: wire.Player{ID: string(x.Player), Name: names[x.Player]}, Games: x.Games, LastAt: x.LastAt}
	})}, err)
}

func (d *handler) blocked(ctx context.Context, c player.Caller, _ *struct{}) (*output[wire.BlockedList], error) {
	list, err := d.cfg.Players.Blocked(ctx, c.Player.ID)
	return respond(wire.BlockedList{Players: each(list, playerOf)}, err)
}

func (d *handler) block(ctx context.Context, me, other store.PlayerID) (*struct{}, error) {
	if err := d.cfg.Players.Block(ctx, me, other); err != nil {
		return nil, err
	}
	d.cfg.Circle.Announce(ctx, me, other) // the block ended a friendship
	return nil, nil
}

func (d *handler) unblock(ctx context.Context, me, other store.PlayerID) (*struct{}, error) {
	return nil, d.cfg.Players.Unblock(ctx, me, other)
}

// aboutPlayer is the handler of a call of a player about another one. It fails with unknown_player unless the path has an id.
func aboutPlayer[Out any](do func(ctx context.Context, me, other store.PlayerID) (*Out, error)) func(context.Context, *playerInput) (*Out, error) {
	return forCaller(func(ctx context.Context, c player.Caller, in *playerInput) (*Out, error) {
		if !isID(in.Player) {
			return nil, results.Unknown()
		}
		return do(ctx, c.Player.ID, store.PlayerID(in.Player))
	})
}

func playerOf(p store.Player) wire.Player { return wire.Player{ID: string(p.ID), Name: p.Name} }
