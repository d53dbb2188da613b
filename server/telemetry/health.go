package telemetry

import (
	"context"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// pingTimeout is the time that the store may take to answer a health check.
const pingTimeout = 2 * time.Second

// Health answers the health checks: whether the process is alive and whether it can serve.
type Health struct {
	ping     func(context.Context) error
	draining atomic.Bool
}

// NewHealth makes a Health that checks the store with ping.
func NewHealth(ping func(context.Context) error) *Health { return &Health{ping: ping} }

// Drain makes the server not ready, permanently, because it is about to stop.
func (h *Health) Drain() { h.draining.Store(true) }

// Live serves GET /healthz: always 200.
func (h *Health) Live(w http.ResponseWriter, _ *http.Request) { respond(w, http.StatusOK, "alive") }

// Ready serves GET /readyz: 200 once the server can serve; 503 while it drains or cannot reach its store.
func (h *Health) Ready(w http.ResponseWriter, r *http.Request) {
	if h.draining.Load() {
		respond(w, http.StatusServiceUnavailable, "draining")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), pingTimeout)
	defer cancel()
	if err := h.ping(ctx); err != nil {
		respond(w, http.StatusServiceUnavailable, "the store is unreachable")
		return
	}
	respond(w, http.StatusOK, "ready")
}

func respond(w http.ResponseWriter, status int, word string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, word+"\n")
}
