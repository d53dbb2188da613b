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

// Ending is the part of the authority for concessions and stops.
type Ending interface {
	Concede(ctx context.Context, id store.TableID, c table.Command) (table.Point, error)
	ProposeStop(ctx context.Context, id store.TableID, c table.Command) (table.Point, error)
	AgreeToStop(ctx context.Context, id store.TableID, c table.Command, proposal engine.Seq) (table.Point, error)
	DeclineStop(ctx context.Context, id store.TableID, c table.Command, proposal engine.Seq) (table.Point, error)
}

type proposalAnswerInput struct {
	ID   string `path:"id"`
	Body struct {
		ID       string     `json:"id" doc:"Made by the client; the same id gets the same answer"`
		Proposal engine.Seq `json:"proposal" doc:"The seq of the proposal, as the table has it"`
		Evidence
	}
}

func (d *handler) endingRoutes(api huma.API) {
	concede := call(http.MethodPost, "/tables/{id}/concede", "concede", "Give up for good: a bot plays the seat to the end, or the table ends", http.StatusOK, 2)
	huma.Register(api, forCommands(concede), d.provenCommand(d.cfg.Tables.Concede))
	propose := call(http.MethodPost, "/tables/{id}/stop", "propose-stop", "Propose to stop the game for all; alone among bots, stop it", http.StatusOK, 2)
	huma.Register(api, forCommands(propose), d.provenCommand(d.cfg.Tables.ProposeStop))
	agree := call(http.MethodPost, "/tables/{id}/stop/agree", "agree-to-stop", "Agree to the open proposal to stop the game", http.StatusOK, 2)
	huma.Register(api, forCommands(agree), d.proposalAnswer(d.cfg.Tables.AgreeToStop))
	decline := call(http.MethodPost, "/tables/{id}/stop/decline", "decline-stop", "Decline the open proposal to stop the game, or withdraw one's own", http.StatusOK, 2)
	huma.Register(api, forCommands(decline), d.proposalAnswer(d.cfg.Tables.DeclineStop))
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
