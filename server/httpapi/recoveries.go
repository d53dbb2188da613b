package httpapi

import (
	"context"
	"net/http"
	"regexp"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/server/apperr"
	"nemeton/server/player"
	"nemeton/server/store"
	"nemeton/server/wire"
)

type recoverInput struct {
	TableInput
	Seat int `path:"seat"`
	Body struct {
		ID     string `json:"id" doc:"Made by the client; the same id gets the same answer"`
		Invite string `json:"invite,omitempty" doc:"Opens a private table"`
	}
}

type confirmRecoveryInput struct {
	TableInput
	Seat     int    `path:"seat"`
	Recovery string `path:"recovery"`
	Body     *struct {
		ID string `json:"id,omitempty" doc:"Made by the client; it has no effect, because a second confirmation changes nothing"`
	}
}

type endRecoveryInput struct {
	TableInput
	Seat     int    `path:"seat"`
	Recovery string `path:"recovery"`
}

func (d *handler) recoveryRoutes(api huma.API) {
	claim := call(http.MethodPost, "/tables/{id}/seats/{seat}/recoveries", "recover-seat", "Say that a seat is the caller's, who lost the session that held it", http.StatusCreated, 5)
	huma.Register(api, signsIn(forPlayers(claim)), forTable(d.recoverSeat))
	confirm := call(http.MethodPost, "/tables/{id}/seats/{seat}/recoveries/{recovery}/confirm", "confirm-recovery", "Confirm, from another seat, that a claimed seat is the claimant's", http.StatusOK, 5)
	huma.Register(api, forPlayers(confirm), forTable(d.confirmRecovery))
	end := call(http.MethodDelete, "/tables/{id}/seats/{seat}/recoveries/{recovery}", "end-recovery", "Object as the player of the seat, take the seat back, or withdraw the own claim", http.StatusOK, 5)
	huma.Register(api, forPlayers(end), forTable(d.endRecovery))
	list := call(http.MethodGet, "/me/recoveries", "list-recoveries", "The claims of the last days that concern the caller's seats, or that the caller made", http.StatusOK, 2)
	huma.Register(api, forPlayers(list), forCaller(d.recoveries))
}

// pathID is an id that is a segment of a path as it is. Clients and proxies would shorten the path of others, such as two dots, so that nobody could object.
var pathID = regexp.MustCompile(`^[0-9A-Za-z_-]+$`)

func (d *handler) recoverSeat(ctx context.Context, c player.Caller, id store.TableID, in *recoverInput) (*output[wire.RecoveryAnswer], error) {
	seat, err := seatOf(in.Seat)
	if err != nil {
		return nil, err
	}
	if !wire.GoodCommandID(in.Body.ID) {
		return nil, badCommandID()
	}
	if !pathID.MatchString(in.Body.ID) {
		return nil, apperr.New(apperr.Malformed, "the id of a claim has letters, digits, - and _ alone, because paths have it")
	}
	if err := d.cfg.Lobby.Room(ctx, c.Player.ID); err != nil {
		return nil, err
	}
	return recoveryAnswer(d.cfg.Recoveries.Recover(ctx, id, seat, c.Player.ID, in.Body.Invite, in.Body.ID))
}

func (d *handler) confirmRecovery(ctx context.Context, c player.Caller, id store.TableID, in *confirmRecoveryInput) (*output[wire.RecoveryAnswer], error) {
	seat, err := seatOf(in.Seat)
	if err != nil {
		return nil, err
	}
	return recoveryAnswer(d.cfg.Recoveries.Confirm(ctx, id, seat, in.Recovery, c.Player.ID))
}

func (d *handler) endRecovery(ctx context.Context, c player.Caller, id store.TableID, in *endRecoveryInput) (*output[wire.RecoveryAnswer], error) {
	return recoveryAnswer(d.cfg.Recoveries.End(ctx, id, in.Recovery, c.Player.ID))
}

func (d *handler) recoveries(ctx context.Context, c player.Caller, _ *struct{}) (*output[wire.RecoveryList], error) {
	list, err := d.cfg.Recoveries.List(ctx, c.Player.ID)
	return respond(wire.RecoveryList{Recoveries: list}, err)
}

func recoveryAnswer(r wire.Recovery, err error) (*output[wire.RecoveryAnswer], error) {
	if err != nil {
		return nil, apperr.Of(err)
	}
	return respond(wire.RecoveryAnswer{Recovery: r}, nil)
}
