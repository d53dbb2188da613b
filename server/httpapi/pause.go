package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/server/player"
	"nemeton/server/wire"
)

type vacationInput struct {
	Body struct {
		ID    string     `json:"id" doc:"Made by the client; the same id has the same effect"`
		Until *time.Time `json:"until,omitempty" doc:"The end of the vacation; absent: the player is back"`
	}
}

func (d *handler) pauseRoutes(api huma.API) {
	command(api, "pause", "propose-pause", "Propose to pause the clocks, or during a pause to end it", d.provenCommand(d.cfg.Tables.ProposePause))
	command(api, "pause/agree", "agree-to-pause", "Agree to the open proposal about a pause", d.proposalAnswer(d.cfg.Tables.AgreeToPause))
	command(api, "pause/decline", "decline-pause", "Decline the open proposal about a pause, or withdraw one's own", d.proposalAnswer(d.cfg.Tables.DeclinePause))
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
