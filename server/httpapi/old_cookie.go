package httpapi

import (
	"net/http"

	"github.com/rs/zerolog"

	"nemeton/server/apperr"
	"nemeton/server/player"
)

// cookieToken returns the token in the cookie of a request; empty if there is none. old is the name of a cookie that has to be replaced:
//   - One without the tag of this server, from a program that did not set the tag.
//   - One of plain HTTP, although the request came over TLS: TLS was set up, or its proxy was named, after the player signed in. Another host of the domain
//     could have planted such a cookie. So a token that was issued over TLS does not count there: an attacker gets no other tokens from a server with TLS.
func (d *handler) cookieToken(r *http.Request) (token, old string) {
	if cookie, err := r.Cookie(cookieOf(r.Context())); err == nil {
		return cookie.Value, ""
	}
	secure := originOf(r.Context()).secure
	for _, name := range []string{secureCookie, cookieName + d.tag, cookieName} {
		cookie, err := r.Cookie(name)
		switch {
		case err != nil, name == secureCookie && !secure:
		case name != secureCookie && secure && player.IssuedOverTLS(cookie.Value):
		default:
			return cookie.Value, name
		}
	}
	return "", ""
}

// replaceCookie gives a browser with an old cookie a new token in a cookie with the right name, and deletes the old cookie. The old token stays valid until the new one
// is in use, so concurrent requests succeed and a lost answer signs nobody out. If a token was issued a moment ago, a later request replaces the cookie.
func (d *handler) replaceCookie(w http.ResponseWriter, r *http.Request, c player.Caller, old string) (replaced bool) {
	token, err := d.cfg.Players.Rotate(r.Context(), c)
	if err != nil {
		if apperr.CodeOf(err) != apperr.NoChange {
			zerolog.Ctx(r.Context()).Warn().Err(err).Msg("could not replace an old cookie")
		}
		return false
	}
	w.Header().Add("Set-Cookie", sessionCookie(r.Context(), token))
	w.Header().Add("Set-Cookie", (&http.Cookie{Name: old, Path: "/", MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: old == secureCookie}).String())
	return true
}
