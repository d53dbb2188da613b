package ws

import (
	"context"
	"net/http"
	"runtime"
	"time"

	"github.com/rs/zerolog"

	"nemeton/server/lifetime"
	"nemeton/server/store"
	"nemeton/server/stream"
	"nemeton/server/table"
)

// Config configures a Handler. Zero durations take the defaults.
type Config struct {
	Tables *table.Registry
	// Identify returns the caller. An error (an apperr code) means that the request's credential is invalid.
	Identify func(r *http.Request) (stream.Caller, error)
	TableID  func(r *http.Request) string
	Log      zerolog.Logger
	// Act counts one command of the caller. If that is one too many, ok is false and wait is the time until the next one is allowed.
	// Nil: no limit.
	Act func(stream.Caller) (wait time.Duration, ok bool)
	// Fault is called for each command that was refused. Nil: not counted.
	Fault func(stream.Caller)
	// Compress allows permessage-deflate for sockets that ask for it: fewer bytes for more processor time.
	Compress bool
	// Bytes is the number of bytes that one socket may send per second, at least 4096, with a burst of twice as many. 0: no limit.
	Bytes   int
	Open    *stream.Open  // tracks the open sockets; nil: nobody does
	Ping    time.Duration // silence after which the connection is pinged; default 45 s
	Silence time.Duration // silence after which the connection counts as lost; default 60 s
	Write   time.Duration // timeout of one write; default 10 s
}

// Handler serves GET /api/v1/tables/{id}/socket.
type Handler struct {
	cfg      Config
	writers  *writerPool
	commands *commandPool
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
		cfg.Fault = func(stream.Caller) {}
	}
	if cfg.Act == nil {
		cfg.Act = func(stream.Caller) (time.Duration, bool) { return 0, true }
	}
	return &Handler{cfg: cfg, writers: &writerPool{maxWorkers: max(1, runtime.GOMAXPROCS(0)-1)}, commands: newCommandPool()}
}

// ServeHTTP upgrades the request and returns. A goroutine serves the socket and holds the request (lifetime.Hold) until it ends, so that
// the request's stack and buffers are released.
//
// The caller has refused pages of another origin. All other refusals are close codes, because browsers hide the reason of a failed upgrade
// from pages.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	caller, req, refused := stream.Subscription(r, h.cfg.Identify)
	conn, ok := upgrade(w, r, h.cfg.Compress)
	if !ok {
		return // it has answered
	}
	if refused != 0 {
		conn.refuse(refused, h.cfg.Bytes)
		return
	}
	// The request's context would end with its handler and keep the request's memory.
	ctx, cancel := context.WithCancel(context.Background())
	conn.throttle = newThrottle(ctx, h.cfg.Bytes)
	s := &socket{
		handler: h, conn: conn, table: store.TableID(h.cfg.TableID(r)), caller: caller, ctx: ctx, cancel: cancel, ready: make(chan struct{}),
	}
	s.state.Store(due) // nothing is sent until the socket is in the writer pool
	release := lifetime.Hold(r.Context())
	leave := h.cfg.Open.Add(caller, s.end)
	h.commands.join()
	go func() {
		defer h.commands.leave()
		defer release()
		defer leave()
		s.serve()
	}()
	s.subscribe(req, r.URL.Query().Get("ping") == "1")
}
