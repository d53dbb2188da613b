package httpapi

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/store/access"
	"nemeton/server/table"
	"nemeton/server/wire"
)

type logInput struct {
	ID     string `path:"id"`
	Invite string `query:"invite" doc:"Opens a private table to spectators"`
	Since  uint64 `query:"since" doc:"The last seq that the client has"`
}

type pastInput struct {
	ID     string `path:"id"`
	Invite string `query:"invite" doc:"Opens a private table to spectators"`
	Since  uint64 `query:"since" doc:"The entry before the first one that the client wants to see again"`
}

type viewInput struct {
	ID      string `path:"id"`
	Invite  string `query:"invite" doc:"Opens a private table to spectators"`
	Effects int    `query:"effects" doc:"1: the moves of the caller's decision carry their effects"`
}

type encodedOutput struct {
	Type string `header:"Content-Type" hidden:"true"`
	Body []byte
}

type actInput struct {
	ID   string `path:"id"`
	Body struct {
		ID       string          `json:"id" doc:"Made by the client; the same id gets the same answer"`
		Decision string          `json:"decision"`
		Move     json.RawMessage `json:"move" doc:"One of the decision's moves, as the server sent it"`
		Evidence
	}
}

// Evidence holds the members of a command that name the history which its sender saw, and prove its sender.
type Evidence struct {
	Seq  engine.Seq `json:"seq,omitempty" doc:"The newest entry that the client knows"`
	Head string     `json:"head,omitempty" maxLength:"64" doc:"The short head of that entry"`
	wire.ProofMembers
}

func (e Evidence) command(ctx context.Context, id string, seat engine.Seat) (table.Command, error) {
	if e.Seq == 0 || e.Head == "" {
		e.Seq, e.Head = 0, "" // one without the other identifies nothing
	}
	proof, err := e.Proof(e.Seq, e.Head)
	if err != nil {
		return table.Command{}, apperr.Wrap(err, apperr.Malformed, err.Error())
	}
	player, err := callerID(ctx)
	return table.Command{ID: id, Seat: seat, Player: player, Seen: table.Point{Seq: e.Seq, Head: e.Head}, Proof: proof}, err
}

type provenInput struct {
	ID   string `path:"id"`
	Body struct {
		ID string `json:"id" doc:"Made by the client; the same id gets the same answer"`
		Evidence
	}
}

type systemInput struct {
	ID   string `path:"id"`
	Body struct {
		ID string `json:"id" doc:"Made by the client; the same id gets the same answer"`
	}
}

func (d *handler) playRoutes(api huma.API) {
	schemas := api.OpenAPI().Components.Schemas
	game := func(path, id, summary string, units int, of *huma.Schema) huma.Operation {
		op := call(http.MethodGet, path, id, summary, http.StatusOK, units)
		op.Responses = map[string]*huma.Response{
			"200": {Description: "OK", Content: map[string]*huma.MediaType{"application/json": {Schema: of}}},
		}
		return op
	}
	huma.Register(api, game("/tables/{id}/view", "get-view", "The data that the caller may know now", 1,
		schemas.Schema(reflect.TypeFor[wire.Content](), true, "")), d.view)
	huma.Register(api, game("/tables/{id}/log", "get-log", "The entries as the caller may know them", 7,
		schemas.Schema(reflect.TypeFor[wire.Log](), true, "")), d.log)
	huma.Register(api, game("/tables/{id}/past", "get-past", "Entries as the caller was shown them, with the data that the caller could know then", pastCost,
		schemas.Schema(reflect.TypeFor[wire.Past](), true, "")), d.past)
	huma.Register(api, game("/tables/{id}/export", "export-table", "The complete record of a finished table, for verification", 5,
		&huma.Schema{Type: huma.TypeObject}), d.export)

	act := call(http.MethodPost, "/tables/{id}/commands", "act", "Answer a decision with one of its moves", http.StatusOK, 2)
	huma.Register(api, forCommands(act), d.act)
	huma.Register(api, forCommands(call(http.MethodPost, "/tables/{id}/devices", "enroll-device", "Add a device to one's seat", http.StatusOK, 2)), d.enroll)
	takeBack := call(http.MethodPost, "/tables/{id}/takeback", "takeback", "Take back one's last step if the title allows it", http.StatusOK, 2)
	huma.Register(api, forCommands(takeBack), d.provenCommand(d.cfg.Tables.TakeBack))
	for _, f := range []struct {
		name, summary string
		do            systemCommand
	}{
		{"leave", "Leave a running table for now", d.cfg.Tables.Leave},
		{"return", "Return to a table after leaving", d.cfg.Tables.Return},
	} {
		huma.Register(api, forCommands(call(http.MethodPost, "/tables/{id}/"+f.name, f.name, f.summary, http.StatusOK, 2)), d.systemCommand(f.do))
	}
}

func (d *handler) resolveViewer(ctx context.Context, table, invite string) (store.TableID, engine.Viewer, error) {
	row, caller, err := d.visible(ctx, table, invite)
	if err != nil {
		return "", engine.Spectator(), err
	}
	if seat, ok := access.SeatOf(row, caller); ok {
		return row.ID, engine.SeatViewer(seat), nil
	}
	return row.ID, engine.Spectator(), nil
}

func passThrough(raw json.RawMessage, err error) (*encodedOutput, error) {
	if err != nil {
		return nil, err
	}
	return &encodedOutput{Type: "application/json", Body: raw}, nil
}

func (d *handler) view(ctx context.Context, in *viewInput) (*encodedOutput, error) {
	id, viewer, err := d.resolveViewer(ctx, in.ID, in.Invite)
	if err != nil {
		return nil, err
	}
	return passThrough(d.cfg.Tables.View(ctx, id, viewer, in.Effects == 1))
}

func (d *handler) log(ctx context.Context, in *logInput) (*encodedOutput, error) {
	id, viewer, err := d.resolveViewer(ctx, in.ID, in.Invite)
	if err != nil {
		return nil, err
	}
	return passThrough(d.cfg.Tables.Log(ctx, id, viewer, engine.Seq(in.Since)))
}

func (d *handler) past(ctx context.Context, in *pastInput) (*encodedOutput, error) {
	id, viewer, err := d.resolveViewer(ctx, in.ID, in.Invite)
	if err != nil {
		return nil, err
	}
	ctx, stop := untilClientLeaves(ctx)
	defer stop()
	page, folded, err := d.cfg.Tables.Past(ctx, id, viewer, engine.Seq(in.Since))
	d.spend(ctx, folded/pastEntries)
	return passThrough(page, err)
}

func (d *handler) act(ctx context.Context, in *actInput) (*output[wire.Done], error) {
	id, seat, err := d.actingSeat(ctx, in.ID, in.Body.ID)
	if err != nil {
		return nil, err
	}
	c, err := in.Body.command(ctx, in.Body.ID, seat)
	if err != nil {
		return nil, d.countRefusal(ctx, err)
	}
	c.Decision, c.Move = engine.DecisionID(in.Body.Decision), in.Body.Move
	done, err := d.cfg.Tables.Act(ctx, id, c)
	return accepted(in.Body.ID, done, d.countRefusal(ctx, err))
}

// provenCommand returns the handler of a command without a decision that a device may prove.
func (d *handler) provenCommand(do func(context.Context, store.TableID, table.Command) (table.Point, error)) func(context.Context, *provenInput) (*output[wire.Done], error) {
	return func(ctx context.Context, in *provenInput) (*output[wire.Done], error) {
		id, seat, err := d.actingSeat(ctx, in.ID, in.Body.ID)
		if err != nil {
			return nil, err
		}
		c, err := in.Body.command(ctx, in.Body.ID, seat)
		if err != nil {
			return nil, d.countRefusal(ctx, err)
		}
		done, err := do(ctx, id, c)
		return accepted(in.Body.ID, done, d.countRefusal(ctx, err))
	}
}

// systemCommand is a system command of a seat: it has no decision and no move.
type systemCommand func(ctx context.Context, id store.TableID, seat engine.Seat, command string) (table.Point, error)

func (d *handler) systemCommand(do systemCommand) func(context.Context, *systemInput) (*output[wire.Done], error) {
	return func(ctx context.Context, in *systemInput) (*output[wire.Done], error) {
		id, seat, err := d.actingSeat(ctx, in.ID, in.Body.ID)
		if err != nil {
			return nil, err
		}
		done, err := do(ctx, id, seat, in.Body.ID)
		return accepted(in.Body.ID, done, d.countRefusal(ctx, err))
	}
}

func accepted(id string, done table.Point, err error) (*output[wire.Done], error) {
	return respond(wire.Done{ID: id, OK: true, Seq: done.Seq, Head: done.Head}, err)
}

// actingSeat checks a command's id and the rate limit and returns the caller's seat.
func (d *handler) actingSeat(ctx context.Context, table, command string) (store.TableID, engine.Seat, error) {
	if !wire.GoodCommandID(command) {
		return "", engine.NoSeat, badCommandID()
	}
	if err := d.limitActs(ctx); err != nil {
		return "", engine.NoSeat, err
	}
	return d.callerSeat(ctx, table)
}

func badCommandID() error {
	return apperr.New(apperr.Malformed, "a command id has 1 to 64 printable characters without spaces")
}

func (d *handler) callerSeat(ctx context.Context, table string) (store.TableID, engine.Seat, error) {
	c, id, err := d.playerAndTable(ctx, table)
	if err != nil {
		return "", engine.NoSeat, err
	}
	row, err := d.cfg.Lobby.Get(ctx, id, c.Player.ID, "")
	if apperr.CodeOf(err) == apperr.UnknownTable && d.lostSeat(ctx, id, c.Player.ID) {
		err = apperr.New(apperr.NotSeated, "somebody else has the seat now")
	}
	if err != nil {
		return "", engine.NoSeat, err
	}
	seat, ok := access.SeatOf(row, c.Player.ID)
	if !ok {
		return "", engine.NoSeat, apperr.New(apperr.NotSeated, "only players at this table can play")
	}
	return id, seat, nil
}

// lostSeat reports whether a claim has moved the player's seat at a table to another person. The player may still object, also at a private table,
// which is otherwise unknown to them now.
func (d *handler) lostSeat(ctx context.Context, id store.TableID, by store.PlayerID) bool {
	list, err := d.cfg.Recoveries.List(ctx, by)
	return err == nil && slices.ContainsFunc(list, func(r wire.Recovery) bool {
		return r.Table == string(id) && r.Holder.ID == string(by) && r.State == string(store.RecoveryMoved)
	})
}
