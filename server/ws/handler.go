package ws

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"runtime"
	"strconv"
	"time"

	"github.com/rs/zerolog"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/lifetime"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
)

// Caller is the client that opens a socket; without a player it is an anonymous spectator.
type Caller struct {
	Player  store.PlayerID
	Session string
	Address netip.Addr
}

// Tables is the part of the authority that the transport uses.
type Tables interface {
	Subscribe(ctx context.Context, id store.TableID, req table.SubscribeRequest) (*table.Subscription, error)
	Act(ctx context.Context, id store.TableID, c table.Command) (table.Point, error)
	TakeBack(ctx context.Context, id store.TableID, c table.Command) (table.Point, error)
	Concede(ctx context.Context, id store.TableID, c table.Command) (table.Point, error)
	ProposeStop(ctx context.Context, id store.TableID, c table.Command) (table.Point, error)
	AgreeToStop(ctx context.Context, id store.TableID, c table.Command, proposal engine.Seq) (table.Point, error)
	DeclineStop(ctx context.Context, id store.TableID, c table.Command, proposal engine.Seq) (table.Point, error)
}

// Config configures a Handler. Zero durations take the defaults.
type Config struct {
	Tables Tables
	// Identify returns the caller. An error (an apperr code) means that the request's credential is invalid.
	Identify func(r *http.Request) (Caller, error)
	// TableID returns the table's id from the request's path.
	TableID func(r *http.Request) string
	Log     zerolog.Logger
	// Act counts one command of the caller. If that is one too many, ok is false and wait is the time until the next one is allowed.
	// Nil: no limit.
	Act func(Caller) (wait time.Duration, ok bool)
	// Fault is called for each command that was refused. Nil: not counted.
	Fault func(Caller)
	// Compress allows permessage-deflate for sockets that ask for it: fewer bytes for more processor time.
	Compress bool
	// Bytes is the number of bytes that one socket may send per second, at least 4096, with a burst of twice as many. 0: no limit.
	Bytes   int
	Sockets *Sockets      // tracks the open sockets; nil: nobody does
	Ping    time.Duration // silence after which the connection is pinged; default 45 s
	Silence time.Duration // silence after which the connection counts as lost; default 60 s
	Write   time.Duration // timeout of one write; default 10 s
}

// Handler serves GET /api/v1/tables/{id}/socket.
type Handler struct {
	cfg     Config
	writers *writerPool
}

// NewHandler makes a Handler.
func NewHandler(cfg Config) *Handler {
	setDefault := func(d *time.Duration, value time.Duration) {
		if *d <= 0 {
			*d = value
		}
	}
	setDefault(&cfg.Ping, 45*time.Second)
	setDefault(&cfg.Silence, 60*time.Second)
	setDefault(&cfg.Write, 10*time.Second)
	if cfg.Fault == nil {
		cfg.Fault = func(Caller) {}
	}
	if cfg.Act == nil {
		cfg.Act = func(Caller) (time.Duration, bool) { return 0, true }
	}
	return &Handler{cfg: cfg, writers: &writerPool{maxWorkers: max(1, runtime.GOMAXPROCS(0)-1)}}
}

// ServeHTTP upgrades the request and returns. A goroutine serves the socket and holds the request (lifetime.Hold) until it ends, so that
// the request's stack and buffers are released.
//
// Browsers from another origin are refused before the upgrade. All other refusals are close codes, because browsers hide the reason
// of a failed upgrade from pages.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	caller, req, refused := h.parse(r)
	raw, early, mode, ok := upgrade(w, r, h.cfg.Compress)
	if !ok {
		return // it has answered
	}
	conn := newConn(raw, early, mode)
	if refused != 0 {
		conn.sendClose(int(refused), refused.Reason())
		conn.awaitClose()
		return
	}
	// The request's context would end with its handler and keep the request's memory.
	ctx, cancel := context.WithCancel(context.Background())
	if h.cfg.Bytes > 0 {
		conn.throttle = newThrottle(ctx, h.cfg.Bytes)
	}
	s := &socket{
		handler: h, conn: conn, table: store.TableID(h.cfg.TableID(r)), caller: caller, ctx: ctx, cancel: cancel, ready: make(chan struct{}),
	}
	s.state.Store(due) // nothing is sent until the socket is in the writer pool
	release := lifetime.Hold(r.Context())
	leave := h.cfg.Sockets.add(caller, s.end)
	go func() {
		defer release()
		defer leave()
		s.serve()
	}()
	s.subscribe(req, r.URL.Query().Get("ping") == "1")
}

// parse reads the caller and the parameters of the request. refused is the close code if the request is not valid, else 0.
func (h *Handler) parse(r *http.Request) (caller Caller, req table.SubscribeRequest, refused wire.CloseCode) {
	caller, err := h.cfg.Identify(r)
	if err != nil {
		return caller, req, closeCode(err)
	}
	q := r.URL.Query()
	req = table.SubscribeRequest{Player: caller.Player, Session: caller.Session, Invite: q.Get("invite"), Patch: q.Get("patch") == "1", Chat: q.Get("chat") == "1"}
	if text := q.Get("since"); text != "" {
		n, err := strconv.ParseUint(text, 10, 63)
		if err != nil {
			return caller, req, wire.CloseBroken
		}
		since := engine.Seq(n)
		req.Since, req.Head = &since, q.Get("head")
	}
	return caller, req, 0
}

// closeCode returns the code to close a socket with because of err.
func closeCode(err error) wire.CloseCode {
	var closed table.Closed
	if errors.As(err, &closed) {
		return closed.Code
	}
	switch apperr.CodeOf(err) {
	case apperr.UnknownTable:
		return wire.CloseUnknownTable
	case apperr.Unauthenticated, apperr.NotAllowed:
		return wire.CloseNotAllowed
	case apperr.AddressBanned:
		return wire.CloseBanned
	case apperr.Damaged, apperr.Sealed:
		return wire.CloseDamaged
	case apperr.NewerProgram:
		return wire.CloseNewer
	case apperr.Unavailable, apperr.Overloaded:
		return wire.CloseUnavailable
	default:
		return wire.CloseInternal
	}
}
