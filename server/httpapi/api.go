package httpapi

import (
	"context"
	"io/fs"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/rs/zerolog"

	"nemeton/server/account"
	"nemeton/server/cache"
	"nemeton/server/chat"
	"nemeton/server/circle"
	"nemeton/server/door"
	"nemeton/server/limit"
	"nemeton/server/lobby"
	"nemeton/server/notify"
	"nemeton/server/player"
	"nemeton/server/recovery"
	"nemeton/server/results"
	"nemeton/server/suggestion"
	"nemeton/server/table"
	"nemeton/server/wire"
)

// Prefix is the path of the API.
const Prefix = "/api/v1"

// Limits of one request: the size of its body in bytes, and the timeouts for reading and handling it.
const (
	maxBody     = 64 << 10
	readTimeout = 30 * time.Second // longer than workTimeout, because its end would cut off a request that is being handled
	workTimeout = 15 * time.Second
)

// exportCacheBytes is the maximum size of all cached exports. The export of a long game of Pangea has about 1.5 MB.
const exportCacheBytes = 32 << 20

// Config configures the public handler. All fields except Version, Texts, Banned, Trusted, Public, Hosts and NodeHosts are required.
type Config struct {
	Players    *player.Service
	Lobby      *lobby.Service
	History    *results.Service
	Chat       *chat.Service
	Tables     *table.Registry
	Hints      Hints
	Recoveries *recovery.Service
	Circle     *circle.Service
	Accounts   *account.Service
	Door       *door.Service
	Notify     *notify.Service
	// Suggestions takes better texts from readers.
	Suggestions *suggestion.Service
	Signer      Signer // signs exports

	TurnFeed     *notify.TurnFeed
	PlayerSocket http.Handler      // serves the socket of the caller
	PlayerEvents http.Handler      // serves the same messages as an event stream
	Socket       http.Handler      // serves the socket's route; the table's id is the URL parameter "id"
	Events       http.Handler      // serves the same messages as an event stream; the parameter is the same
	Client       fs.FS             // the built web client
	Server       string            // id of the server, for the names of cookies; may be empty
	Version      string            // the version of the client, in a header of every answer; may be empty
	Texts        map[string]string // more text files beside the client's, by name; may be nil
	Live         http.HandlerFunc  // GET /healthz
	Ready        http.HandlerFunc  // GET /readyz
	Meter        Meter
	Log          zerolog.Logger
	NewID        func() string
	Now          func() time.Time
	Limits       Limits
	Banned       func(netip.Addr) bool // the operator does not allow the address; nil: allows all
	// Saw gets each request with MarkHeader as this server saw it; may be nil. Strangers can send such requests.
	Saw     func(mark string, s SeenRequest)
	Trusted []netip.Prefix // proxies whose X-Forwarded headers are trusted
	Public  string         // address at which players reach the server; empty: unknown

	// Hosts are the host names that requests may name, in the form of HostName. Empty: any on public addresses, see checkHosts.
	Hosts []string
	// NodeHosts are the host names of all nodes, in the same form. Requests may always name them.
	NodeHosts []string
}

type handler struct {
	cfg     Config
	exports *cache.Cache[[]byte]
	charges charges
	tag     string        // see cookieTag
	public  string        // origin of Config.Public; empty: unknown
	stalled chan struct{} // holds an element for each refused caller that is being delayed

	forwardedPrivate, forwardedPublic sync.Once // of the warnings of warnForwarded
	refusals                          limit.Lines
}

// New returns the handler of the whole public address: API, sockets, health checks and the client's files.
func New(cfg Config) http.Handler {
	useProblems()
	d := &handler{
		cfg: cfg, exports: cache.New(exportCacheBytes, func(raw []byte) int { return len(raw) }), charges: charges{}, tag: cookieTag(cfg.Server),
		public: Origin(cfg.Public), stalled: make(chan struct{}, maxStall),
	}
	files := newFiles(cfg.Client, cfg.Texts)
	r := chi.NewRouter()
	r.Use(d.measure, recoverPanic, d.origins, securityHeaders, d.versionAndTime, d.checkHosts, middleware.GetHead)
	r.NotFound(files.serve)
	r.MethodNotAllowed(wrongMethod(r))
	r.Get("/healthz", cfg.Live)
	r.Get("/readyz", cfg.Ready)
	r.Group(func(public chi.Router) {
		public.Use(d.limitAddresses, d.refuseBanned)
		public.Get(KeysPath, d.keys)
		public.Get(RelatedPath, d.relatedOrigins)
	})
	r.Route(Prefix, func(api chi.Router) {
		api.Use(d.limitAddresses, d.refuseBanned, d.sameOrigin, d.identify, d.limitPlayers, d.closedDoor)
		d.charges.handle(api.With(withTimeout, noStore), http.MethodGet, "/sign-in/oidc/return", 10, d.returnOIDC)
		sockets := api.With(d.sameOriginSocket, d.limitSockets)
		d.charges.handle(sockets, http.MethodGet, "/tables/{id}/socket", tableSocketCost, handshakes(cfg.Socket))
		d.charges.handle(sockets, http.MethodGet, "/tables/{id}/events", tableSocketCost, streams(cfg.Events))
		d.charges.handle(sockets, http.MethodGet, "/me/socket", ownSocketCost, handshakes(cfg.PlayerSocket))
		d.charges.handle(sockets, http.MethodGet, "/me/events", ownSocketCost, streams(cfg.PlayerEvents))
		mails := api.With(withTimeout, noStore)
		d.charges.handle(mails, http.MethodPost, "/mail/end", 2, d.endMail)
		d.charges.handle(mails, http.MethodGet, "/mail/end", 1, d.askMail(d.endAct()))
		d.charges.handle(mails, http.MethodPost, "/mail/confirmation", 2, d.pressMail(d.confirmAct()))
		d.charges.handle(mails, http.MethodGet, "/mail/confirmation", 1, d.askMail(d.confirmAct()))
		api.Group(func(rest chi.Router) {
			rest.Use(refuseCompressed, checkBodies, withTimeout, noStore)
			description := openAPI()
			description.OnAddOperation = append(description.OnAddOperation, d.charges.add)
			d.routes(humachi.New(rest, description))
		})
	})
	return r
}

func (d *handler) routes(api huma.API) {
	d.playerRoutes(api)
	d.sessionRoutes(api)
	d.signInRoutes(api)
	d.accountRoutes(api)
	d.doorRoutes(api)
	d.historyRoutes(api)
	d.invitationRoutes(api)
	d.tableRoutes(api)
	d.seatRoutes(api)
	d.contributionRoutes(api)
	d.playRoutes(api)
	d.seatStatusRoutes(api)
	d.recoveryRoutes(api)
	d.circleRoutes(api)
	d.endingRoutes(api)
	d.pauseRoutes(api)
	d.hintRoutes(api)
	d.rulesRoutes(api)
	d.lessonRoutes(api)
	d.notificationRoutes(api)
	d.chatRoutes(api)
	d.textRoutes(api)
}

// openAPI is the base of the API's own description, served at /api/v1/openapi.json.
func openAPI() huma.Config {
	c := huma.DefaultConfig("Nemeton", "1")
	c.Info.Description = "Tabletop games for friends. docs/protocol.md explains the calls and describes the socket."
	c.Servers = []*huma.Server{{URL: Prefix}}
	c.OpenAPIPath, c.DocsPath, c.SchemasPath = "/openapi", "", ""
	c.CreateHooks = nil // no "$schema" members in answers
	// Unknown members are ignored, so that clients can be newer than the server.
	c.AllowAdditionalPropertiesByDefault = true
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"bearer": {Type: "http", Scheme: "bearer"},
		"cookie": {Type: "apiKey", In: "cookie", Name: cookieName},
	}
	return c
}

func call(method, path, id, summary string, status, units int) huma.Operation {
	return huma.Operation{
		Method: method, Path: path, OperationID: id, Summary: summary, DefaultStatus: status,
		MaxBodyBytes: maxBody + 1, BodyReadTimeout: readTimeout, // huma refuses from this size on, and checkBodies above maxBody
		Metadata: map[string]any{costKey: units},
	}
}

// registerNew registers a call that has the status of op if it made something new, and 200 with the same content otherwise.
func registerNew[In, Out any](api huma.API, op huma.Operation, handle func(context.Context, *In) (*Out, error)) {
	op.Responses = map[string]*huma.Response{}
	huma.Register(api, op, handle)
	same := *op.Responses[strconv.Itoa(op.DefaultStatus)]
	same.Description = http.StatusText(http.StatusOK)
	op.Responses["200"] = &same
}

// output is the answer of a call that has a body and no headers of its own.
type output[T any] struct{ Body T }

func respond[T any](body T, err error) (*output[T], error) {
	if err != nil {
		return nil, err
	}
	return &output[T]{body}, nil
}

// each converts a list. The result is never nil, because clients expect a list in JSON.
func each[In, Out any](list []In, convert func(In) Out) []Out {
	out := make([]Out, len(list))
	for i, x := range list {
		out[i] = convert(x)
	}
	return out
}

func signsIn(op huma.Operation) huma.Operation {
	op.Metadata[signInKey] = true
	return op
}

// commandKey is the metadata of the operations that are commands.
const commandKey = "command"

// command registers a command at a table. A body that lacks a member, or has one of another type, is malformed, as a message of the socket is.
func command[In any](api huma.API, path, id, summary string, handle func(context.Context, *In) (*output[wire.Done], error)) {
	op := forPlayers(call(http.MethodPost, "/tables/{id}/"+path, id, summary, http.StatusOK, 2))
	op.Metadata[commandKey] = true
	huma.Register(api, op, handle)
}

func forPlayers(op huma.Operation) huma.Operation {
	op.Security = []map[string][]string{{"bearer": {}}, {"cookie": {}}}
	return op
}
