package events

import (
	"bytes"
	"net/http"

	"nemeton/server/stream"
	"nemeton/server/table"
	"nemeton/server/wire"
)

// PlayerConfig configures a PlayerHandler.
type PlayerConfig struct {
	Identify func(r *http.Request) (stream.Caller, error)
	// Begin begins the messages for a caller. wake is called for each new message and end when the caller's session has ended; neither blocks.
	Begin  func(c stream.Caller, wake, end func()) stream.Messages
	Open   *stream.Open // as in Config
	Timing Timing
}

// PlayerHandler serves GET /api/v1/me/events: the messages of the player's socket.
type PlayerHandler struct {
	cfg  PlayerConfig
	open stream.Open
}

// NewPlayerHandler makes a PlayerHandler.
func NewPlayerHandler(cfg PlayerConfig) *PlayerHandler {
	cfg.Timing = cfg.Timing.withDefaults()
	return &PlayerHandler{cfg: cfg}
}

// ServeHTTP serves a stream until it ends. A caller without a player gets a close event.
func (h *PlayerHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	caller, err := h.cfg.Identify(r)
	o := newOpen(h.cfg.Timing)
	if refused := h.refusal(caller, err); refused != 0 || r.Method == http.MethodHead {
		_, _ = o.serve(w, r, h.cfg.Timing.Life, func(to []byte) ([]byte, bool, *table.Closed) { return to, false, &table.Closed{Code: refused} })
		return
	}
	defer h.cfg.Open.Add(caller, o.end)()
	defer h.open.Add(caller, o.end)()
	messages := h.cfg.Begin(caller, o.signal, func() { o.end(wire.CloseRevoked) })
	defer messages.Close()
	o.signal()
	_, _ = o.serve(w, r, h.cfg.Timing.Life, newestOf(messages))
}

// refusal is the close code for a caller who gets no messages, else 0.
func (h *PlayerHandler) refusal(caller stream.Caller, err error) wire.CloseCode {
	switch {
	case err != nil:
		return stream.CloseCode(err)
	case caller.Player == "":
		return wire.CloseNotAllowed
	}
	return 0
}

// newestOf is the source of the newest message. A slow client gets no other.
func newestOf(messages stream.Messages) source {
	var last []byte
	return func(to []byte) (events []byte, news bool, closed *table.Closed) {
		message := messages.Take()
		if message == nil || bytes.Equal(message, last) {
			return to, false, nil
		}
		last = message
		return appendData(to, message), true, nil
	}
}

// Drain closes all streams with the code that means reconnect, and refuses new ones.
func (h *PlayerHandler) Drain() { h.open.Drain() }
