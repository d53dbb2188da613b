package httpapi

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
)

type proposalAnswerInput struct {
	ID   string `path:"id"`
	Body struct {
		ID       string     `json:"id" doc:"Made by the client; the same id gets the same answer"`
		Proposal engine.Seq `json:"proposal" doc:"The seq of the proposal, as the table has it"`
		Evidence
	}
}

func (d *handler) endingRoutes(api huma.API) {
	command(api, "concede", "concede", "Give up for good: a bot plays the seat to the end, or the table ends", d.provenCommand(d.cfg.Tables.Concede))
	command(api, "stop", "propose-stop", "Propose to stop the game for all; alone among bots, stop it", d.provenCommand(d.cfg.Tables.ProposeStop))
	command(api, "stop/agree", "agree-to-stop", "Agree to the open proposal to stop the game", d.proposalAnswer(d.cfg.Tables.AgreeToStop))
	command(api, "stop/decline", "decline-stop", "Decline the open proposal to stop the game, or withdraw one's own", d.proposalAnswer(d.cfg.Tables.DeclineStop))
}

func (d *handler) proposalAnswer(do func(context.Context, store.TableID, table.Command, engine.Seq) (table.Point, error)) func(context.Context, *proposalAnswerInput) (*output[wire.Done], error) {
	return func(ctx context.Context, in *proposalAnswerInput) (*output[wire.Done], error) {
		id, c, err := d.provenSeat(ctx, in.ID, in.Body.ID, in.Body.Evidence)
		if err != nil {
			return nil, err
		}
		done, err := do(ctx, id, c, in.Body.Proposal)
		return accepted(in.Body.ID, done, d.countRefusal(ctx, err))
	}
}
