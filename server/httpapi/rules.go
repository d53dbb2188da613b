package httpapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/engine"
	"nemeton/server/wire"
)

type causesInput struct {
	Title string `path:"title"`
}

type causesOutput struct{ Body engine.Causes }

type refusalsOutput struct{ Body wire.Refusals }

func (d *handler) rulesRoutes(api huma.API) {
	huma.Register(api, call(http.MethodGet, "/titles/{title}/rules", "get-rules", "The rules behind the events, moves and scores of a title", http.StatusOK, 1), d.causes)
	refusals := call(http.MethodGet, "/tables/{id}/refusals", "get-refusals", "The rules that forbid moves now, for the caller's open decision", http.StatusOK, 2)
	huma.Register(api, refusals, d.forbidden)
}

func (d *handler) causes(_ context.Context, in *causesInput) (*causesOutput, error) {
	causes, err := d.cfg.Lobby.Causes(in.Title)
	return &causesOutput{causes}, err
}

func (d *handler) forbidden(ctx context.Context, in *tableInput) (*refusalsOutput, error) {
	id, viewer, err := d.resolveViewer(ctx, in.ID, "")
	if err != nil {
		return nil, err
	}
	body, err := d.cfg.Tables.Refusals(ctx, id, viewer)
	return &refusalsOutput{body}, err
}
