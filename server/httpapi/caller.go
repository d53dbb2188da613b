package httpapi

import (
	"context"
	"net/http"
	"strings"

	"nemeton/server/apperr"
	"nemeton/server/player"
	"nemeton/server/store"
)

// The cookie's name over plain http, and behind TLS: there its prefix makes browsers refuse one that another host of the domain, or somebody on
// the line, wants to set, so that nobody can be signed in as somebody they are not.
const (
	cookieName   = "nemeton_session"
	secureCookie = "__Host-nemeton_session"
	cookieLife   = 400 * 24 * 60 * 60 // seconds; browsers keep none for longer
)

// visitor is who sent a request: a zero caller for nobody known.
type visitor struct {
	caller player.Caller
	err    error // a bearer token that is not good, or a store that does not answer
}

// identify finds out who sends a request. A bearer token goes before the cookie. A cookie that is not good (any more) is as none,
// so that its browser can still watch and sign in anew; a bad bearer token is refused wherever a player matters.
func (d *handler) identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var v visitor
		if header := r.Header.Get("Authorization"); header != "" {
			scheme, token, _ := strings.Cut(header, " ")
			if strings.EqualFold(scheme, "Bearer") {
				v.caller, v.err = d.cfg.Players.Authenticate(r.Context(), strings.TrimSpace(token))
			} else {
				v.err = apperr.New(apperr.Unauthenticated, "sign in with a bearer token")
			}
		} else if cookie, err := r.Cookie(cookieOf(r.Context())); err == nil {
			v.caller, v.err = d.cfg.Players.Authenticate(r.Context(), cookie.Value)
			if apperr.CodeOf(v.err) == apperr.Unauthenticated {
				v.err = nil
			}
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), visitorKey, v)))
	})
}

// Visitor is who sent a request that came through the door: a zero Caller for nobody known. An error means that a
// credential was given and is not good, or could not be checked.
func Visitor(r *http.Request) (player.Caller, error) {
	v, _ := r.Context().Value(visitorKey).(visitor)
	return v.caller, v.err
}

// anyone is the player who calls, or none.
func anyone(ctx context.Context) (store.PlayerID, error) {
	v, _ := ctx.Value(visitorKey).(visitor)
	return v.caller.Player.ID, v.err
}

// someone is the player who calls. Errors: unauthenticated.
func someone(ctx context.Context) (player.Caller, error) {
	v, _ := ctx.Value(visitorKey).(visitor)
	if v.err == nil && v.caller.Player.ID == "" {
		v.err = apperr.New(apperr.Unauthenticated, "sign in first")
	}
	return v.caller, v.err
}

func cookieOf(ctx context.Context) string {
	if originOf(ctx).secure {
		return secureCookie
	}
	return cookieName
}

// sessionCookie carries a token; an empty one takes the cookie away. It is Secure behind TLS only: over plain http on a
// home network it could not be kept otherwise.
func sessionCookie(ctx context.Context, token string) string {
	c := http.Cookie{
		Name: cookieOf(ctx), Value: token, Path: "/", MaxAge: cookieLife,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: originOf(ctx).secure,
	}
	if token == "" {
		c.MaxAge = -1
	}
	return c.String()
}
