package httpapi

import (
	"net/http"

	"github.com/rs/zerolog"

	"nemeton/server/apperr"
	"nemeton/server/player"
)

// cookieToken returns the token in the cookie of a request; empty if there is none. old means that the cookie is one of plain HTTP, although the request came
// over TLS: TLS was set up, or its proxy was named, after the player signed in. Another host of the domain could have planted such a cookie.
// So a token that was issued over TLS does not count there: an attacker gets no other tokens from a server with TLS.
func cookieToken(r *http.Request) (token string, old bool) {
	if cookie, err := r.Cookie(cookieOf(r.Context())); err == nil {
		return cookie.Value, false
	}
	if !originOf(r.Context()).secure {
		return "", false
	}
	cookie, err := r.Cookie(cookieName)
	if err != nil || player.IssuedOverTLS(cookie.Value) {
		return "", false
	}
	return cookie.Value, true
}

// replaceCookie gives a browser with an old cookie a new token in the cookie for TLS, and deletes the old cookie. The old token stays valid until the new one
// is in use, so concurrent requests succeed and a lost answer signs nobody out. If a token was issued a moment ago, a later request replaces the cookie.
func (d *handler) replaceCookie(w http.ResponseWriter, r *http.Request, c player.Caller) {
	token, err := d.cfg.Players.Rotate(r.Context(), c)
	if err != nil {
		if apperr.CodeOf(err) != apperr.NoChange {
			zerolog.Ctx(r.Context()).Warn().Err(err).Msg("could not replace the cookie of a browser that signed in before TLS")
		}
		return
	}
	w.Header().Add("Set-Cookie", sessionCookie(r.Context(), token))
	w.Header().Add("Set-Cookie", (&http.Cookie{Name: cookieName, Path: "/", MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteLaxMode}).String())
}
