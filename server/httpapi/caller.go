package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"

	"nemeton/server/apperr"
	"nemeton/server/player"
	"nemeton/server/store"
)

// Names of the session cookie over plain HTTP and behind TLS. The tag of the server follows, because browsers send cookies to all ports of a host: two servers
// there need two names. Browsers refuse to let another host of the domain, or an attacker on
// the network, set a cookie with the __Host- prefix. So nobody can be signed in with a planted session.
const (
	cookieName   = "nemeton_session"
	secureCookie = "__Host-nemeton_session"
	cookieLife   = 400 * 24 * 60 * 60 // seconds; browsers allow no more
	attemptLife  = 15 * 60            // seconds
)

// requestCaller is the player who sent a request; the zero caller is anonymous.
type requestCaller struct {
	caller  player.Caller
	attempt string // secret of a sign-in that has begun
	bearer  bool   // authenticated by a bearer token, not by the cookie
	renewed bool   // the answer replaces the cookie
	err     error  // an invalid bearer token, a banned address, or a failure of the store
}

// identify authenticates a request. A bearer token takes precedence over the cookie. An invalid cookie counts as none, so that its
// browser can still watch and sign in again. An invalid bearer token is refused by every call that needs the caller.
func (d *handler) identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var v requestCaller
		if c, err := r.Cookie(attemptName(r.Context())); err == nil {
			v.attempt = c.Value
		}
		if v.err = d.checkBanned(r); v.err != nil { // only a socket gets here
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey, v)))
			return
		}
		if token, ok := bearerToken(r); ok {
			v.bearer = true
			v.caller, v.err = d.cfg.Players.Authenticate(r.Context(), token)
		} else if token, old := d.cookieToken(r); token != "" {
			v.caller, v.err = d.cfg.Players.Authenticate(r.Context(), token)
			if old != "" && v.err == nil && r.Header.Get("Upgrade") == "" {
				v.renewed = d.replaceCookie(w, r, v.caller, old)
			}
			if apperr.CodeOf(v.err) == apperr.Unauthenticated {
				v.err = nil
			}
		}
		// A sign-in would take a guest whom the store cannot name now for a stranger, and lose the guest.
		if r.Method != http.MethodGet && v.err != nil && apperr.CodeOf(v.err) != apperr.Unauthenticated {
			refuse(w, r, v.err)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey, v)))
	})
}

// bearerToken returns the bearer token of a request, which may be empty. Another scheme belongs to a proxy in front, such as a password for the whole site.
func bearerToken(r *http.Request) (token string, ok bool) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimSpace(token), strings.EqualFold(scheme, "Bearer")
}

// Caller returns the player who sent a request that passed this handler; the zero Caller is anonymous. An error means that a
// credential is invalid or could not be checked.
func Caller(r *http.Request) (player.Caller, error) {
	v, _ := r.Context().Value(callerKey).(requestCaller)
	return v.caller, v.err
}

// callerID returns the caller's player id; empty if anonymous.
func callerID(ctx context.Context) (store.PlayerID, error) {
	v, _ := ctx.Value(callerKey).(requestCaller)
	return v.caller.Player.ID, v.err
}

// byBearer reports whether the caller is authenticated by a bearer token.
func byBearer(ctx context.Context) bool {
	v, _ := ctx.Value(callerKey).(requestCaller)
	return v.bearer
}

// requirePlayer returns the caller. It fails with unauthenticated if the caller is anonymous.
func requirePlayer(ctx context.Context) (player.Caller, error) {
	v, _ := ctx.Value(callerKey).(requestCaller)
	if v.err == nil && v.caller.Player.ID == "" {
		v.err = apperr.New(apperr.Unauthenticated, "sign in first")
	}
	return v.caller, v.err
}

// cookieTag returns the end of the names of this server's cookies: an underscore and a short hash of the server's id; empty without an id.
func cookieTag(server string) string {
	if server == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(server))
	return "_" + hex.EncodeToString(sum[:4])
}

func cookieOf(ctx context.Context) string { return originOf(ctx).cookie }

// attemptCookie returns the header value of the cookie that holds the secret of a sign-in that has begun; an empty secret deletes it.
func attemptCookie(ctx context.Context, secret string) string {
	c := http.Cookie{
		Name: attemptName(ctx), Value: secret, Path: "/", MaxAge: attemptLife, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: originOf(ctx).secure,
	}
	if secret == "" {
		c.MaxAge = -1
	}
	return c.String()
}

// attemptName is the name of that cookie: that of the session, with an end of its own.
func attemptName(ctx context.Context) string { return cookieOf(ctx) + "_attempt" }

// attemptSecret is the secret that the browser keeps; empty without one.
func attemptSecret(ctx context.Context) string {
	v, _ := ctx.Value(callerKey).(requestCaller)
	return v.attempt
}

// sessionCookie returns the header value of the cookie with a token; an empty token deletes the cookie. It is Secure behind TLS
// only, because browsers would reject a Secure cookie over plain HTTP on a home network.
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

// forCaller is the handler of a call that needs a player.
func forCaller[In, Out any](do func(ctx context.Context, c player.Caller, in *In) (*Out, error)) func(context.Context, *In) (*Out, error) {
	return func(ctx context.Context, in *In) (*Out, error) {
		c, err := requirePlayer(ctx)
		if err != nil {
			return nil, err
		}
		return do(ctx, c, in)
	}
}

// namesTable is the input of a call about a table. An invite opens a private one.
type namesTable interface {
	tableID() string
	invite() string
}

// forVisible is the handler of a call that needs a player who may see the table.
func forVisible[In namesTable, Out any](d *handler, do func(ctx context.Context, caller store.PlayerID, row store.Table, in *In) (*Out, error)) func(context.Context, *In) (*Out, error) {
	return forCaller(func(ctx context.Context, c player.Caller, in *In) (*Out, error) {
		row, _, err := d.visible(ctx, *in)
		if err != nil {
			return nil, err
		}
		return do(ctx, c.Player.ID, row, in)
	})
}

// forTable is the handler of a call that needs a player and names a table.
func forTable[In namesTable, Out any](do func(ctx context.Context, c player.Caller, id store.TableID, in *In) (*Out, error)) func(context.Context, *In) (*Out, error) {
	return forCaller(func(ctx context.Context, c player.Caller, in *In) (*Out, error) {
		if !isID((*in).tableID()) {
			return nil, noTable()
		}
		return do(ctx, c, store.TableID((*in).tableID()), in)
	})
}
