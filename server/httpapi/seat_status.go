package httpapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/engine"
	"nemeton/server/player"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
)

type seatCommandInput struct {
	ID   string `path:"id"`
	Seat int    `path:"seat"`
	Body struct {
		ID string `json:"id" doc:"Made by the client; the same id gets the same answer"`
	}
}

type claimSeatInput struct {
	TableInput
	Body struct {
		ID   string `json:"id" doc:"Made by the client; the same id gets the same answer"`
		Code string `json:"code" maxLength:"200"`
	}
}

func (d *handler) seatStatusRoutes(api huma.API) {
	command(api, "seats/{seat}/takeover", "agree-to-takeover", "Agree that a bot plays a seat whose player keeps the others waiting",
		d.forSeat(d.cfg.Tables.Agree))
	command(api, "seats/{seat}/timeout", "claim-time-out", "Let a bot play a seat whose clock has reached zero", d.forSeat(d.cfg.Tables.ClaimTimeOut))
	command(api, "seats/{seat}/time", "give-time", "Give another player the extra time of the table", d.forSeat(d.cfg.Tables.GiveTime))
	offer := call(http.MethodPost, "/tables/{id}/handover", "offer-seat", "Make a one-time code with which another person gets the caller's seat at a running table", http.StatusOK, 1)
	huma.Register(api, forPlayers(offer), forTable(d.offer))
	command(api, "claim", "claim-seat", "Take over a seat with the code of its player", forTable(d.claimSeat))
}

func (d *handler) forSeat(do func(ctx context.Context, id store.TableID, c table.Command, seat engine.Seat) (table.Point, error)) func(context.Context, *seatCommandInput) (*output[wire.Done], error) {
	return func(ctx context.Context, in *seatCommandInput) (*output[wire.Done], error) {
		id, c, err := d.seatCommand(ctx, in.ID, in.Body.ID)
		if err != nil {
			return nil, err
		}
		seat, err := seatOf(in.Seat)
		if err != nil {
			return nil, err
		}
		seq, err := do(ctx, id, c, seat)
		return accepted(in.Body.ID, seq, d.countRefusal(ctx, err))
	}
}

func (d *handler) offer(ctx context.Context, c player.Caller, id store.TableID, _ *TableInput) (*output[wire.Offer], error) {
	code, expires, err := d.cfg.Lobby.Offer(ctx, id, c.Player.ID, c.Session)
	return respond(wire.Offer{Code: code, ExpiresAt: expires.UTC()}, err)
}

func (d *handler) claimSeat(ctx context.Context, c player.Caller, id store.TableID, in *claimSeatInput) (*output[wire.Done], error) {
	if !wire.GoodCommandID(in.Body.ID) {
		return nil, badCommandID()
	}
	if err := d.limitActs(ctx); err != nil {
		return nil, err
	}
	if err := d.cfg.Lobby.Room(ctx, c.Player.ID); err != nil {
		return nil, err
	}
	seq, err := d.cfg.Tables.Claim(ctx, id, c.Player.ID, in.Body.Code, in.Body.ID)
	return accepted(in.Body.ID, seq, err)
}
