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
	VisibleInput
	Since uint64 `query:"since" doc:"The last seq that the client has"`
}

type pastInput struct {
	VisibleInput
	Since uint64 `query:"since" doc:"The entry before the first one that the client wants to see again"`
}

type viewInput struct {
	VisibleInput
	Effects int `query:"effects" doc:"1: the moves of the caller's decision carry their effects"`
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

// provenSeat is seatCommand for a command with evidence.
func (d *handler) provenSeat(ctx context.Context, at, command string, e Evidence) (store.TableID, table.Command, error) {
	id, c, err := d.seatCommand(ctx, at, command)
	if err != nil {
		return id, c, err
	}
	if e.Seq != 0 && e.Head != "" { // one without the other identifies nothing
		c.Seen.Seq, c.Seen.Head = e.Seq, e.Head
	}
	if c.Proof, err = e.Proof(c.Seen.Seq, c.Seen.Head); err != nil {
		err = d.countRefusal(ctx, apperr.Wrap(err, apperr.Malformed, err.Error()))
	}
	return id, c, err
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
		schemas.Schema(reflect.TypeFor[wire.Content](), true, "")), forViewer(d, d.view))
	huma.Register(api, game("/tables/{id}/log", "get-log", "The entries as the caller may know them", 7,
		schemas.Schema(reflect.TypeFor[wire.Log](), true, "")), forViewer(d, d.log))
	huma.Register(api, game("/tables/{id}/past", "get-past", "Entries as the caller was shown them, with the data that the caller could know then", pastCost,
		schemas.Schema(reflect.TypeFor[wire.Past](), true, "")), forViewer(d, d.past))
	export := game("/tables/{id}/export", "export-table", "The complete record of a finished table, for verification", 5, &huma.Schema{Type: huma.TypeObject})
	export.Responses["304"] = &huma.Response{Description: http.StatusText(http.StatusNotModified)}
	huma.Register(api, export, d.export)

	command(api, "commands", "act", "Answer a decision with one of its moves", d.act)
	command(api, "devices", "enroll-device", "Add a device to one's seat", d.enroll)
	command(api, "takeback", "takeback", "Take back one's last step if the title allows it", d.provenCommand(d.cfg.Tables.TakeBack))
	command(api, "leave", "leave", "Leave a running table for now", d.systemCommand(d.cfg.Tables.Leave))
	command(api, "return", "return", "Return to a table after leaving", d.systemCommand(d.cfg.Tables.Return))
}

// forViewer is the handler of a call that answers with data of a table, as the caller may see it.
func forViewer[In namesTable, Out any](d *handler, do func(ctx context.Context, id store.TableID, as engine.Viewer, in *In) (*Out, error)) func(context.Context, *In) (*Out, error) {
	return func(ctx context.Context, in *In) (*Out, error) {
		row, caller, err := d.visible(ctx, *in)
		if err != nil {
			return nil, err
		}
		as := engine.Spectator()
		if seat, ok := access.SeatOf(row, caller); ok {
			as = engine.SeatViewer(seat)
		}
		return do(ctx, row.ID, as, in)
	}
}

func passThrough(raw json.RawMessage, err error) (*encodedOutput, error) {
	if err != nil {
		return nil, err
	}
	return &encodedOutput{Type: "application/json", Body: raw}, nil
}

func (d *handler) view(ctx context.Context, id store.TableID, as engine.Viewer, in *viewInput) (*encodedOutput, error) {
	return passThrough(d.cfg.Tables.View(ctx, id, as, in.Effects == 1))
}

func (d *handler) log(ctx context.Context, id store.TableID, as engine.Viewer, in *logInput) (*encodedOutput, error) {
	return passThrough(d.cfg.Tables.Log(ctx, id, as, engine.Seq(in.Since)))
}

func (d *handler) past(ctx context.Context, id store.TableID, as engine.Viewer, in *pastInput) (*encodedOutput, error) {
	ctx, stop := untilClientLeaves(ctx)
	defer stop()
	page, folded, err := d.cfg.Tables.Past(ctx, id, as, engine.Seq(in.Since))
	d.spend(ctx, folded/pastEntries)
	return passThrough(page, err)
}

func (d *handler) act(ctx context.Context, in *actInput) (*output[wire.Done], error) {
	id, c, err := d.provenSeat(ctx, in.ID, in.Body.ID, in.Body.Evidence)
	if err != nil {
		return nil, err
	}
	c.Decision, c.Move = engine.DecisionID(in.Body.Decision), in.Body.Move
	done, err := d.cfg.Tables.Act(ctx, id, c)
	return accepted(in.Body.ID, done, d.countRefusal(ctx, err))
}

// systemCommand is a system command of a seat: it has no decision and no move.
type systemCommand func(context.Context, store.TableID, table.Command) (table.Point, error)

// provenCommand returns the handler of a system command that a device may prove.
func (d *handler) provenCommand(do systemCommand) func(context.Context, *provenInput) (*output[wire.Done], error) {
	return func(ctx context.Context, in *provenInput) (*output[wire.Done], error) {
		id, c, err := d.provenSeat(ctx, in.ID, in.Body.ID, in.Body.Evidence)
		if err != nil {
			return nil, err
		}
		done, err := do(ctx, id, c)
		return accepted(in.Body.ID, done, d.countRefusal(ctx, err))
	}
}

func (d *handler) systemCommand(do systemCommand) func(context.Context, *systemInput) (*output[wire.Done], error) {
	return func(ctx context.Context, in *systemInput) (*output[wire.Done], error) {
		id, c, err := d.seatCommand(ctx, in.ID, in.Body.ID)
		if err != nil {
			return nil, err
		}
		done, err := do(ctx, id, c)
		return accepted(in.Body.ID, done, d.countRefusal(ctx, err))
	}
}

func accepted(id string, done table.Point, err error) (*output[wire.Done], error) {
	return respond(wire.Done{ID: id, OK: true, Seq: done.Seq, Head: done.Head}, err)
}

// seatCommand checks a command's id and the rate limit, and returns the command of the caller's seat.
func (d *handler) seatCommand(ctx context.Context, at, command string) (store.TableID, table.Command, error) {
	none := table.Command{}
	if !wire.GoodCommandID(command) {
		return "", none, badCommandID()
	}
	if err := d.limitActs(ctx); err != nil {
		return "", none, err
	}
	c, err := requirePlayer(ctx)
	if err != nil {
		return "", none, err
	}
	if !isID(at) {
		return "", none, noTable()
	}
	id := store.TableID(at)
	row, err := d.cfg.Lobby.Get(ctx, id, c.Player.ID, "")
	if apperr.CodeOf(err) == apperr.UnknownTable && d.lostSeat(ctx, id, c.Player.ID) {
		err = apperr.New(apperr.NotSeated, "somebody else has the seat now")
	}
	if err != nil {
		return "", none, err
	}
	seat, ok := access.SeatOf(row, c.Player.ID)
	if !ok {
		return "", none, apperr.New(apperr.NotSeated, "only players at this table can play")
	}
	return id, table.Command{ID: command, Seat: seat, Player: c.Player.ID}, nil
}

func badCommandID() error {
	return apperr.New(apperr.Malformed, "a command id has 1 to 64 printable characters without spaces")
}

// lostSeat reports whether a claim has moved the player's seat at a table to another person, or an objection has moved it back. A private table is otherwise
// unknown to them now.
func (d *handler) lostSeat(ctx context.Context, id store.TableID, by store.PlayerID) bool {
	list, err := d.cfg.Recoveries.List(ctx, by)
	return err == nil && slices.ContainsFunc(list, func(r wire.Recovery) bool {
		loser := map[store.RecoveryState]string{store.RecoveryMoved: r.Holder.ID, store.RecoveryReversed: r.By.ID}[store.RecoveryState(r.State)]
		return r.Table == string(id) && loser == string(by)
	})
}
