package httpapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/server/apperr"
	"nemeton/server/player"
	"nemeton/server/store"
	"nemeton/server/wire"
)

type sessionInput struct {
	Session string `path:"session"`
}

type claimInput struct {
	Agent string `header:"User-Agent" hidden:"true"`
	Body  struct {
		Code string `json:"code" doc:"The code from POST /me/links or POST /me/app-code; case, spaces and dashes are ignored"`
	}
}

func (d *handler) sessionRoutes(api huma.API) {
	huma.Register(api, forPlayers(call(http.MethodGet, "/me/sessions", "list-sessions", "The caller's devices", http.StatusOK, 1)), forCaller(d.sessions))
	huma.Register(api, forPlayers(call(http.MethodDelete, "/me/sessions/{session}", "revoke-session", "Sign a device out", http.StatusNoContent, 1)), forCaller(d.revoke))
	huma.Register(api, forPlayers(call(http.MethodDelete, "/me/sessions", "revoke-other-sessions", "Sign out all devices except this one", http.StatusNoContent, 3)), forCaller(d.revokeOthers))
	huma.Register(api, forPlayers(call(http.MethodPost, "/me/sessions/rotate", "rotate-token", "Replace the token of this session", http.StatusOK, 1)), forCaller(d.rotate))
	huma.Register(api, forPlayers(call(http.MethodDelete, "/me/session", "sign-out", "Sign this device out", http.StatusNoContent, 1)), forCaller(d.signOut))
	huma.Register(api, forPlayers(call(http.MethodPost, "/me/links", "create-link", "Make a one-time code for another device", http.StatusCreated, 1)), forCaller(d.link))
	huma.Register(api, forPlayers(call(http.MethodPost, "/me/app-code", "create-app-code", "Make a six-digit code for an installed app", http.StatusCreated, 10)), forCaller(d.appCode))
	huma.Register(api, forPlayers(call(http.MethodGet, "/me/links", "list-links", "The caller's codes that can still be used: device links, app codes and handover offers", http.StatusOK, 1)), forCaller(d.links))
	huma.Register(api, forPlayers(call(http.MethodDelete, "/me/links/{link}", "revoke-link", "Revoke a device link, an app code or a handover offer", http.StatusNoContent, 1)), forCaller(d.revokeLink))
	huma.Register(api, signsIn(call(http.MethodPost, "/sessions", "claim-link", "Sign in with a one-time code", http.StatusCreated, 1)), d.claim)
}

func (d *handler) sessions(ctx context.Context, c player.Caller, _ *struct{}) (*output[wire.SessionList], error) {
	list, err := d.cfg.Players.Sessions(ctx, c.Player.ID)
	return respond(wire.SessionList{Sessions: each(list, func(s store.Session) wire.Session {
		return wire.Session{ID: s.ID, Label: s.Label, CreatedAt: s.CreatedAt.UTC(), SeenAt: s.SeenAt.UTC(), Current: s.ID == c.Session}
	})}, err)
}

func (d *handler) revoke(ctx context.Context, c player.Caller, in *sessionInput) (*struct{}, error) {
	if !isID(in.Session) {
		return nil, apperr.New(apperr.UnknownSession, "there is no such session")
	}
	return nil, d.cfg.Players.Revoke(ctx, c.Player.ID, in.Session)
}

func (d *handler) signOut(ctx context.Context, c player.Caller, _ *struct{}) (*signedOutOutput, error) {
	if err := d.cfg.Players.Revoke(ctx, c.Player.ID, c.Session); err != nil {
		return nil, err
	}
	return &signedOutOutput{sessionCookie(ctx, "")}, nil
}

func (d *handler) link(ctx context.Context, c player.Caller, _ *struct{}) (*output[wire.Link], error) {
	code, expires, err := d.cfg.Players.Link(ctx, c)
	return respond(wire.Link{Code: code, ExpiresAt: expires.UTC()}, err)
}

func (d *handler) claim(ctx context.Context, in *claimInput) (*signedInOutput, error) {
	if player.IsAppCode(in.Body.Code) {
		return d.claimApp(ctx, in.Body.Code, in.Agent)
	}
	p, token, err := d.cfg.Players.Claim(ctx, in.Body.Code, device(in.Agent))
	if apperr.CodeOf(err) == apperr.BadLink {
		p, token, err = d.cfg.Accounts.ClaimHostLink(ctx, in.Body.Code, device(in.Agent))
	}
	return d.signedInAs(ctx, p, token, err)
}
