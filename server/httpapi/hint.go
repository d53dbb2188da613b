package httpapi

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/server/apperr"
	"nemeton/server/bot"
	"nemeton/server/lobby"
	"nemeton/server/player"
	"nemeton/server/store"
	"nemeton/server/store/access"
	"nemeton/server/wire"
)

// Hints computes the move that a bot would choose.
type Hints interface {
	Hint(ctx context.Context, r bot.HintRequest) (bot.Hint, error)
}

func (d *handler) hintRoutes(api huma.API) {
	hint := call(http.MethodPost, "/tables/{id}/hint", "hint", "The move of a medium bot in the caller's place, if the table allows hints", http.StatusOK, 40)
	huma.Register(api, forPlayers(hint), forTable(d.hint))
}

func (d *handler) hint(ctx context.Context, c player.Caller, id store.TableID, _ *TableInput) (*output[wire.Hint], error) {
	row, err := d.cfg.Lobby.Get(ctx, id, c.Player.ID, "")
	if err != nil {
		return nil, err
	}
	seat, ok := access.SeatOf(row, c.Player.ID)
	switch {
	case !ok:
		return nil, apperr.New(apperr.NotSeated, "only players at this table can ask for a hint")
	case row.Options[lobby.Hints] == 0:
		return nil, apperr.New(apperr.NotAllowed, "hints are turned off at this table")
	}
	ctx, stop := untilClientLeaves(ctx)
	defer stop()
	h, err := d.cfg.Hints.Hint(ctx, bot.HintRequest{Player: c.Player.ID, Table: id, Seat: seat, Owes: slices.Contains(row.Owing, seat)})
	if err != nil {
		return nil, err
	}
	out := wire.Hint{Decision: h.Decision, Index: h.Index, Second: h.Second, Move: h.Move, Reason: wire.Reason{Key: h.Reason, Params: h.Params}}
	if out.Reason.Params == nil {
		out.Reason.Params = map[string]any{}
	}
	return respond(out, nil)
}
