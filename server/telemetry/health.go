package telemetry

import (
	"context"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// HealthConfig configures a Health. Probe and Now are required.
type HealthConfig struct {
	// Probe returns nil if a write to the store succeeds. It ends when its context ends.
	Probe func(context.Context) error
	// Shared means that other nodes use the same store. Its failure does not make this node unready, because all nodes would become unready at once, and
	// players would see the error page of the proxy.
	Shared bool
	Now    func() time.Time
}

// Health answers the health checks: whether the process is alive, whether this node can serve, and whether the store works.
type Health struct {
	probe       *storeProbe
	shared      bool
	draining    atomic.Bool
	interrupted atomic.Bool
}

// NewHealth makes a Health. The caller must call Close.
func NewHealth(cfg HealthConfig) *Health {
	return &Health{probe: newStoreProbe(cfg.Probe, cfg.Now), shared: cfg.Shared}
}

// Close cancels a running probe and waits for its end. Afterwards the last result stays.
func (h *Health) Close() { h.probe.close() }

// Drain makes the server not ready, permanently, because it is about to stop.
func (h *Health) Drain() { h.draining.Store(true) }

// Interrupted records whether moves cannot be saved now. If they cannot, the store counts as failing until a later probe succeeds.
func (h *Health) Interrupted(now bool) {
	h.interrupted.Store(now)
	if now {
		h.probe.writeFailed()
	}
}

// Unsaved records that one more command failed because of the store. It counts during an interruption only: at other times the cause may be a client that
// ended its request.
func (h *Health) Unsaved() {
	if h.interrupted.Load() {
		h.probe.writeFailed()
	}
}

// StoreWorks reports whether the store can be reached and a write succeeds. It causes at most one probe in five seconds and blocks for at most two.
func (h *Health) StoreWorks(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	return h.probe.result(ctx) == nil
}

// Live serves GET /healthz: always 200.
func (h *Health) Live(w http.ResponseWriter, _ *http.Request) { respond(w, http.StatusOK, "alive") }

// Ready serves GET /readyz: 200 if this node can serve, 503 while it drains. A store of this node alone must work, too. GET /readyz?store asks for
// any store.
func (h *Health) Ready(w http.ResponseWriter, r *http.Request) {
	switch {
	case h.draining.Load():
		respond(w, http.StatusServiceUnavailable, "draining")
	case (!h.shared || r.URL.Query().Has("store")) && !h.StoreWorks(r.Context()):
		respond(w, http.StatusServiceUnavailable, "the store is unavailable")
	default:
		respond(w, http.StatusOK, "ready")
	}
}

func respond(w http.ResponseWriter, status int, word string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, word+"\n")
}
