package httpapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/server/apperr"
	"nemeton/server/lobby"
	"nemeton/server/player"
	"nemeton/server/store"
)

const highestSeat = 100

type sitInput struct {
	TableInput
	Body *struct {
		Seat   *int   `json:"seat,omitempty" doc:"Default: the first free seat"`
		Color  string `json:"color,omitempty" doc:"Default: the color of the seat"`
		Invite string `json:"invite,omitempty"`

		Contribution early `json:"contribution,omitempty" hidden:"true"`
	}
}

type standInput struct {
	TableInput
	Seat int `path:"seat"`
}

type barredInput struct {
	TableInput
	Player string `path:"player"`
}

type botInput struct {
	TableInput
	Body struct {
		Level string `json:"level" enum:"easy,medium,hard"`
		Seat  *int   `json:"seat,omitempty" doc:"Default: the first free seat"`
	}
}

func (d *handler) seatRoutes(api huma.API) {
	seatBot := call(http.MethodPost, "/tables/{id}/bots", "seat-bot", "Give a free seat to a bot, or change a bot's level, as host", http.StatusOK, 2)
	huma.Register(api, forPlayers(seatBot), forTable(d.seatBot))
	sit := call(http.MethodPost, "/tables/{id}/seats", "sit-down", "Sit down, or move to another seat, or change the color", http.StatusCreated, 2)
	registerNew(api, forPlayers(sit), forTable(d.sit))
	stand := call(http.MethodDelete, "/tables/{id}/seats/{seat}", "stand-up", "Stand up, or remove and bar another player, or remove a bot, as host", http.StatusOK, 2)
	huma.Register(api, forPlayers(stand), forTable(d.stand))
	allow := call(http.MethodDelete, "/tables/{id}/barred/{player}", "allow-player", "Let a player return whom the host removed, as host", http.StatusOK, 2)
	huma.Register(api, forPlayers(allow), forTable(d.allow))
	invite := call(http.MethodPost, "/tables/{id}/invite", "new-invite", "Replace the invite of a private table, as host", http.StatusOK, 2)
	huma.Register(api, forPlayers(invite), forTable(d.newInvite))
	unlist := call(http.MethodDelete, "/me/tables/{id}", "unlist-table", "Remove a game against bots alone from the caller's list; a running one is stopped", http.StatusNoContent, 3)
	huma.Register(api, forPlayers(unlist), forTable(d.unlist))
}

func (d *handler) sit(ctx context.Context, c player.Caller, id store.TableID, in *sitInput) (*tableOutput, error) {
	var req lobby.SitRequest
	if in.Body != nil {
		req.Color, req.Invite = in.Body.Color, in.Body.Invite
		if err := in.Body.Contribution.refuse(); err != nil {
			return nil, err
		}
		if in.Body.Seat != nil {
			seat, err := seatOf(*in.Body.Seat)
			if err != nil {
				return nil, err
			}
			req.Seat = &seat
		}
	}
	row, isNew, err := d.cfg.Lobby.Sit(ctx, id, c.Player.ID, req)
	return d.describe(ctx, row, c.Player.ID, isNew, err)
}

func (d *handler) stand(ctx context.Context, c player.Caller, id store.TableID, in *standInput) (*tableOutput, error) {
	seat, err := seatOf(in.Seat)
	if err != nil {
		return nil, err
	}
	row, err := d.cfg.Lobby.Stand(ctx, id, c.Player.ID, seat)
	return d.describe(ctx, row, c.Player.ID, false, err)
}

func (d *handler) allow(ctx context.Context, c player.Caller, id store.TableID, in *barredInput) (*tableOutput, error) {
	row, err := d.cfg.Lobby.Allow(ctx, id, c.Player.ID, store.PlayerID(in.Player))
	return d.describe(ctx, row, c.Player.ID, false, err)
}

func (d *handler) newInvite(ctx context.Context, c player.Caller, id store.TableID, _ *TableInput) (*tableOutput, error) {
	row, err := d.cfg.Lobby.NewInvite(ctx, id, c.Player.ID, c.Session)
	return d.describe(ctx, row, c.Player.ID, false, err)
}

func (d *handler) unlist(ctx context.Context, c player.Caller, id store.TableID, _ *TableInput) (*struct{}, error) {
	return nil, d.cfg.Lobby.Unlist(ctx, id, c.Player.ID)
}

func (d *handler) seatBot(ctx context.Context, c player.Caller, id store.TableID, in *botInput) (*tableOutput, error) {
	var seat *engine.Seat
	if in.Body.Seat != nil {
		at, err := seatOf(*in.Body.Seat)
		if err != nil {
			return nil, err
		}
		seat = &at
	}
	row, err := d.cfg.Lobby.SeatBot(ctx, id, c.Player.ID, bot.Level(in.Body.Level), seat)
	return d.describe(ctx, row, c.Player.ID, false, err)
}

func seatOf(n int) (engine.Seat, error) {
	if n < 0 || n > highestSeat {
		return engine.NoSeat, apperr.New(apperr.BadSeats, "the table has no such seat")
	}
	return engine.Seat(n), nil
}
