package httpapi

import (
	"context"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/player"
	"nemeton/server/store"
	"nemeton/server/wire"
)

type linkInput struct {
	Link string `path:"link"`
}

type rotatedOutput struct {
	Cookie string `header:"Set-Cookie"`
	Body   wire.Rotated
}

func (d *handler) revokeOthers(ctx context.Context, c player.Caller, _ *struct{}) (*struct{}, error) {
	return nil, d.cfg.Players.RevokeOthers(ctx, c)
}

// rotate answers a bearer with the new token. A browser gets it as its cookie alone, out of reach of scripts.
func (d *handler) rotate(ctx context.Context, c player.Caller, _ *struct{}) (*rotatedOutput, error) {
	token, err := d.cfg.Players.Rotate(ctx, c)
	if err != nil {
		return nil, err
	}
	if byBearer(ctx) {
		return &rotatedOutput{Body: wire.Rotated{Token: token}}, nil
	}
	return &rotatedOutput{Cookie: sessionCookie(ctx, token)}, nil
}

func (d *handler) links(ctx context.Context, c player.Caller, _ *struct{}) (*output[wire.LinkList], error) {
	list, err := d.cfg.Players.Links(ctx, c.Player.ID)
	return respond(wire.LinkList{Links: each(list, outstanding)}, err)
}

func outstanding(l store.Link) wire.OutstandingLink {
	o := wire.OutstandingLink{Locked: l.Misses >= store.MaxMisses, ID: l.ID, Kind: string(l.Kind), CreatedAt: l.CreatedAt.UTC(), ExpiresAt: l.ExpiresAt.UTC(), Table: string(l.Table)}
	if l.Kind == store.HandoverLink {
		o.Seat = new(engine.Seat)
		*o.Seat = l.Seat
	}
	return o
}

func (d *handler) revokeLink(ctx context.Context, c player.Caller, in *linkInput) (*struct{}, error) {
	if !isID(in.Link) {
		return nil, apperr.New(apperr.BadLink, "there is no such link; it may be used, revoked or expired")
	}
	return nil, d.cfg.Players.RevokeLink(ctx, c.Player.ID, in.Link)
}
