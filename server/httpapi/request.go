package httpapi

import (
	"net/http"
	"slices"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/rs/zerolog"
)

// idHeader names a request, in the answer and in the logs.
const idHeader = "X-Request-Id"

// Meter counts answered requests; route is the pattern that served one, without ids.
type Meter interface {
	Request(route, method string, status int, took time.Duration)
}

// measured logs and counts every request and gives it an id and a logger of its own (zerolog.Ctx). Its route is logged, not
// its address: paths hold ids, queries hold invites.
func (d *handler) measured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := d.cfg.NewID()
		w.Header().Set(idHeader, id)
		own := d.cfg.Log.With().Str("request", id).Logger()
		// chi's wrapper keeps http.Hijacker, which sockets need.
		seen := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		began := time.Now()
		r = r.WithContext(own.WithContext(r.Context()))
		next.ServeHTTP(seen, r)
		took := time.Since(began)
		route, table := routeOf(r)
		status := seen.Status()
		if status == 0 {
			status = http.StatusSwitchingProtocols // hijacked: the socket door answered
		}
		if status != http.StatusSwitchingProtocols {
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

// routeOf is the pattern that served the request, and the table it was about, if any.
func routeOf(r *http.Request) (route, table string) {
	c := chi.RouteContext(r.Context())
	if c == nil || c.RoutePattern() == "" {
		return "other", ""
	}
	if id := c.URLParam("id"); isID(id) {
		table = id // anything else is what somebody typed
	}
	return c.RoutePattern(), table
}

// methodOf is the request's method where it is one that this server answers. Whoever makes up others makes no series of metrics with them.
func methodOf(r *http.Request) string {
	if slices.Contains(methods, r.Method) {
		return r.Method
	}
	return "other"
}

// levelOf says how much a request matters: failures of the server most, then changes, then looking.
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
