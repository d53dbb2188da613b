package httpapi

import (
	"context"
	"encoding/json"
	"io/fs"
	"net/http"
	"net/netip"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/rs/zerolog"

	"nemeton/engine"
	"nemeton/server/lobby"
	"nemeton/server/player"
	"nemeton/server/store"
	"nemeton/server/wire"
)

// Prefix is where the API begins.
const Prefix = "/api/v1"

// Limits of a request: bytes of its body, and how long it may be read and worked on.
const (
	maxBody = 64 << 10
	readFor = 30 * time.Second // longer than workFor: its end would cut a request that is being worked on
	workFor = 15 * time.Second
)

// Tables is what the door needs of the authority. Game data comes encoded.
type Tables interface {
	Occupancy
	Act(ctx context.Context, id store.TableID, seat engine.Seat, command string, decision engine.DecisionID, move json.RawMessage) (engine.Seq, error)
	TakeBack(ctx context.Context, id store.TableID, seat engine.Seat, command string) (engine.Seq, error)
	Leave(ctx context.Context, id store.TableID, seat engine.Seat, command string) (engine.Seq, error)
	Return(ctx context.Context, id store.TableID, seat engine.Seat, command string) (engine.Seq, error)
	View(ctx context.Context, id store.TableID, v engine.Viewer) (json.RawMessage, error)
	Log(ctx context.Context, id store.TableID, v engine.Viewer, since engine.Seq) (json.RawMessage, error)
	Export(ctx context.Context, id store.TableID) (json.RawMessage, error)
	Describe(ctx context.Context, row store.Table, caller store.PlayerID) (wire.Table, error)
	DescribeAll(ctx context.Context, rows []store.Table, caller store.PlayerID) ([]wire.Table, error)
}

// Config is what the door is made of. All fields but Texts and Trusted must be set.
type Config struct {
	Players *player.Service
	Lobby   *lobby.Service
	Tables  Tables
	Hints   Hints
	Socket  http.Handler      // serves the socket's route; the table's id is the URL parameter "id"
	Client  fs.FS             // the built web client
	Texts   map[string]string // more text files beside the client's, by name; may be nil
	Live    http.HandlerFunc  // GET /healthz
	Ready   http.HandlerFunc  // GET /readyz
	Meter   Meter
	Log     zerolog.Logger
	NewID   func() string
	Limits  Limits
	Trusted []netip.Prefix // proxies that may say who they speak for
}

// handler holds what the handlers share.
type handler struct {
	cfg     Config
	stalled chan struct{} // holds one for each caller that waits for its refusal
}

// New is the whole of the public address: API, sockets, health and the client's files.
func New(cfg Config) http.Handler {
	d := &handler{cfg: cfg, stalled: make(chan struct{}, maxStall)}
	files := newFiles(cfg.Client, cfg.Texts)
	r := chi.NewRouter()
	r.Use(d.measured, recovered, d.origins, secured, middleware.GetHead)
	r.NotFound(files.serve)
	r.MethodNotAllowed(wrongMethod(r))
	r.Get("/healthz", cfg.Live)
	r.Get("/readyz", cfg.Ready)
	r.Route(Prefix, func(api chi.Router) {
		api.Use(d.limitAddresses, sameOrigin, d.identify, d.limitPlayers)
		api.With(d.limitSockets).Get("/tables/{id}/socket", cfg.Socket.ServeHTTP)
		api.Group(func(rest chi.Router) {
			rest.Use(plain, timed, noStore)
			d.routes(humachi.New(rest, openAPI()))
		})
	})
	return r
}

// routes adds all calls to the API.
func (d *handler) routes(api huma.API) {
	d.playerRoutes(api)
	d.sessionRoutes(api)
	d.tableRoutes(api)
	d.seatRoutes(api)
	d.playRoutes(api)
	d.companyRoutes(api)
	d.hintRoutes(api)
}

// openAPI is the frame of the API's own description, served at /api/v1/openapi.json.
func openAPI() huma.Config {
	c := huma.DefaultConfig("Nemeton", "1")
	c.Info.Description = "Tabletop games for friends. docs/protocol.md tells what the calls mean, and describes the socket."
	c.Servers = []*huma.Server{{URL: Prefix}}
	c.OpenAPIPath, c.DocsPath, c.SchemasPath = "/openapi", "", ""
	c.CreateHooks = nil // no "$schema" members in answers
	// Members nobody knows are passed over, so that clients can be newer than the server.
	c.AllowAdditionalPropertiesByDefault = true
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"bearer": {Type: "http", Scheme: "bearer"},
		"cookie": {Type: "apiKey", In: "cookie", Name: cookieName},
	}
	return c
}

// call describes one call of the API; status is that of its success.
func call(method, path, id, summary string, status int) huma.Operation {
	return huma.Operation{
		Method: method, Path: path, OperationID: id, Summary: summary, DefaultStatus: status,
		MaxBodyBytes: maxBody, BodyReadTimeout: readFor,
	}
}

// forPlayers marks a call that takes a player.
func forPlayers(op huma.Operation) huma.Operation {
	op.Security = []map[string][]string{{"bearer": {}}, {"cookie": {}}}
	return op
}
