package httpapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/bot"
	"nemeton/server/lobby"
	"nemeton/server/store"
	"nemeton/server/wire"
)

// Hints thinks in a player's place.
type Hints interface {
	Hint(ctx context.Context, id store.TableID, seat engine.Seat) (bot.Hint, error)
}

type hintOutput struct{ Body wire.Hint }

func (d *handler) hintRoutes(api huma.API) {
	hint := call(http.MethodPost, "/tables/{id}/hint", "hint", "What a medium bot would do in the caller's place, where the table allows it", http.StatusOK)
	huma.Register(api, forPlayers(hint), d.hint)
}

func (d *handler) hint(ctx context.Context, in *tableInput) (*hintOutput, error) {
	c, id, err := d.at(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	row, err := d.cfg.Lobby.Get(ctx, id, c.Player.ID, "")
	if err != nil {
		return nil, err
	}
	seat, sits := lobby.SeatOf(row, c.Player.ID)
	switch {
	case !sits:
		return nil, apperr.New(apperr.NotSeated, "only those who sit at the table can ask for a hint")
	case row.Options[lobby.Hints] == 0:
		return nil, apperr.New(apperr.NotAllowed, "this table was opened without hints")
	}
	h, err := d.cfg.Hints.Hint(ctx, id, seat)
	if err != nil {
		return nil, err
	}
	out := wire.Hint{Decision: h.Decision, Index: h.Index, Move: h.Move, Reason: wire.Reason{Key: h.Reason, Params: h.Params}}
	if out.Reason.Params == nil {
		out.Reason.Params = map[string]any{}
	}
	return &hintOutput{out}, nil
}
