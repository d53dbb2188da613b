package events

import (
	"bytes"
	"errors"
	"net/http"
	"os"
	"time"

	"nemeton/server/store"
	"nemeton/server/stream"
	"nemeton/server/table"
	"nemeton/server/wire"
)

// Config configures a Handler.
type Config struct {
	Tables *table.Registry
	// Identify returns the caller. An error (an apperr code) means that the request's credential is invalid.
	Identify func(r *http.Request) (stream.Caller, error)
	TableID  func(r *http.Request) string
	Open     *stream.Open // tracks the open streams; nil: nobody does
	Timing   Timing
}

// Handler serves GET /api/v1/tables/{id}/events.
type Handler struct{ cfg Config }

// NewHandler makes a Handler.
func NewHandler(cfg Config) *Handler {
	cfg.Timing = cfg.Timing.withDefaults()
	return &Handler{cfg}
}

// linger is the time for which the player of a stream that ended by its age stays present, so that the next stream changes nothing for others.
const linger = 10 * time.Second

// ServeHTTP serves a stream until it ends. Refusals are close events, as they are close codes of sockets.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	caller, req, refused := stream.Subscription(r, h.cfg.Identify)
	o := newOpen(h.cfg.Timing)
	defer h.cfg.Open.Add(caller, o.end)()
	req.Wake = func(bool) { o.signal() }
	var sub *table.Subscription
	if refused == 0 && r.Method != http.MethodHead {
		var err error
		if sub, err = h.cfg.Tables.Subscribe(r.Context(), store.TableID(h.cfg.TableID(r)), req); err != nil {
			refused = stream.CloseCode(err)
		}
	}
	life, seated := h.cfg.Timing.Watch, false
	if sub != nil {
		if _, seated = sub.Seat(); seated {
			life = h.cfg.Timing.Life
		}
	}
	again, err := o.serve(w, r, life, messagesOf(sub, refused))
	if sub == nil {
		return
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		sub.TooSlow()
	}
	if again && seated {
		time.AfterFunc(linger, sub.Close)
		return
	}
	sub.Close()
}

// presenceBegin begins a presence message. It is no news, because each stream of the same kind that begins or ends causes one.
var presenceBegin = []byte(`{"t":"presence"`)

func messagesOf(sub *table.Subscription, refused wire.CloseCode) source {
	if sub == nil {
		return func(to []byte) ([]byte, bool, *table.Closed) { return to, false, &table.Closed{Code: refused} }
	}
	var messages []*table.EncodedMessage
	begun := false // the first messages were taken
	return func(to []byte) (events []byte, news bool, closed *table.Closed) {
		var err error
		messages, err = sub.Take(messages[:0])
		first := !begun
		for _, m := range messages {
			to = appendMessage(to, m)
			_, content := m.Seq()
			news, begun = news || content || !first && !bytes.HasPrefix(m.Plain(), presenceBegin), true
		}
		clear(messages)
		if end, ok := errors.AsType[table.Closed](err); ok {
			return to, news, &end
		}
		return to, news, nil
	}
}
