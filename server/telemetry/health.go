package telemetry

import (
	"context"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// askFor is how long the store may take to answer whether it can serve.
const askFor = 2 * time.Second

// Health answers whether the process lives and whether it can serve.
type Health struct {
	ping     func(context.Context) error
	draining atomic.Bool
}

// NewHealth asks the store through ping.
func NewHealth(ping func(context.Context) error) *Health { return &Health{ping: ping} }

// Drain makes the server not ready, for good: it is about to stop.
func (h *Health) Drain() { h.draining.Store(true) }

// Live is GET /healthz: 200 once the process lives.
func (h *Health) Live(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, "alive") }

// Ready is GET /readyz: 200 once the server can serve; 503 while it stops or cannot reach its store.
func (h *Health) Ready(w http.ResponseWriter, r *http.Request) {
	if h.draining.Load() {
		say(w, http.StatusServiceUnavailable, "draining")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), askFor)
	defer cancel()
	if err := h.ping(ctx); err != nil {
		say(w, http.StatusServiceUnavailable, "the store cannot be reached")
		return
	}
	say(w, http.StatusOK, "ready")
}

func say(w http.ResponseWriter, status int, word string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, word+"\n")
}
