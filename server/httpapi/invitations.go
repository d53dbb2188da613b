package httpapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/server/player"
	"nemeton/server/results"
	"nemeton/server/store"
	"nemeton/server/store/access"
	"nemeton/server/wire"
)

type inviteInput struct {
	TableInput
	Body struct {
		Player string `json:"player" doc:"A person with whom the caller finished a game"`
	}
}

type inviteOutput struct {
	Status int
}

func (d *handler) invitationRoutes(api huma.API) {
	registerNew(api, forPlayers(call(http.MethodPost, "/tables/{id}/invitations", "invite-player", "Invite a person to the table before the start", http.StatusCreated, 3)), forTable(d.invite))
	huma.Register(api, forPlayers(call(http.MethodGet, "/tables/{id}/invitations", "list-invited", "The people who were invited to the table", http.StatusOK, 1)), forTable(d.invited))
	huma.Register(api, forPlayers(call(http.MethodGet, "/me/invitations", "list-invitations", "The caller's invitations that wait for an answer", http.StatusOK, 2)), forCaller(d.invitations))
	huma.Register(api, forPlayers(call(http.MethodDelete, "/me/invitations/{id}", "decline-invitation", "Decline the invitation to a table", http.StatusNoContent, 1)), forTable(d.decline))
}

func (d *handler) invite(ctx context.Context, c player.Caller, id store.TableID, in *inviteInput) (*inviteOutput, error) {
	if !isID(in.Body.Player) {
		return nil, results.Unknown()
	}
	isNew, err := d.cfg.Lobby.Invite(ctx, id, c.Player.ID, c.Session, store.PlayerID(in.Body.Player))
	if err != nil {
		return nil, err
	}
	if isNew {
		return &inviteOutput{http.StatusCreated}, nil
	}
	return &inviteOutput{http.StatusOK}, nil
}

func (d *handler) invited(ctx context.Context, c player.Caller, id store.TableID, _ *TableInput) (*output[wire.InvitedList], error) {
	list, err := d.cfg.Lobby.Invited(ctx, id, c.Player.ID)
	if err != nil {
		return nil, err
	}
	var people []store.PlayerID
	for _, i := range list {
		people = append(people, i.Invited, i.Inviter)
	}
	names, err := d.cfg.Players.Names(ctx, people)
	return respond(wire.InvitedList{Invited: each(list, func(i store.Invitation) wire.InvitedPlayer {
		return wire.InvitedPlayer{
			Player: wire.Player{ID: string(i.Invited), Name: names[i.Invited]}, From: wire.Player{ID: string(i.Inviter), Name: names[i.Inviter]},
			CreatedAt: i.CreatedAt, Answer: string(i.Answer),
		}
	})}, err)
}

func (d *handler) invitations(ctx context.Context, c player.Caller, _ *struct{}) (*output[wire.InvitationList], error) {
	list, err := d.cfg.Lobby.Invitations(ctx, c.Player.ID)
	if err != nil {
		return nil, err
	}
	people, rows := make([]store.PlayerID, len(list)), make([]store.Table, len(list))
	for n, i := range list {
		people[n], rows[n] = i.Inviter, i.Row
	}
	names, err := d.cfg.Players.Names(ctx, people)
	if err != nil {
		return nil, err
	}
	tables, err := d.cfg.Tables.DescribeAll(ctx, rows, c.Player.ID)
	if err != nil {
		return nil, err
	}
	out := wire.InvitationList{Invitations: []wire.Invitation{}}
	for n, i := range list {
		out.Invitations = append(out.Invitations, wire.Invitation{
			From: wire.Player{ID: string(i.Inviter), Name: names[i.Inviter]}, Table: tables[n], Invite: access.InviteOf(i.Row), CreatedAt: i.CreatedAt,
		})
	}
	return respond(out, nil)
}

func (d *handler) decline(ctx context.Context, c player.Caller, id store.TableID, _ *TableInput) (*struct{}, error) {
	return nil, d.cfg.Lobby.Decline(ctx, id, c.Player.ID)
}
