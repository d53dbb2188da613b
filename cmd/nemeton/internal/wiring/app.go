// Package wiring builds the server from its parts, and starts and stops it.
package wiring

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/rs/zerolog"

	"nemeton/engine"
	levels "nemeton/engine/bot"
	"nemeton/engine/catalog"
	"nemeton/server/account"
	"nemeton/server/bot"
	"nemeton/server/bundle"
	"nemeton/server/chat"
	"nemeton/server/circle"
	"nemeton/server/door"
	"nemeton/server/events"
	"nemeton/server/fanout"
	"nemeton/server/fanout/nats"
	"nemeton/server/httpapi"
	"nemeton/server/lifetime"
	"nemeton/server/limit"
	"nemeton/server/lobby"
	"nemeton/server/notify"
	"nemeton/server/player"
	"nemeton/server/recovery"
	"nemeton/server/results"
	"nemeton/server/retention"
	"nemeton/server/signedexport"
	"nemeton/server/store"
	"nemeton/server/store/archive"
	"nemeton/server/store/open"
	"nemeton/server/stream"
	"nemeton/server/suggestion"
	"nemeton/server/table"
	"nemeton/server/telemetry"
	"nemeton/server/ws"
	"nemeton/web"
)

// Config is the configuration of a server.
type Config struct {
	Addr            string
	Database        string
	MigrateDatabase string        // address for migrations; empty: Database
	ReadDatabase    string        // address of a standby of Database; empty: there is none
	SecretKey       string        // encrypts the secrets of tables; empty: no encryption. Never logged
	Archive         string        // address of the archive of old logs; empty: there is none
	ArchiveAfter    time.Duration // after the end of a game its log moves there; 0: never by itself
	AdminAddr       string        // empty: no admin address
	Nodes           []string      // addresses of all nodes, for clients
	DrainWait       time.Duration
	NoCompression   bool          // sockets do not compress messages
	Streams         events.Timing // of event streams
	NATS            string        // empty: nodes learn of changes from the store alone
	NATSCA          string        // file with the authorities of NATS; empty: those of the system
	Poll            time.Duration // 0: the default interval
	SessionIdle     time.Duration // a session ends when it was not used for this time; 0: never
	Limits          limit.Limits
	Keep            retention.Keep // zero: rows are kept forever
	Trusted         []netip.Prefix
	Hosts           []string // host names that requests may name; empty: see httpapi.Config
	Bots            BotConfig
	Log             zerolog.Logger
	Environment     Environment
	Titles          []engine.Title                  // nil: the catalog
	Listener        net.Listener                    // used instead of Addr; may be nil
	Middleware      func(http.Handler) http.Handler // wraps the public handler; may be nil
	WrapStore       func(store.Store) store.Store   // wraps the store; may be nil
	Notify          NotifyConfig
	Account         accountConfig
	Admin           adminFlags
	TLS             *TLSConfig // nil: plain HTTP
}

func (c Config) trusts(a netip.Addr) bool {
	return slices.ContainsFunc(c.Trusted, func(p netip.Prefix) bool { return p.Contains(a) })
}

func (c Config) titles() []engine.Title {
	if c.Titles == nil {
		return catalog.Titles()
	}
	return c.Titles
}

func (c Config) title(id string) (engine.Title, bool) {
	titles := c.titles()
	at := slices.IndexFunc(titles, func(t engine.Title) bool { return t.Info().ID == id })
	if at < 0 {
		return nil, false
	}
	return titles[at], true
}

// titleName returns the name of a title; the id of one that this server does not have.
func (c Config) titleName(id string) string {
	if t, ok := c.title(id); ok {
		return t.Info().Name
	}
	return id
}

// App is a complete server. This file is the only place that wires all parts together.
type App struct {
	log           zerolog.Logger
	drainWait     time.Duration
	store         store.Store
	archived      *archive.Store // the store, without a wrapper of a test
	reads         store.Store    // the store, with what may be a moment old from a standby
	closeStandby  func() error   // nil without a standby
	server        string         // id of the server
	bus           fanout.Bus     // nil if there is one node
	Registry      *table.Registry
	bots          *bot.Service
	notify        *notify.Service
	turnFeed      *notify.TurnFeed
	playerSockets *ws.PlayerHandler
	playerEvents  *events.PlayerHandler
	chat          *chat.Service
	players       *player.Service
	recoveries    *recovery.Service
	accounts      *account.Service
	door          *door.Service
	tells         sync.WaitGroup // of events of accounts
	Signer        *signedexport.Signer
	sweepEvery    time.Duration // interval of the sweeps for idle sessions; 0: none
	archiveAfter  time.Duration // 0: the server moves no logs
	environment   Environment
	health        *telemetry.Health
	limits        *limit.Limiter
	stopRetention func() // may be nil
	administration
	sockets       sync.WaitGroup
	front         front
	failed        chan error // the errors of the servers
	TLS           *tlsServer // nil: plain HTTP
	seenRequests  seenRequests
	Public        *http.Server
	Admin         *http.Server
	listener      net.Listener
	AdminListener net.Listener // nil if there is no admin address
}

// senders is the number of goroutines and calls that may send to app.failed: the servers of players, administration and plain HTTP, and the manager of
// certificates. None of them waits for a reader.
const senders = 4

// New listens, opens the store and wires the parts together. Meanwhile the server answers the health checks: it lives, and is not ready. So migrations may
// take as long as they need. The caller must call Run, which serves, or Close.
func New(ctx context.Context, cfg Config) (a *App, err error) {
	a = &App{log: cfg.Log, drainWait: cfg.DrainWait, archiveAfter: cfg.ArchiveAfter, environment: cfg.Environment, failed: make(chan error, senders)}
	defer func() {
		if err != nil {
			a.Close()
			a = nil
		}
	}()
	metrics := telemetry.NewMetrics()
	a.limits = newLimiter(cfg, metrics)
	if err = a.listen(ctx, cfg, metrics); err != nil {
		return a, err
	}
	if err = a.openStore(ctx, cfg, metrics); err != nil {
		return a, err
	}
	if a.server, err = a.store.ServerID(ctx); err != nil {
		return a, fmt.Errorf("read the id of the server: %w", err)
	}
	a.Signer = newSigner(ctx, cfg, a.store)
	a.health = newHealth(cfg, a.store, metrics)
	a.bots = newBots(cfg, a.store, metrics)
	a.chat = a.newChat(cfg)
	if err = a.connectNodes(cfg, metrics); err != nil {
		return a, err
	}
	a.turnFeed = notify.NewTurnFeed(a.store, turnFeedInterval(cfg))
	announced := notify.NewAnnouncements()
	a.newBans(cfg)
	a.Registry = table.NewRegistry(table.Config{
		Spectators: cfg.Limits.TableSpectators, Crowded: func() { a.limits.Refused(limit.TableSpectators) },
		Poll: cfg.Poll, Bus: a.bus, Nodes: cfg.Nodes, SharedStore: cfg.sharedStore(),
		Store: a.store, Pages: a.reads, Node: store.Node{ID: cfg.Environment.Node, Reads: engine.ReadsOf(cfg.titles())}, Title: cfg.title, Now: cfg.Environment.Now, Elapsed: cfg.Environment.Elapsed, Entropy: cfg.Environment.Entropy, Log: cfg.Log, Meter: tableMeter{metrics, a.health}, Wake: a.bots.Wake, StandBy: a.bots.StandBy, ChatChanged: a.chat.Changed,
		Changed: a.turnFeed.Changed, ChangedHere: announced.Table,
		PlayerChanged: func(p store.PlayerID) {
			a.turnFeed.PlayerChanged(p)
			announced.Player(p)
		},
		BansChanged: func() { a.bans.Changed() }, SessionEnded: a.turnFeed.EndSession, OpenSessions: a.turnFeed.Sessions,
		StandIn: string(levels.Medium), // a medium bot plays well and answers at once
	})
	a.bots.Start(a.Registry)
	if err = a.startNotifications(ctx, cfg, metrics, announced); err != nil {
		return a, err
	}
	a.chat.Start(a.Registry)
	a.stopRetention = a.startRetention(cfg, metrics)
	public := a.handler(cfg, metrics)
	if err = a.startAdmin(ctx, cfg); err != nil {
		return a, err
	}
	a.front.serve(public)
	return a, nil
}

// openStore opens the database and its standby, if there is one.
func (a *App) openStore(ctx context.Context, cfg Config, metrics *telemetry.Metrics) (err error) {
	warn := func(text string) { cfg.Log.Warn().Msg(text) }
	options := open.Options{SecretKey: []byte(cfg.SecretKey), Archive: cfg.Archive, Migrate: cfg.MigrateDatabase, Warn: warn, Canceled: readCanceled(cfg.Log, metrics)}
	primary, err := open.Store(ctx, cfg.Database, options)
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	if err := primary.ProbeWrite(ctx); errors.Is(err, store.ErrDamaged) {
		cfg.Log.Error().Err(err).Msg("the database is damaged; restore a backup")
	}
	a.store, a.archived = primary, primary
	a.probeArchive(ctx)
	if cfg.WrapStore != nil {
		a.store = cfg.WrapStore(a.store)
	}
	a.reads = a.store
	if cfg.ReadDatabase == "" {
		return nil
	}
	with, err := open.WithStandby(ctx, cfg.ReadDatabase, a.store, primary, options, cfg.Log)
	if err != nil {
		return fmt.Errorf("open the standby: %w", err)
	}
	a.reads, a.closeStandby = with, with.Close
	return nil
}

func (a *App) listen(ctx context.Context, cfg Config, metrics *telemetry.Metrics) (err error) {
	a.front.serve(httpapi.Starting())
	a.Public = NewServer(&a.front, cfg.Log)
	if cfg.Middleware != nil {
		a.Public.Handler = cfg.Middleware(&a.front)
	}
	if a.listener = cfg.Listener; a.listener == nil {
		if a.listener, err = Listen(ctx, cfg.Addr); err != nil {
			return err
		}
		a.listener = a.limits.Listener(a.listener, cfg.trusts)
	}
	if a.TLS, err = newTLSServer(ctx, cfg, a.listener, metrics); err != nil {
		return err
	}
	if cfg.AdminAddr != "" {
		a.Admin = NewServer(a.seenRequests.routes(a.adminAddress(metrics)), cfg.Log)
		a.Admin.ReadTimeout = 0 // a profile takes longer to collect
		if a.AdminListener, err = Listen(ctx, cfg.AdminAddr); err != nil {
			return err
		}
		go func() { a.failed <- a.Admin.Serve(a.AdminListener) }()
	}
	go func() { a.failed <- a.TLS.serve(a.Public, a.listener, cfg.Log) }()
	a.TLS.start(func(l net.Listener) net.Listener { return a.limits.Listener(l, cfg.trusts) }, a.failed)
	return nil
}

func (a *App) connectNodes(cfg Config, metrics *telemetry.Metrics) error {
	if cfg.NATS == "" {
		return nil
	}
	bus, err := nats.Dial(nats.Config{URL: cfg.NATS, CA: cfg.NATSCA, Name: cfg.Environment.NewID(), Log: cfg.Log, Meter: metrics})
	if err != nil {
		return err
	}
	a.bus = bus
	return nil
}

func (a *App) handler(cfg Config, metrics *telemetry.Metrics) http.Handler {
	limits := a.limits
	lobbies := lobby.NewService(lobby.Config{
		Store: a.store, Lists: a.reads, Authority: a.Registry, Titles: cfg.titles(),
		MaxTables: cfg.Limits.PlayerTables, MaxDaily: cfg.Limits.PlayerDaily, MaxBytes: int64(cfg.Limits.PlayerBytes),
		Refused: func(kind store.QuotaKind) { limits.Refused(limitOf[kind]) },
		Now:     cfg.Environment.Now, NewID: cfg.Environment.NewID, Entropy: cfg.Environment.Entropy,
	})
	a.sweepEvery = SweepInterval(cfg.SessionIdle)
	a.players = player.NewService(player.Config{
		Store: a.store, Lobby: lobbies, EndSession: a.Registry.EndSession, Idle: cfg.SessionIdle,
		Reused: func(session string) {
			a.log.Warn().Str("session", session).Msg("revoked a session: a replaced token was used again, so two devices have its tokens")
		},
		Now: cfg.Environment.Now, NewID: cfg.Environment.NewID, Entropy: cfg.Environment.Entropy, SecretKey: []byte(cfg.SecretKey),
	})
	a.recoveries = recovery.NewService(recovery.Config{Store: a.store, Tables: a.Registry, Tell: a.notifyRecovery, Now: cfg.Environment.Now})
	a.startAccounts(cfg)
	socket := ws.NewHandler(ws.Config{
		Tables: a.Registry, Identify: identify, Log: cfg.Log,
		Fault: func(c stream.Caller) { limits.Fault(string(c.Player), c.Address) },
		Bytes: cfg.Limits.SocketBytes, Compress: !cfg.NoCompression, Open: &a.openStreams,
		Act:     func(c stream.Caller) (time.Duration, bool) { return limits.Act(string(c.Player), c.Address) },
		TableID: tableID,
	})
	live := events.NewHandler(events.Config{Tables: a.Registry, Identify: identify, TableID: tableID, Open: &a.openStreams, Timing: cfg.Streams})
	return httpapi.New(httpapi.Config{
		Players: a.players, Lobby: lobbies, History: results.NewService(a.reads), Recoveries: a.recoveries,
		Circle: circle.NewService(circle.Config{Store: a.store, Tables: a.Registry, Now: cfg.Environment.Now}), Accounts: a.accounts, Door: a.door, Server: a.server, Chat: a.chat, Tables: a.Registry, Hints: a.bots,
		Notify: a.notify, TurnFeed: a.turnFeed, PlayerSocket: a.countSockets(a.playerSockets), PlayerEvents: a.playerEvents,
		Signer: a.Signer, Socket: a.countSockets(socket), Events: live, Client: web.Client(), Version: bundle.Version(web.Client()),
		Suggestions: suggestion.NewService(suggestion.Config{Store: a.store, Sources: TextSources(), Now: cfg.Environment.Now}),
		Texts:       texts(),
		Live:        a.health.Live, Ready: a.health.Ready, Meter: metrics, Log: cfg.Log, Now: cfg.Environment.Now, NewID: cfg.Environment.NewID,
		Saw: a.seenRequests.add, Trusted: cfg.Trusted, Public: cfg.Notify.Public, Hosts: cfg.Hosts, NodeHosts: NodeHosts(cfg.Nodes), Limits: limits, Banned: a.bans.Banned,
	})
}

func tableID(r *http.Request) string { return chi.URLParam(r, "id") }

func identify(r *http.Request) (stream.Caller, error) {
	c, err := httpapi.Caller(r)
	return stream.Caller{Player: c.Player.ID, Session: c.Session, Address: httpapi.Address(r)}, err
}

// countSockets counts open sockets, because http.Server does not track hijacked connections.
func (a *App) countSockets(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.sockets.Add(1)
		lifetime.Serve(next, w, r, a.sockets.Done)
	})
}

// Addr returns the address of the listener, with the actual port.
func (a *App) Addr() net.Addr { return a.listener.Addr() }
