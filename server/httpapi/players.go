package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/server/door"
	"nemeton/server/player"
	"nemeton/server/store"
	"nemeton/server/wire"
)

type namedInput struct {
	Agent string `header:"User-Agent" hidden:"true"`
	Body  struct {
		Name   string `json:"name" doc:"1 to 32 visible characters"`
		Code   string `json:"code,omitempty" maxLength:"40" doc:"Of the server, if its door is closed"`
		Table  string `json:"table,omitempty" doc:"With invite: a private table, whose invite opens a closed door"`
		Invite string `json:"invite,omitempty" maxLength:"100"`
	}
}

type signedInOutput struct {
	Cookie string `header:"Set-Cookie"`
	Body   wire.SignedIn
}

type changeMeInput struct {
	Body struct {
		Name    *string `json:"name,omitempty" nullable:"false" doc:"1 to 32 visible characters"`
		History string  `json:"history,omitempty" enum:"everybody,companions,nobody" doc:"Who may see the caller's finished games"`
	}
}

type signedOutOutput struct {
	Cookie string `header:"Set-Cookie"`
}

func (d *handler) playerRoutes(api huma.API) {
	huma.Register(api, signsIn(call(http.MethodPost, "/players", "create-player", "Create a guest", http.StatusCreated, 1)), d.createPlayer)
	huma.Register(api, forPlayers(call(http.MethodGet, "/me", "get-me", "The caller's player", http.StatusOK, 1)), forCaller(d.me))
	huma.Register(api, call(http.MethodGet, "/session", "get-session", "Whether the caller is signed in", http.StatusOK, 1), d.session)
	huma.Register(api, forPlayers(call(http.MethodPatch, "/me", "rename-me", "Change the caller's name, and who may see their finished games", http.StatusOK, 1)), forCaller(d.changeMe))
	huma.Register(api, forPlayers(call(http.MethodDelete, "/me", "erase-me", "Erase the caller: name, sessions and links", http.StatusNoContent, 5)), forCaller(d.erase))
}

func (d *handler) createPlayer(ctx context.Context, in *namedInput) (*signedInOutput, error) {
	code, err := d.cfg.Door.Admit(ctx, door.Key{Code: in.Body.Code, Table: store.TableID(in.Body.Table), Invite: in.Body.Invite})
	if err != nil {
		return nil, err
	}
	p, token, err := d.cfg.Players.Admit(ctx, in.Body.Name, device(in.Agent), code)
	if err != nil {
		return nil, err
	}
	return signedIn(ctx, p, token, nil), nil
}

func signedIn(ctx context.Context, p store.Player, token string, guest *wire.MergeOffer) *signedInOutput {
	return &signedInOutput{
		Cookie: sessionCookie(ctx, token),
		Body:   wire.SignedIn{Player: wire.Player{ID: string(p.ID), Name: p.Name}, Token: token, Guest: guest},
	}
}

func (d *handler) me(_ context.Context, c player.Caller, _ *struct{}) (*output[wire.Me], error) {
	return meOf(c.Player)
}

// session also answers anonymous callers with success, because browsers would log a refusal as an error on a first visit.
func (d *handler) session(ctx context.Context, _ *struct{}) (*output[wire.Here], error) {
	v, _ := ctx.Value(callerKey).(requestCaller)
	if v.err != nil {
		return nil, v.err
	}
	var out wire.Here
	if !d.cfg.Door.IsOpen() {
		out.Door = string(d.cfg.Door.Kind())
	}
	if p := v.caller.Player; p.ID != "" {
		out.Player = &wire.Player{ID: string(p.ID), Name: p.Name}
		out.Rotate = v.caller.TokenAge >= player.RotateAfter
	}
	return respond(out, nil)
}

func (d *handler) changeMe(ctx context.Context, c player.Caller, in *changeMeInput) (*output[wire.Me], error) {
	var err error
	p := c.Player
	if in.Body.Name != nil {
		if p.Name, err = d.cfg.Players.Rename(ctx, p.ID, *in.Body.Name); err != nil {
			return nil, err
		}
	}
	if in.Body.History != "" {
		p.Shown = store.Shown(in.Body.History)
		if err := d.cfg.Players.Show(ctx, p.ID, p.Shown); err != nil {
			return nil, err
		}
	}
	return meOf(p)
}

func meOf(p store.Player) (*output[wire.Me], error) {
	return respond(wire.Me{ID: string(p.ID), Name: p.Name, History: string(p.Shown), Vacation: vacationOf(p)}, nil)
}

// vacationOf is the end of a player's last vacation; nil if there was none, or the player ended it.
func vacationOf(p store.Player) *time.Time {
	if p.Vacation == 0 {
		return nil
	}
	until := time.UnixMilli(p.Vacation).UTC()
	return &until
}

func (d *handler) erase(ctx context.Context, c player.Caller, _ *struct{}) (*signedOutOutput, error) {
	if err := d.cfg.Players.Erase(ctx, c.Player.ID); err != nil {
		return nil, err
	}
	return &signedOutOutput{sessionCookie(ctx, "")}, nil
}
