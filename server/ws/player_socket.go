package ws

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"nemeton/server/lifetime"
	"nemeton/server/stream"
	"nemeton/server/wire"
)

// PlayerConfig configures a PlayerHandler.
type PlayerConfig struct {
	Identify func(r *http.Request) (stream.Caller, error)
	// Begin begins the messages for a caller. wake is called for each new message and end when the caller's session has ended; neither blocks.
	Begin func(c stream.Caller, wake, end func()) stream.Messages
	// Attend notes that the caller is present at a page.
	Attend func(ctx context.Context, c stream.Caller)
	// Act counts one message of the caller; see Config. Nil: no limit.
	Act   func(stream.Caller) (wait time.Duration, ok bool)
	Bytes int          // as in Config
	Open  *stream.Open // as in Config
}

// PlayerHandler serves GET /api/v1/me/socket: one stream for all that waits for a player, and the presence of the player at this page.
type PlayerHandler struct {
	cfg  PlayerConfig
	open stream.Open
}

// NewPlayerHandler makes a PlayerHandler.
func NewPlayerHandler(cfg PlayerConfig) *PlayerHandler {
	if cfg.Act == nil {
		cfg.Act = func(stream.Caller) (time.Duration, bool) { return 0, true }
	}
	return &PlayerHandler{cfg: cfg}
}

const (
	// playerPing and playerSilence are as Ping and Silence of Config.
	playerPing    = 45 * time.Second
	playerSilence = 60 * time.Second
	playerWrite   = 10 * time.Second
)

type playerSocket struct {
	conn *conn

	mu       sync.Mutex      // guards all below
	messages stream.Messages // nil until it is open
	writing  bool
	again    bool // a message came that was not taken yet

	last []byte // the last message; only the writing goroutine uses it
}

// ServeHTTP upgrades the request and returns; see Handler.ServeHTTP. A caller without a player gets a close code.
func (h *PlayerHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	caller, err := h.cfg.Identify(r)
	conn, ok := upgrade(w, r, false)
	if !ok {
		return // it has answered
	}
	s := &playerSocket{conn: conn}
	if err != nil || caller.Player == "" {
		refused := wire.CloseNotAllowed
		if err != nil {
			refused = stream.CloseCode(err)
		}
		s.conn.refuse(refused, h.cfg.Bytes)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.conn.throttle = newThrottle(ctx, h.cfg.Bytes)
	release := lifetime.Hold(r.Context())
	go func() {
		defer release()
		defer cancel()
		defer h.open.Add(caller, s.close)()
		defer h.cfg.Open.Add(caller, s.close)()
		messages := h.cfg.Begin(caller, s.wake, func() { s.close(wire.CloseRevoked) })
		defer messages.Close()
		s.begin(messages)
		pings := r.URL.Query().Get("ping") == "1"
		if pings {
			s.send(pongMessage)
		}
		h.serve(ctx, s, caller, pings)
	}()
}

// Drain closes all sockets with the code that means reconnect, and refuses new ones.
func (h *PlayerHandler) Drain() { h.open.Drain() }

// serve reads the client's messages until the connection ends. With pings, it answers the attention of the client.
func (h *PlayerHandler) serve(ctx context.Context, s *playerSocket, caller stream.Caller, pings bool) {
	defer s.conn.end()
	s.conn.silence.watch(playerPing, playerSilence, s.conn.ping, s.conn.drop)
	defer s.conn.silence.stop()
	for {
		raw, text, err := s.conn.read()
		switch {
		case err != nil:
			if code := violationCode(err); code != 0 {
				s.conn.sendClose(int(code), "")
				s.conn.awaitClose()
			}
			return
		case s.conn.closing.Load():
			continue
		case !text || len(raw) > wire.MaxMessage:
			s.close(wire.CloseBroken)
			s.conn.awaitClose()
			return
		}
		if wait, ok := h.cfg.Act(caller); !ok {
			pause(ctx, wait)
			continue
		}
		var m wire.Attention
		if json.Unmarshal(raw, &m) != nil {
			s.close(wire.CloseBroken)
			s.conn.awaitClose()
			return
		}
		if m.T == wire.TagAttention && m.Here {
			h.cfg.Attend(ctx, caller)
			if pings {
				s.send(pongMessage)
			}
		}
	}
}

func (s *playerSocket) close(code wire.CloseCode) { s.conn.sendClose(int(code), code.Reason()) }

func (s *playerSocket) begin(messages stream.Messages) {
	s.mu.Lock()
	s.messages = messages
	s.mu.Unlock()
	s.wake()
}

// wake sends the newest message from a goroutine of its own, unless one is running. A slow client gets the newest message alone.
func (s *playerSocket) wake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.again = true; !s.writing && s.messages != nil {
		s.writing = true
		go s.write(s.messages)
	}
}

func (s *playerSocket) write(messages stream.Messages) {
	for s.more() {
		message := messages.Take()
		if message == nil || bytes.Equal(message, s.last) {
			continue
		}
		s.last = message
		s.send(message)
	}
}

var pongMessage = wire.Pong{T: "pong"}.AppendJSON(nil)

func (s *playerSocket) send(message []byte) {
	if err := s.conn.writeControl(appendFrame(nil, textByte, message), playerWrite); err != nil {
		s.conn.drop()
	}
}

// more reports whether a message came since the last call. Otherwise the writing ends.
func (s *playerSocket) more() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writing = s.again
	s.again = false
	return s.writing
}
