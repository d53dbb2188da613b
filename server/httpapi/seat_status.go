package httpapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
)

// SeatStatus is the part of the authority for stand-ins and handovers.
type SeatStatus interface {
	Agree(ctx context.Context, id store.TableID, by, seat engine.Seat, command string) (table.Point, error)
	ClaimTimeOut(ctx context.Context, id store.TableID, by, seat engine.Seat, command string) (table.Point, error)
	GiveTime(ctx context.Context, id store.TableID, by, to engine.Seat, command string) (table.Point, error)
	Claim(ctx context.Context, id store.TableID, player store.PlayerID, code, command string) (table.Point, error)
}

type seatCommandInput struct {
	ID   string `path:"id"`
	Seat int    `path:"seat"`
	Body struct {
		ID string `json:"id" doc:"Made by the client; the same id gets the same answer"`
	}
}

type claimSeatInput struct {
	ID   string `path:"id"`
	Body struct {
		ID   string `json:"id" doc:"Made by the client; the same id gets the same answer"`
		Code string `json:"code" maxLength:"200"`
	}
}

type offerOutput struct{ Body wire.Offer }

func (d *handler) seatStatusRoutes(api huma.API) {
	agree := call(http.MethodPost, "/tables/{id}/seats/{seat}/takeover", "agree-to-takeover", "Agree that a bot plays a seat whose player keeps the others waiting", http.StatusOK, 2)
	huma.Register(api, forCommands(agree), d.forSeat(d.cfg.Tables.Agree))
	timeOut := call(http.MethodPost, "/tables/{id}/seats/{seat}/timeout", "claim-time-out", "Let a bot play a seat whose clock has reached zero", http.StatusOK, 2)
	huma.Register(api, forCommands(timeOut), d.forSeat(d.cfg.Tables.ClaimTimeOut))
	gift := call(http.MethodPost, "/tables/{id}/seats/{seat}/time", "give-time", "Give another player the extra time of the table", http.StatusOK, 2)
	huma.Register(api, forCommands(gift), d.forSeat(d.cfg.Tables.GiveTime))
	offer := call(http.MethodPost, "/tables/{id}/handover", "offer-seat", "Make a one-time code with which another person gets the caller's seat at a running table", http.StatusOK, 1)
	huma.Register(api, forPlayers(offer), d.offer)
	claim := call(http.MethodPost, "/tables/{id}/claim", "claim-seat", "Take over a seat with the code of its player", http.StatusOK, 2)
	huma.Register(api, forCommands(claim), d.claimSeat)
}

func (d *handler) forSeat(do func(ctx context.Context, id store.TableID, by, seat engine.Seat, command string) (table.Point, error)) func(context.Context, *seatCommandInput) (*doneOutput, error) {
	return func(ctx context.Context, in *seatCommandInput) (*doneOutput, error) {
		id, by, err := d.actingSeat(ctx, in.ID, in.Body.ID)
		if err != nil {
			return nil, err
		}
		seat, err := seatOf(in.Seat)
		if err != nil {
			return nil, err
		}
		seq, err := do(ctx, id, by, seat, in.Body.ID)
		return accepted(in.Body.ID, seq, d.countRefusal(ctx, err))
	}
}

func (d *handler) offer(ctx context.Context, in *tableInput) (*offerOutput, error) {
	c, id, err := d.playerAndTable(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	code, expires, err := d.cfg.Lobby.Offer(ctx, id, c.Player.ID, c.Session)
	if err != nil {
		return nil, err
	}
	return &offerOutput{wire.Offer{Code: code, ExpiresAt: expires.UTC()}}, nil
}

func (d *handler) claimSeat(ctx context.Context, in *claimSeatInput) (*doneOutput, error) {
	c, id, err := d.playerAndTable(ctx, in.ID)
	if err != nil {
		return nil, err
	}
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
