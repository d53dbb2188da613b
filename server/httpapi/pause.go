package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/engine"
	"nemeton/server/player"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
)

// Pause is the part of the authority for pauses by agreement.
type Pause interface {
	ProposePause(ctx context.Context, id store.TableID, c table.Command) (table.Point, error)
	AgreeToPause(ctx context.Context, id store.TableID, c table.Command, proposal engine.Seq) (table.Point, error)
	DeclinePause(ctx context.Context, id store.TableID, c table.Command, proposal engine.Seq) (table.Point, error)
}

type vacationInput struct {
	Body struct {
		ID    string     `json:"id" doc:"Made by the client; the same id has the same effect"`
		Until *time.Time `json:"until,omitempty" doc:"The end of the vacation; absent: the player is back"`
	}
}

func (d *handler) pauseRoutes(api huma.API) {
	propose := call(http.MethodPost, "/tables/{id}/pause", "propose-pause", "Propose to pause the clocks, or during a pause to end it", http.StatusOK, 2)
	huma.Register(api, forCommands(propose), d.provenCommand(d.cfg.Tables.ProposePause))
	agree := call(http.MethodPost, "/tables/{id}/pause/agree", "agree-to-pause", "Agree to the open proposal about a pause", http.StatusOK, 2)
	huma.Register(api, forCommands(agree), d.proposalAnswer(d.cfg.Tables.AgreeToPause))
	decline := call(http.MethodPost, "/tables/{id}/pause/decline", "decline-pause", "Decline the open proposal about a pause, or withdraw one's own", http.StatusOK, 2)
	huma.Register(api, forCommands(decline), d.proposalAnswer(d.cfg.Tables.DeclinePause))
	vacation := call(http.MethodPut, "/me/vacation", "set-vacation", "Begin, change or end the caller's vacation; it pauses the running tables that allow it", http.StatusOK, 4)
	huma.Register(api, forPlayers(vacation), forCaller(d.setVacation))
}

func (d *handler) setVacation(ctx context.Context, c player.Caller, in *vacationInput) (*output[wire.Me], error) {
	if !wire.GoodCommandID(in.Body.ID) {
		return nil, badCommandID()
	}
	var err error
	p := c.Player
	if p.Vacation, err = d.cfg.Lobby.SetVacation(ctx, p.ID, in.Body.Until, in.Body.ID); err != nil {
		return nil, err
	}
	return meOf(p)
}
