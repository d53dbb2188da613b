package httpapi

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/lobby"
	"nemeton/server/store"
	"nemeton/server/wire"
)

type logInput struct {
	ID     string `path:"id"`
	Invite string `query:"invite" doc:"Opens a private table to those who do not sit at it"`
	Since  uint64 `query:"since" doc:"The last seq one has"`
}

// encodedOutput passes game data on as it was encoded.
type encodedOutput struct {
	Type string `header:"Content-Type" hidden:"true"`
	Body []byte
}

type actInput struct {
	ID   string `path:"id"`
	Body struct {
		ID       string          `json:"id" doc:"Made by the client: the same id again gets the same answer"`
		Decision string          `json:"decision"`
		Move     json.RawMessage `json:"move" doc:"One of the decision's moves, as it was sent"`
	}
}

type frameInput struct {
	ID   string `path:"id"`
	Body struct {
		ID string `json:"id" doc:"Made by the client: the same id again gets the same answer"`
	}
}

type doneOutput struct{ Body wire.Done }

func (d *handler) playRoutes(api huma.API) {
	schemas := api.OpenAPI().Components.Schemas
	game := func(path, id, summary string, of *huma.Schema) huma.Operation {
		op := call(http.MethodGet, path, id, summary, http.StatusOK)
		op.Responses = map[string]*huma.Response{
			"200": {Description: "OK", Content: map[string]*huma.MediaType{"application/json": {Schema: of}}},
		}
		return op
	}
	huma.Register(api, game("/tables/{id}/view", "get-view", "What the caller may know now",
		schemas.Schema(reflect.TypeFor[wire.Content](), true, "")), d.view)
	huma.Register(api, game("/tables/{id}/log", "get-log", "The entries as the caller may know them",
		schemas.Schema(reflect.TypeFor[wire.Log](), true, "")), d.log)
	huma.Register(api, game("/tables/{id}/export", "export-table", "The whole of a finished table, to check it",
		&huma.Schema{Type: huma.TypeObject}), d.export)

	act := call(http.MethodPost, "/tables/{id}/commands", "act", "Answer a decision with one of its moves", http.StatusOK)
	huma.Register(api, forPlayers(act), d.act)
	for _, f := range []struct {
		name, summary string
		do            frame
	}{
		{"takeback", "Take back one's last step, where the title allows it", d.cfg.Tables.TakeBack},
		{"leave", "Leave a running table for now", d.cfg.Tables.Leave},
		{"return", "Come back to a table one left", d.cfg.Tables.Return},
	} {
		huma.Register(api, forPlayers(call(http.MethodPost, "/tables/{id}/"+f.name, f.name, f.summary, http.StatusOK)), d.frame(f.do))
	}
}

// sight finds a table and how whoever calls sees it.
func (d *handler) sight(ctx context.Context, table, invite string) (store.TableID, engine.Viewer, error) {
	row, caller, err := d.visible(ctx, table, invite)
	if err != nil {
		return "", engine.Spectator(), err
	}
	if seat, sits := lobby.SeatOf(row, caller); sits {
		return row.ID, engine.SeatViewer(seat), nil
	}
	return row.ID, engine.Spectator(), nil
}

func encoded(raw json.RawMessage, err error) (*encodedOutput, error) {
	if err != nil {
		return nil, err
	}
	return &encodedOutput{Type: "application/json", Body: raw}, nil
}

func (d *handler) view(ctx context.Context, in *watchInput) (*encodedOutput, error) {
	id, viewer, err := d.sight(ctx, in.ID, in.Invite)
	if err != nil {
		return nil, err
	}
	return encoded(d.cfg.Tables.View(ctx, id, viewer))
}

func (d *handler) log(ctx context.Context, in *logInput) (*encodedOutput, error) {
	id, viewer, err := d.sight(ctx, in.ID, in.Invite)
	if err != nil {
		return nil, err
	}
	return encoded(d.cfg.Tables.Log(ctx, id, viewer, engine.Seq(in.Since)))
}

func (d *handler) export(ctx context.Context, in *watchInput) (*encodedOutput, error) {
	id, _, err := d.sight(ctx, in.ID, in.Invite)
	if err != nil {
		return nil, err
	}
	return encoded(d.cfg.Tables.Export(ctx, id))
}

func (d *handler) act(ctx context.Context, in *actInput) (*doneOutput, error) {
	id, seat, err := d.plays(ctx, in.ID, in.Body.ID)
	if err != nil {
		return nil, err
	}
	seq, err := d.cfg.Tables.Act(ctx, id, seat, in.Body.ID, engine.DecisionID(in.Body.Decision), in.Body.Move)
	return done(in.Body.ID, seq, d.judged(ctx, err))
}

// frame is a command of the frame's own: it has no decision and no move.
type frame func(ctx context.Context, id store.TableID, seat engine.Seat, command string) (engine.Seq, error)

func (d *handler) frame(do frame) func(context.Context, *frameInput) (*doneOutput, error) {
	return func(ctx context.Context, in *frameInput) (*doneOutput, error) {
		id, seat, err := d.plays(ctx, in.ID, in.Body.ID)
		if err != nil {
			return nil, err
		}
		seq, err := do(ctx, id, seat, in.Body.ID)
		return done(in.Body.ID, seq, err)
	}
}

func done(id string, seq engine.Seq, err error) (*doneOutput, error) {
	if err != nil {
		return nil, err
	}
	return &doneOutput{wire.Done{ID: id, OK: true, Seq: seq}}, nil
}

// plays finds the seat for which a player gives a command.
func (d *handler) plays(ctx context.Context, table, command string) (store.TableID, engine.Seat, error) {
	if !wire.GoodCommandID(command) {
		return "", engine.NoSeat, badCommandID()
	}
	if err := d.pace(ctx); err != nil {
		return "", engine.NoSeat, err
	}
	return d.seated(ctx, table)
}

func badCommandID() error {
	return apperr.New(apperr.Malformed, "a command's id has 1 to 64 printable characters without spaces")
}

// seated finds the seat on which the caller sits.
func (d *handler) seated(ctx context.Context, table string) (store.TableID, engine.Seat, error) {
	c, id, err := d.at(ctx, table)
	if err != nil {
		return "", engine.NoSeat, err
	}
	row, err := d.cfg.Lobby.Get(ctx, id, c.Player.ID, "")
	if err != nil {
		return "", engine.NoSeat, err
	}
	seat, sits := lobby.SeatOf(row, c.Player.ID)
	if !sits {
		return "", engine.NoSeat, apperr.New(apperr.NotSeated, "only those who sit at the table can play")
	}
	return id, seat, nil
}
