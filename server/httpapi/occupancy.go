package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/wire"
)

// Occupancy is what the door needs of the authority where somebody plays for somebody else.
type Occupancy interface {
	Agree(ctx context.Context, id store.TableID, by, seat engine.Seat, command string) (engine.Seq, error)
	Offer(ctx context.Context, id store.TableID, seat engine.Seat) (code string, until time.Time, err error)
	Claim(ctx context.Context, id store.TableID, heir store.PlayerID, code, command string) (engine.Seq, error)
}

type agreeInput struct {
	ID   string `path:"id"`
	Seat int    `path:"seat"`
	Body struct {
		ID string `json:"id" doc:"Made by the client: the same id again gets the same answer"`
	}
}

type inheritInput struct {
	ID   string `path:"id"`
	Body struct {
		ID   string `json:"id" doc:"Made by the client: the same id again gets the same answer"`
		Code string `json:"code" maxLength:"200"`
	}
}

type offerOutput struct{ Body wire.Offer }

func (d *handler) companyRoutes(api huma.API) {
	agree := call(http.MethodPost, "/tables/{id}/seats/{seat}/takeover", "agree-to-takeover", "Agree that a bot plays a seat whose player keeps the others waiting", http.StatusOK)
	huma.Register(api, forPlayers(agree), d.agree)
	offer := call(http.MethodPost, "/tables/{id}/handover", "offer-seat", "Make a code with which somebody else gets one's seat at a running table, once", http.StatusOK)
	huma.Register(api, forPlayers(offer), d.offer)
	claim := call(http.MethodPost, "/tables/{id}/claim", "claim-seat", "Take a seat over from its player, with the code they gave", http.StatusOK)
	huma.Register(api, forPlayers(claim), d.inherit)
}

func (d *handler) agree(ctx context.Context, in *agreeInput) (*doneOutput, error) {
	id, by, err := d.plays(ctx, in.ID, in.Body.ID)
	if err != nil {
		return nil, err
	}
	seat, err := seatOf(in.Seat)
	if err != nil {
		return nil, err
	}
	seq, err := d.cfg.Tables.Agree(ctx, id, by, seat, in.Body.ID)
	return done(in.Body.ID, seq, err)
}

func (d *handler) offer(ctx context.Context, in *tableInput) (*offerOutput, error) {
	id, seat, err := d.seated(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	code, until, err := d.cfg.Tables.Offer(ctx, id, seat)
	if err != nil {
		return nil, err
	}
	return &offerOutput{wire.Offer{Code: code, ExpiresAt: until}}, nil
}

func (d *handler) inherit(ctx context.Context, in *inheritInput) (*doneOutput, error) {
	c, id, err := d.at(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if !wire.GoodCommandID(in.Body.ID) {
		return nil, badCommandID()
	}
	if err := d.pace(ctx); err != nil {
		return nil, err
	}
	if err := d.cfg.Lobby.Room(ctx, c.Player.ID); err != nil {
		return nil, err
	}
	seq, err := d.cfg.Tables.Claim(ctx, id, c.Player.ID, in.Body.Code, in.Body.ID)
	return done(in.Body.ID, seq, err)
}
