package httpapi

import (
	"net/http"
	"time"

	"github.com/go-chi/httprate"

	"nemeton/server/apperr"
)

// Requests a minute. A household shares an address, and a client that plays uses the socket; so these are far above what
// people do and far below what hurts.
const (
	addressRate = 3000 // all requests of an address
	playerRate  = 1200 // all requests of a player
	signInRate  = 120  // new players and uses of device links, of an address
)

func nothing(next http.Handler) http.Handler { return next }

func limiter(rate int, key httprate.KeyFunc) func(http.Handler) http.Handler {
	return httprate.LimitBy(rate, time.Minute, key,
		httprate.WithResponseHeaders(httprate.ResponseHeaders{RetryAfter: "Retry-After"}),
		httprate.WithLimitHandler(func(w http.ResponseWriter, r *http.Request) {
			refuse(w, r, apperr.New(apperr.TooFast, "too many requests, wait a moment"))
		}))
}

func byAddress(r *http.Request) (string, error) {
	return httprate.CanonicalizeIP(originOf(r.Context()).address.String()), nil
}

// limitAddresses bounds what an address may ask, and more tightly how often it may sign in.
func (d *door) limitAddresses() func(http.Handler) http.Handler {
	if d.cfg.Unlimited {
		return nothing
	}
	all, signIn := limiter(addressRate, byAddress), limiter(signInRate, byAddress)
	return func(next http.Handler) http.Handler {
		plain, tight := all(next), signIn(all(next))
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost && (r.URL.Path == Prefix+"/players" || r.URL.Path == Prefix+"/sessions") {
				tight.ServeHTTP(w, r)
				return
			}
			plain.ServeHTTP(w, r)
		})
	}
}

// limitPlayers bounds what a player may ask, from however many addresses.
func (d *door) limitPlayers() func(http.Handler) http.Handler {
	if d.cfg.Unlimited {
		return nothing
	}
	limit := limiter(playerRate, func(r *http.Request) (string, error) {
		id, _ := anyone(r.Context())
		return string(id), nil
	})
	return func(next http.Handler) http.Handler {
		limited := limit(next)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if id, _ := anyone(r.Context()); id == "" {
				next.ServeHTTP(w, r) // the address is their limit
				return
			}
			limited.ServeHTTP(w, r)
		})
	}
}
