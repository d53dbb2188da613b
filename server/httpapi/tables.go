package httpapi

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/lobby"
	"nemeton/server/player"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
)

type createInput struct {
	Body struct {
		Title      string         `json:"title"`
		Seats      int            `json:"seats"`
		Options    map[string]int `json:"options,omitempty" doc:"Absent options get their defaults"`
		Visibility string         `json:"visibility,omitempty" enum:"public,private,friends" default:"public"`
		Pace       *paceInput     `json:"pace,omitempty" doc:"The time control; free by default"`

		Contribution early `json:"contribution,omitempty" hidden:"true"`
	}
}

// paceInput is a time control. All times are in whole seconds.
type paceInput struct {
	Kind      string `json:"kind" enum:"free,live,days"`
	Bank      int    `json:"bank,omitempty" minimum:"0" doc:"Seconds on each clock at the start"`
	Increment int    `json:"increment,omitempty" minimum:"0" doc:"Seconds that a seat gains when it owes no decision any more"`
	ByHand    bool   `json:"byHand,omitempty" doc:"A time-out happens only when another player claims it"`
	Vacation  bool   `json:"vacation,omitempty" doc:"The vacation of a player pauses the table; only at the pace of days"`
	Level     string `json:"level,omitempty" enum:"easy,medium,hard" doc:"Of the bot that plays after a time-out; medium by default"`
	Takeover  *int   `json:"takeover,omitempty" minimum:"0" doc:"At a free pace: seconds of silence before a bot takes over; 0 for never"`
}

// pace is the request; nil without one.
func (p *paceInput) pace() *lobby.Pace {
	if p == nil {
		return nil
	}
	return &lobby.Pace{Kind: p.Kind, Bank: p.Bank, Increment: p.Increment, ByHand: p.ByHand, Level: p.Level, Vacation: p.Vacation, Takeover: p.Takeover}
}

type changeInput struct {
	TableInput
	Body struct {
		Options    map[string]int `json:"options,omitempty" doc:"The new values of some options"`
		Seats      int            `json:"seats,omitempty" minimum:"1" maximum:"100"`
		Visibility string         `json:"visibility,omitempty" enum:"public,private,friends"`
		Pace       *paceInput     `json:"pace,omitempty" doc:"The new time control"`

		Contribution early `json:"contribution,omitempty" hidden:"true"`
	}
}

type forkInput struct {
	TableInput
	Body struct {
		Seq    int64  `json:"seq" doc:"The entry after which the game is played on"`
		Chance string `json:"chance" enum:"same,new" doc:"What becomes of the facts that nobody had seen: they stay, or they are drawn anew"`
		Invite string `json:"invite,omitempty" doc:"Opens a private table"`

		Contribution early `json:"contribution,omitempty" hidden:"true"`
	}
}

type listInput struct {
	State  string `query:"state" enum:"open,running,finished"`
	Title  string `query:"title"`
	Mine   bool   `query:"mine" doc:"Only the caller's tables"`
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	Cursor string `query:"cursor" doc:"The next cursor of the previous page"`
}

// TableInput names a table. It is exported, because huma reads embedded structs only then.
type TableInput struct {
	ID string `path:"id"`
}

func (in TableInput) tableID() string { return in.ID }

func (in TableInput) invite() string { return "" }

// VisibleInput names a table that the caller may see, be it by its invite.
type VisibleInput struct {
	TableInput
	Invite string `query:"invite" doc:"Opens a private table to spectators"`
}

func (in VisibleInput) invite() string { return in.Invite }

type tableOutput struct {
	Status int
	Body   wire.OneTable
}

func (d *handler) tableRoutes(api huma.API) {
	huma.Register(api, call(http.MethodGet, "/titles", "list-titles", "The titles of this server", http.StatusOK, 1), d.titles)
	huma.Register(api, forPlayers(call(http.MethodPost, "/tables", "create-table", "Create a table and sit down on seat 0", http.StatusCreated, 2)), forCaller(d.create))
	huma.Register(api, call(http.MethodGet, "/tables", "list-tables", "Find tables, the last changed first", http.StatusOK, 2), d.list)
	huma.Register(api, call(http.MethodGet, "/tables/{id}", "get-table", "One table", http.StatusOK, 1), d.get)
	huma.Register(api, forPlayers(call(http.MethodPatch, "/tables/{id}", "change-table", "Change the settings of the table before the start, as host", http.StatusOK, 2)), forTable(d.change))
	huma.Register(api, forPlayers(call(http.MethodPost, "/tables/{id}/start", "start-table", "Start the table, as host", http.StatusOK, 3)), forTable(d.start))
	huma.Register(api, forPlayers(call(http.MethodPost, "/tables/{id}/fork", "fork", "Open a new table that begins at a moment of a finished one", http.StatusCreated, forkCost)), forTable(d.fork))
	registerNew(api, forPlayers(call(http.MethodPost, "/tables/{id}/rematch", "rematch", "Open a new table with the same people and options", http.StatusCreated, 3)), forTable(d.rematch))
}

func (d *handler) titles(context.Context, *struct{}) (*output[[]wire.Title], error) {
	return respond(each(d.cfg.Lobby.Titles(), func(info engine.Info) wire.Title {
		t := wire.Title{
			ID: info.ID, Name: info.Name, MinSeats: info.MinSeats, MaxSeats: info.MaxSeats, Minutes: info.Minutes, Weight: info.Weight, Rules: info.Rules,
			Options: info.Options, Common: d.cfg.Lobby.CommonOptions(), Colors: map[string][]string{},
		}
		if t.Options == nil {
			t.Options = []engine.Option{}
		}
		for n := info.MinSeats; n <= info.MaxSeats; n++ {
			t.Colors[strconv.Itoa(n)] = info.ColorsFor(n)
		}
		return t
	}), nil)
}

func (d *handler) create(ctx context.Context, c player.Caller, in *createInput) (*tableOutput, error) {
	if err := in.Body.Contribution.refuse(); err != nil {
		return nil, err
	}
	row, err := d.cfg.Lobby.Create(ctx, c.Player.ID, lobby.CreateRequest{
		Title: in.Body.Title, Seats: in.Body.Seats, Options: in.Body.Options, Visibility: store.Visibility(in.Body.Visibility),
		Session: c.Session, Pace: in.Body.Pace.pace(),
	})
	return d.describe(ctx, row, c.Player.ID, true, err)
}

func (d *handler) list(ctx context.Context, in *listInput) (*output[wire.TableList], error) {
	caller, err := callerID(ctx)
	if err != nil {
		return nil, err
	}
	rows, next, err := d.cfg.Lobby.List(ctx, caller, lobby.Filter{
		State: store.State(in.State), Title: in.Title, Mine: in.Mine, Limit: in.Limit, Cursor: in.Cursor,
	})
	if err != nil {
		return nil, err
	}
	d.spend(ctx, len(rows)/listRows)
	tables, err := d.cfg.Tables.DescribeAll(ctx, rows, caller)
	if err != nil {
		return nil, err
	}
	if tables == nil {
		tables = []wire.Table{}
	}
	return respond(wire.TableList{Tables: tables, Next: next}, nil)
}

func (d *handler) get(ctx context.Context, in *VisibleInput) (*output[wire.Table], error) {
	row, caller, err := d.visible(ctx, in)
	if err != nil {
		return nil, err
	}
	return respond(d.cfg.Tables.Describe(ctx, row, caller))
}

func (d *handler) change(ctx context.Context, c player.Caller, id store.TableID, in *changeInput) (*tableOutput, error) {
	if err := in.Body.Contribution.refuse(); err != nil {
		return nil, err
	}
	row, err := d.cfg.Lobby.Change(ctx, id, c.Player.ID, lobby.SettingsRequest{
		Options: in.Body.Options, Seats: in.Body.Seats, Visibility: store.Visibility(in.Body.Visibility), Session: c.Session, Pace: in.Body.Pace.pace(),
	})
	return d.describe(ctx, row, c.Player.ID, false, err)
}

func (d *handler) start(ctx context.Context, c player.Caller, id store.TableID, _ *TableInput) (*tableOutput, error) {
	row, err := d.cfg.Lobby.Start(ctx, id, c.Player.ID)
	if row.Origin != nil {
		d.spend(ctx, forkCost+int(row.Origin.Seq)/pastEntries)
	}
	return d.describe(ctx, row, c.Player.ID, false, err)
}

func (d *handler) rematch(ctx context.Context, c player.Caller, id store.TableID, _ *TableInput) (*tableOutput, error) {
	row, isNew, err := d.cfg.Lobby.Rematch(ctx, id, c.Player.ID, c.Session)
	return d.describe(ctx, row, c.Player.ID, isNew, err)
}

func (d *handler) fork(ctx context.Context, c player.Caller, id store.TableID, in *forkInput) (*tableOutput, error) {
	if err := in.Body.Contribution.refuse(); err != nil {
		return nil, err
	}
	d.spend(ctx, int(min(in.Body.Seq, table.MaxForkSeq))/pastEntries)
	row, err := d.cfg.Lobby.Fork(ctx, id, c.Player.ID, lobby.ForkRequest{
		Seq: engine.Seq(in.Body.Seq), Chance: engine.ForkChance(in.Body.Chance), Invite: in.Body.Invite, Session: c.Session,
	})
	return d.describe(ctx, row, c.Player.ID, true, err)
}

// describe answers a change with the table as the caller may see it, with 201 for a new one, else 200.
func (d *handler) describe(ctx context.Context, row store.Table, caller store.PlayerID, isNew bool, err error) (*tableOutput, error) {
	if err != nil {
		return nil, err
	}
	ctx, cancel := store.Urgent(ctx)
	defer cancel()
	t, err := d.cfg.Tables.Describe(ctx, row, caller)
	if err != nil {
		return nil, err
	}
	out := &tableOutput{Status: http.StatusOK, Body: wire.OneTable{Table: t}}
	if isNew {
		out.Status = http.StatusCreated
	}
	return out, nil
}

func (d *handler) visible(ctx context.Context, in namesTable) (store.Table, store.PlayerID, error) {
	caller, err := callerID(ctx)
	if err != nil {
		return store.Table{}, "", err
	}
	if !isID(in.tableID()) {
		return store.Table{}, "", noTable()
	}
	row, err := d.cfg.Lobby.Get(ctx, store.TableID(in.tableID()), caller, in.invite())
	return row, caller, err
}

func noTable() error { return apperr.New(apperr.UnknownTable, "there is no such table") }

// isID reports whether the text is a UUID in this server's form. Other texts are never looked up.
func isID(text string) bool {
	id, err := uuid.Parse(text)
	return err == nil && id.String() == text
}
