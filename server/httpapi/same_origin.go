package httpapi

import (
	"net/http"
	"net/url"
	"strings"

	"nemeton/server/apperr"
)

// sameOrigin refuses changes that pages of other origins request. Requests with an Authorization header pass, because a page cannot
// add that header across origins without this server's permission.
func sameOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reads := r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == http.MethodOptions
		if !reads && r.Header.Get("Authorization") == "" {
			if err := checkOrigin(r); err != nil {
				refuse(w, r, err)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// sameOriginSocket refuses sockets that pages of other origins open. An upgrade is a GET request, and browsers let pages send it anywhere.
func sameOriginSocket(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := checkOrigin(r); err != nil {
			refuse(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// checkOrigin compares scheme, host and port of the page that sent a request with those of the request itself. Programs without a page
// send neither of the two headers. Sec-Fetch-Site is the browser's own comparison, but browsers send it only over TLS and to localhost.
func checkOrigin(r *http.Request) error {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
	default:
		return apperr.New(apperr.CrossOrigin, "requests from pages of another origin are not allowed")
	}
	given := r.Header.Values("Origin")
	if len(given) == 0 {
		return nil
	}
	own := "http"
	if originOf(r.Context()).secure {
		own = "https"
	}
	page, err := url.Parse(given[0])
	switch {
	case err != nil || len(given) > 1 || page.Host == "" || page.User != nil || page.Path != "" || page.RawQuery != "" || page.Fragment != "",
		withoutDefaultPort(page.Scheme, page.Host) != withoutDefaultPort(page.Scheme, r.Host):
		return apperr.New(apperr.CrossOrigin, "requests from pages of another origin are not allowed")
	case !strings.EqualFold(page.Scheme, own):
		return apperr.New(apperr.CrossOrigin, "the page's scheme differs from the server's; a proxy with TLS must be in --trusted-proxies and send X-Forwarded-Proto")
	}
	return nil
}

// withoutDefaultPort returns HOST or HOST:PORT in lower case, without the port that the scheme implies.
func withoutDefaultPort(scheme, hostPort string) string {
	port := ":80"
	if strings.EqualFold(scheme, "https") {
		port = ":443"
	}
	return strings.TrimSuffix(strings.ToLower(hostPort), port)
}
