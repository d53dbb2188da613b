package httpapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/wire"
)

type causesInput struct {
	Title string `path:"title"`
}

func (d *handler) rulesRoutes(api huma.API) {
	huma.Register(api, call(http.MethodGet, "/titles/{title}/rules", "get-rules", "The rules behind the events, moves and scores of a title", http.StatusOK, 1), d.causes)
	refusals := call(http.MethodGet, "/tables/{id}/refusals", "get-refusals", "The rules that forbid moves now, for the caller's open decision", http.StatusOK, 2)
	huma.Register(api, refusals, forViewer(d, d.forbidden))
}

func (d *handler) causes(_ context.Context, in *causesInput) (*output[engine.Causes], error) {
	return respond(d.cfg.Lobby.Causes(in.Title))
}

func (d *handler) forbidden(ctx context.Context, id store.TableID, as engine.Viewer, _ *TableInput) (*output[wire.Refusals], error) {
	return respond(d.cfg.Tables.Refusals(ctx, id, as))
}
