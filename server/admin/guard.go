package admin

import (
	"crypto/subtle"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"nemeton/server/apperr"
)

// maxBody is the maximum size of the body of a request, in bytes.
const maxBody = 16 << 10

// policy is the content security policy: the pages have one style sheet and no scripts.
const policy = "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guard protects everything below /admin/. A foreign name that resolves to this address (DNS rebinding) gets no answer of use, and neither does a form of
// another page.
func (h *Handler) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", policy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "same-origin") // with no-referrer, forms would have no origin
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		header.Set("Cache-Control", "no-store")
		switch {
		case !h.cfg.AllowHost(r.Host):
			h.refuse(w, apperr.New(apperr.WrongHost, "the admin address serves IP addresses, localhost, local names, and the names in --hosts"))
		case r.Method != http.MethodGet && r.Method != http.MethodHead && foreign(r):
			h.refuse(w, apperr.New(apperr.CrossOrigin, "requests from pages of another origin are not allowed"))
		default:
			r.Body = http.MaxBytesReader(w, r.Body, maxBody)
			next.ServeHTTP(w, r)
		}
	})
}

// foreign reports whether a page of another origin sent a request. Programs send neither header.
func foreign(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
	default:
		return true
	}
	given := r.Header.Values("Origin")
	if len(given) == 0 {
		return false
	}
	page, err := url.Parse(given[0])
	return len(given) > 1 || err != nil || !strings.EqualFold(page.Host, r.Host)
}

// checkKey returns the name of the operator with the key of a request. Wrong keys count for their address, which then has to wait.
func (h *Handler) checkKey(r *http.Request, key string) (name string, err error) {
	refund, wait, ok := h.cfg.Guess(addressOf(r))
	if !ok {
		return "", apperr.New(apperr.TooManyGuesses, "too many wrong keys; wait a moment").After(max(wait, time.Second))
	}
	name, ok = h.cfg.Keys.Find(key)
	if !ok {
		h.cfg.Log.Warn().Str("address", addressOf(r).String()).Msg("a wrong key of an operator")
		return "", apperr.New(apperr.Unauthenticated, "this key is not valid")
	}
	refund()
	return name, nil
}

// byKey is the operator of a request to the API. Cookies do not count there, so that no page can act in the name of a browser.
func (h *Handler) byKey(r *http.Request) (Operator, error) {
	scheme, key, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return Operator{}, apperr.New(apperr.Unauthenticated, "send the key of an operator as a bearer token")
	}
	name, err := h.checkKey(r, strings.TrimSpace(key))
	return Operator{Name: name, Via: "command"}, err
}

const cookieName = "nemeton_admin"

func (h *Handler) byCookie(r *http.Request) (session, bool) {
	cookie, err := r.Cookie(cookieName)
	if err != nil {
		return session{}, false
	}
	return h.sessions.find(cookie.Value)
}

func (x session) fromForm(r *http.Request) bool {
	return subtle.ConstantTimeCompare([]byte(x.form), []byte(r.PostFormValue("token"))) == 1
}

func addressOf(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return peer.Addr().Unmap().WithZone("")
}
