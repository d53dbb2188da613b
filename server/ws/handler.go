package ws

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/netip"
	"runtime"
	"strconv"
	"time"

	"github.com/rs/zerolog"
	"nhooyr.io/websocket"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/lifetime"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
)

// Caller is who opens a socket: empty for a spectator nobody knows.
type Caller struct {
	Player  store.PlayerID
	Session string
	Address netip.Addr
}

// Tables is what the door needs of the authority.
type Tables interface {
	Subscribe(ctx context.Context, id store.TableID, w table.SubscribeRequest) (*table.Subscription, error)
	Act(ctx context.Context, id store.TableID, seat engine.Seat, command string, decision engine.DecisionID, move json.RawMessage) (engine.Seq, error)
	TakeBack(ctx context.Context, id store.TableID, seat engine.Seat, command string) (engine.Seq, error)
}

// Config is what a Door is made of. Zero durations and rates take the defaults.
type Config struct {
	Tables Tables
	// Identify tells who calls. An error means that a credential was given and is not good: apperr codes.
	Identify func(r *http.Request) (Caller, error)
	// TableID reads the table's id from the request's path.
	TableID func(r *http.Request) string
	Log     zerolog.Logger
	// Act takes one frame of the caller; where that is one too many it tells how long to wait. Nil: any number.
	Act func(Caller) (wait time.Duration, ok bool)
	// Fault is told of each frame that was refused. Nil: nobody.
	Fault func(Caller)
	// Compress lets sockets have their texts packed where they ask for it (permessage-deflate): fewer bytes for more of the processor.
	Compress bool
	// Bytes is how many one socket may send in a second, at least 4096; twice as many at once. 0: any number.
	Bytes   int
	Ping    time.Duration // 25 s: how often a silent connection is asked whether it lives
	Silence time.Duration // 60 s: how long it may owe the answer
	Write   time.Duration // 10 s: how long one frame may take to leave
	Command time.Duration // 15 s: how long the store may take for one command
}

// Handler serves GET /api/v1/tables/{id}/socket.
type Handler struct {
	cfg  Config
	post *post
}

// NewHandler makes the socket door.
func NewHandler(cfg Config) *Handler {
	def := func(d *time.Duration, value time.Duration) {
		if *d <= 0 {
			*d = value
		}
	}
	def(&cfg.Ping, 25*time.Second)
	def(&cfg.Silence, 60*time.Second)
	def(&cfg.Write, 10*time.Second)
	def(&cfg.Command, 15*time.Second)
	if cfg.Fault == nil {
		cfg.Fault = func(Caller) {}
	}
	if cfg.Act == nil {
		cfg.Act = func(Caller) (time.Duration, bool) { return 0, true }
	}
	return &Handler{cfg: cfg, post: &post{lanes: max(1, runtime.GOMAXPROCS(0)-1)}}
}

// ServeHTTP upgrades the request and leaves the socket to a goroutine of its own, which holds the request (outlive) until it ends. Browsers from another
// origin are refused before the upgrade; all other refusals are close codes, since a browser tells a page nothing of a failed upgrade.
func (d *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	caller, watch, refused := d.watch(r)
	out := &outletWriter{ResponseWriter: w}
	w = out
	if d.cfg.Bytes > 0 {
		w = pacedWriter{w, max(d.cfg.Bytes, readAtMost)}
	}
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{
		Subprotocols:    []string{wire.Subprotocol},
		CompressionMode: d.compression(),
	})
	if err != nil {
		return // Accept has answered
	}
	var s *socket
	defer func() {
		if s == nil { // nobody else will
			_ = conn.CloseNow()
		}
	}()
	if refused != 0 {
		shut(conn, refused)
		return
	}
	s, err = d.open(conn, watch, &socket{
		out: out.out, table: store.TableID(d.cfg.TableID(r)), caller: caller, packs: packing(w.Header().Get("Sec-WebSocket-Extensions")),
	})
	if err != nil {
		shut(conn, closeCode(err))
		return
	}
	release := lifetime.Hold(r.Context())
	go func() {
		defer release()
		s.serve()
	}()
}

// compression is what handshakes agree on: without context, since a window for each socket would be larger than the rest of its memory.
func (d *Handler) compression() websocket.CompressionMode {
	if d.cfg.Compress {
		return websocket.CompressionNoContextTakeover
	}
	return websocket.CompressionDisabled
}

// open lets a connection watch a table, as the socket that s begins. It is served by whoever gets it.
func (d *Handler) open(conn *websocket.Conn, watch table.SubscribeRequest, s *socket) (*socket, error) {
	// Twice the limit: a frame somewhat too large gets our own code, a huge one is not read at all.
	conn.SetReadLimit(2 * wire.MaxMessage)
	// Not the request's context, which ends with its handler and holds all that the way here has put into it.
	ctx, leave := context.WithCancel(context.Background())
	s.door, s.conn, s.ctx, s.leave = d, conn, ctx, leave
	s.news.Store(due) // nothing is carried before the subscription is known
	watch.Wake = s.wake
	var err error
	if s.sub, err = d.cfg.Tables.Subscribe(ctx, s.table, watch); err != nil {
		leave()
		return nil, err
	}
	return s, nil
}

// watch reads what the request asks for; refused is not 0 where that breaks the protocol.
func (d *Handler) watch(r *http.Request) (caller Caller, w table.SubscribeRequest, refused wire.CloseCode) {
	caller, err := d.cfg.Identify(r)
	if err != nil {
		return caller, w, closeCode(err)
	}
	q := r.URL.Query()
	w = table.SubscribeRequest{Player: caller.Player, Session: caller.Session, Invite: q.Get("invite"), Patch: q.Get("patch") == "1"}
	if text := q.Get("since"); text != "" {
		n, err := strconv.ParseUint(text, 10, 63)
		if err != nil {
			return caller, w, wire.CloseBroken
		}
		since := engine.Seq(n)
		w.Since = &since
	}
	return caller, w, 0
}

// closeCode says how a socket ends because of err.
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
	case apperr.Damaged, apperr.Sealed:
		return wire.CloseDamaged
	case apperr.NewerProgram:
		return wire.CloseNewer
	case apperr.Unavailable:
		return wire.CloseUnavailable
	default:
		return wire.CloseInternal
	}
}

// shut closes with a code; 0 means that the other side has gone and there is nobody to tell.
func shut(conn *websocket.Conn, code wire.CloseCode) {
	if code != 0 {
		_ = conn.Close(websocket.StatusCode(code), code.Reason())
	}
}
