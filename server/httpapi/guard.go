package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"runtime/debug"
	"strconv"

	"github.com/go-chi/chi/v5"
	"github.com/rs/zerolog"

	"nemeton/server/apperr"
)

// policy is the content security policy. Pages load resources of their own host alone, and run no inline script.
//
// Inline styles are blocked, with one exception: Svelte wraps a component that gets CSS variables in an element with the style attribute
// "display: contents", whose hash is listed. Styles that scripts set through the CSSOM need no permission.
//
// Scripts can turn text into HTML only through the policy of Svelte's runtime, which handles the templates of the client alone. They register a worker only through the client's own policy,
// which accepts one address; the same holds for the worker of the engine.
const policy = "default-src 'self'; script-src 'self'; style-src 'self'; " +
	"style-src-attr 'unsafe-hashes' 'sha256-tcbDxjMo+xKqM21aCGYbs/QAJqB7yUXC06oPWDapBgc='; img-src 'self' data:; connect-src 'self'; " +
	"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
	"require-trusted-types-for 'script'; trusted-types svelte-trusted-html nemeton-worker nemeton-engine"

// enginePolicy is the policy of the worker that runs the engine. It alone may compile WebAssembly.
const enginePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'; " +
	"require-trusted-types-for 'script'; trusted-types 'none'"

// permissions denies features of browsers that the client does not use. It uses the clipboard, and the dialog for sharing: that is allowed anyway, and browsers
// without it print a warning about its name on every page.
const permissions = "accelerometer=(), autoplay=(self), camera=(), clipboard-read=(), clipboard-write=(self), display-capture=(), " +
	"encrypted-media=(), fullscreen=(self), geolocation=(), gyroscope=(), hid=(), idle-detection=(), magnetometer=(), microphone=(), midi=(), " +
	"payment=(), picture-in-picture=(), publickey-credentials-create=(self), publickey-credentials-get=(self), screen-wake-lock=(), serial=(), usb=(), " +
	"xr-spatial-tracking=()"

// hstsPolicy makes a browser use TLS for this host for half a year. Other hosts of the domain are not affected.
const hstsPolicy = "max-age=15552000"

// securityHeaders sets the headers with which browsers protect pages.
func securityHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("Permissions-Policy", permissions)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // addresses of tables contain invites
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if originOf(r.Context()).secure {
			// Browsers ignore both over plain HTTP, and log a warning about the first on every page.
			h.Set("Cross-Origin-Opener-Policy", "same-origin")
			h.Set("Strict-Transport-Security", hstsPolicy)
		}
		next.ServeHTTP(w, r)
	})
}

// VersionHeader names the version of the client that this node serves, so that open pages notice a newer one.
const VersionHeader = "Nemeton-Client"

// TimeHeader is the server's time in milliseconds since 1970 UTC. Pages count all times from it, because the clock of a device may be wrong.
const TimeHeader = "Nemeton-Time"

// versionAndTime sets the headers with the version of the client and the time.
func (d *handler) versionAndTime(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(TimeHeader, strconv.FormatInt(d.cfg.Now().UnixMilli(), 10))
		if d.cfg.Version != "" {
			w.Header().Set(VersionHeader, d.cfg.Version)
		}
		next.ServeHTTP(w, r)
	})
}

// recoverPanic turns a panic into a problem document and logs its stack.
func recoverPanic(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			why := recover()
			if why == nil {
				return
			}
			if why == http.ErrAbortHandler { //nolint:errorlint // a panic's value is compared as net/http does
				panic(why)
			}
			zerolog.Ctx(r.Context()).Error().Str("stack", string(debug.Stack())).Msg("panic")
			if r.Header.Get("Upgrade") == "" {
				refuse(w, r, fmt.Errorf("panic: %v", why))
			}
		}()
		next.ServeHTTP(w, r)
	})
}

// refuseCompressed refuses compressed bodies. This server never decompresses, so a small body cannot become a large one.
func refuseCompressed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if encoding := r.Header.Get("Content-Encoding"); encoding != "" && encoding != "identity" {
			refuse(w, r, apperr.New(apperr.Malformed, "send the body uncompressed"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// withTimeout limits the time for handling a request. A change in progress continues if the client leaves.
func withTimeout(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := context.WithValue(r.Context(), clientKey{}, r.Context())
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			ctx = context.WithoutCancel(ctx)
		}
		ctx, cancel := context.WithTimeout(ctx, workTimeout)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// clientKey is the key of the context that ends when the client leaves.
type clientKey struct{}

// untilClientLeaves returns a context that also ends when the client leaves, for calls that change nothing.
func untilClientLeaves(ctx context.Context) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	client, ok := ctx.Value(clientKey{}).(context.Context)
	if !ok {
		return ctx, cancel
	}
	unhook := context.AfterFunc(client, cancel)
	return ctx, func() { unhook(); cancel() }
}

// noStore keeps answers out of caches, because they depend on the caller.
func noStore(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// methods are the methods that routes may have.
var methods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"}

// wrongMethod answers 405 with the methods that the path has.
func wrongMethod(routes chi.Routes) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for _, m := range methods {
			if routes.Match(chi.NewRouteContext(), m, r.URL.Path) {
				w.Header().Add("Allow", m)
			}
		}
		refuse(w, r, apperr.New(apperr.MethodNotAllowed, "this address does not support that method"))
	}
}
