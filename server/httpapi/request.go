package httpapi

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/rs/zerolog"
)

// idHeader is the response header with the request's id, which is also in the logs.
const idHeader = "X-Request-Id"

// statusAbandoned is logged and counted for a request that failed because its client closed the connection. The client never sees it.
const statusAbandoned = 499

const eventStream = "text/event-stream"

// Meter counts answered requests, and steps of lessons. route is the pattern of the route, without ids.
type Meter interface {
	Request(route, method string, status int, took time.Duration)
	Lesson(title string, chapter, step int, what string)
}

// measure logs and counts every request and gives it an id and a logger (zerolog.Ctx). It logs the route instead of the address,
// because paths contain ids and queries contain invites.
func (d *handler) measure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := d.cfg.NewID()
		w.Header().Set(idHeader, id)
		own := d.cfg.Log.With().Str("request", id).Logger()
		// This wrapper keeps http.Hijacker, which sockets need.
		seen := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		began := time.Now()
		r = r.WithContext(own.WithContext(r.Context()))
		next.ServeHTTP(seen, r)
		took := time.Since(began)
		route, table := routeOf(r)
		status := seen.Status()
		if status == 0 {
			status = http.StatusSwitchingProtocols // hijacked: the WebSocket handler answered
		}
		if status >= http.StatusInternalServerError && isAbandoned(r.Context()) {
			status = statusAbandoned
		}
		if status != http.StatusSwitchingProtocols && w.Header().Get("Content-Type") != eventStream { // sockets and streams last as long as a page is open
			d.cfg.Meter.Request(route, methodOf(r), status, took)
		}
		event := own.WithLevel(levelOf(r.Method, status))
		if table != "" {
			event.Str("table", table)
		}
		event.Str("method", methodOf(r)).Str("route", route).Int("status", status).
			Int("bytes", seen.BytesWritten()).Dur("took", took).Msg("request")
	})
}

// isAbandoned reports whether the client of a request closed the connection. The server then failed to answer, but nothing is wrong with it.
func isAbandoned(ctx context.Context) bool { return errors.Is(ctx.Err(), context.Canceled) }

// routeOf returns the pattern of the request's route, and the table in its path, if any.
func routeOf(r *http.Request) (route, table string) {
	c := chi.RouteContext(r.Context())
	if c == nil || c.RoutePattern() == "" {
		return "other", ""
	}
	if id := c.URLParam("id"); isID(id) {
		table = id // other texts may be anything
	}
	return c.RoutePattern(), table
}

// methodOf returns the request's method if this server supports it, else "other". So made-up methods create no series of metrics.
func methodOf(r *http.Request) string {
	if slices.Contains(methods, r.Method) {
		return r.Method
	}
	return "other"
}

// levelOf returns the log level of a request: failures of the server are errors, changes are info, reads are debug.
func levelOf(method string, status int) zerolog.Level {
	switch {
	case status >= http.StatusInternalServerError:
		return zerolog.ErrorLevel
	case method == http.MethodGet || method == http.MethodHead:
		return zerolog.DebugLevel
	default:
		return zerolog.InfoLevel
	}
}
