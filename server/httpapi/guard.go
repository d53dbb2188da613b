package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"runtime/debug"

	"github.com/go-chi/chi/v5"
	"github.com/rs/zerolog"

	"nemeton/server/apperr"
)

// policy is what a page of ours may load: itself alone. Svelte sets styles on elements.
const policy = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
	"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// stayWithTLS keeps a browser that came by TLS once from being led back to plain http, for half a year. Other names of the domain are their
// owner's business.
const stayWithTLS = "max-age=15552000"

// secured sets the headers that browsers obey.
func secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // addresses of tables hold invites
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if originOf(r.Context()).secure {
			// Over plain http browsers ignore both, and complain of the first on the console of every page.
			h.Set("Cross-Origin-Opener-Policy", "same-origin")
			h.Set("Strict-Transport-Security", stayWithTLS)
		}
		next.ServeHTTP(w, r)
	})
}

// recovered turns a panic into a problem document; its stack goes to the log.
func recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			bad := recover()
			if bad == nil {
				return
			}
			if bad == http.ErrAbortHandler { //nolint:errorlint // a panic's value is compared as net/http does
				panic(bad)
			}
			zerolog.Ctx(r.Context()).Error().Str("stack", string(debug.Stack())).Msg("panic")
			if r.Header.Get("Upgrade") == "" {
				refuse(w, r, fmt.Errorf("panic: %v", bad))
			}
		}()
		next.ServeHTTP(w, r)
	})
}

// sameOrigin refuses changes asked for by pages of other origins. A request with a bearer token is no browser's doing: a
// page cannot add that header across origins without our leave, which nobody gets.
func sameOrigin(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "" {
			if err := protection.Check(r); err != nil {
				refuse(w, r, apperr.New(apperr.CrossOrigin, "that page is of another origin"))
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// plain refuses bodies that are packed: nothing here unpacks, so that a few bytes cannot become many.
func plain(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if packed := r.Header.Get("Content-Encoding"); packed != "" && packed != "identity" {
			refuse(w, r, apperr.New(apperr.Malformed, "send the body unpacked"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// timed bounds how long a request is worked on. A change goes on where the client leaves meanwhile: what was begun is
// finished.
func timed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := r.Context()
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			ctx = context.WithoutCancel(ctx)
		}
		ctx, cancel := context.WithTimeout(ctx, workFor)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// noStore keeps answers out of caches: they differ by who asks.
func noStore(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// methods are those that a route may have.
var methods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"}

// wrongMethod answers 405 with the methods that would do.
func wrongMethod(routes chi.Routes) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for _, m := range methods {
			if routes.Match(chi.NewRouteContext(), m, r.URL.Path) {
				w.Header().Add("Allow", m)
			}
		}
		refuse(w, r, apperr.New(apperr.MethodNotAllowed, "that cannot be done there"))
	}
}
