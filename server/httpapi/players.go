package httpapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/server/player"
	"nemeton/server/store"
	"nemeton/server/wire"
)

type namedInput struct {
	Agent string `header:"User-Agent" hidden:"true"`
	Body  struct {
		Name string `json:"name" doc:"1 to 32 visible characters"`
	}
}

type signedInOutput struct {
	Cookie string `header:"Set-Cookie"`
	Body   wire.SignedIn
}

type meOutput struct{ Body wire.Player }

type sessionOutput struct{ Body wire.Here }

type signedOutOutput struct {
	Cookie string `header:"Set-Cookie"`
}

func (d *handler) playerRoutes(api huma.API) {
	huma.Register(api, call(http.MethodPost, "/players", "create-player", "Create a guest", http.StatusCreated), d.createPlayer)
	huma.Register(api, forPlayers(call(http.MethodGet, "/me", "get-me", "The caller's player", http.StatusOK)), d.me)
	huma.Register(api, call(http.MethodGet, "/session", "get-session", "Whether the caller is signed in", http.StatusOK), d.session)
	huma.Register(api, forPlayers(call(http.MethodPatch, "/me", "rename-me", "Change the caller's name", http.StatusOK)), d.rename)
	huma.Register(api, forPlayers(call(http.MethodDelete, "/me", "erase-me", "Erase the caller: name, sessions and links", http.StatusNoContent)), d.erase)
}

func (d *handler) createPlayer(ctx context.Context, in *namedInput) (*signedInOutput, error) {
	p, token, err := d.cfg.Players.Create(ctx, in.Body.Name, device(in.Agent))
	if err != nil {
		return nil, err
	}
	return signedIn(ctx, p, token), nil
}

func signedIn(ctx context.Context, p store.Player, token string) *signedInOutput {
	return &signedInOutput{
		Cookie: sessionCookie(ctx, token),
		Body:   wire.SignedIn{Player: wire.Player{ID: string(p.ID), Name: p.Name}, Token: token},
	}
}

func (d *handler) me(ctx context.Context, _ *struct{}) (*meOutput, error) {
	c, err := requirePlayer(ctx)
	if err != nil {
		return nil, err
	}
	return &meOutput{wire.Player{ID: string(c.Player.ID), Name: c.Player.Name}}, nil
}

// session also answers anonymous callers with success, because browsers would log a refusal as an error on a first visit.
func (d *handler) session(ctx context.Context, _ *struct{}) (*sessionOutput, error) {
	v, _ := ctx.Value(callerKey).(requestCaller)
	if v.err != nil {
		return nil, v.err
	}
	out := &sessionOutput{}
	if p := v.caller.Player; p.ID != "" {
		out.Body.Player = &wire.Player{ID: string(p.ID), Name: p.Name}
		out.Body.Rotate = v.caller.TokenAge >= player.RotateAfter
	}
	return out, nil
}

func (d *handler) rename(ctx context.Context, in *namedInput) (*meOutput, error) {
	c, err := requirePlayer(ctx)
	if err != nil {
		return nil, err
	}
	name, err := d.cfg.Players.Rename(ctx, c.Player.ID, in.Body.Name)
	if err != nil {
		return nil, err
	}
	return &meOutput{wire.Player{ID: string(c.Player.ID), Name: name}}, nil
}

func (d *handler) erase(ctx context.Context, _ *struct{}) (*signedOutOutput, error) {
	c, err := requirePlayer(ctx)
	if err != nil {
		return nil, err
	}
	if err := d.cfg.Players.Erase(ctx, c.Player.ID); err != nil {
		return nil, err
	}
	return &signedOutOutput{sessionCookie(ctx, "")}, nil
}
