package httpapi

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"nemeton/server/apperr"
)

// sameOrigin refuses changes that pages of other origins request. Requests with a bearer token pass, because a page cannot
// add one across origins without this server's permission. A password of the browser for a proxy is no such token: the browser adds it by itself.
func (d *handler) sameOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reads := r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == http.MethodOptions
		if _, bearer := bearerToken(r); !reads && !bearer {
			if err := d.checkOrigin(r); err != nil {
				refuse(w, r, err)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// sameOriginSocket refuses sockets that pages of other origins open. An upgrade is a GET request, and browsers let pages send it anywhere.
func (d *handler) sameOriginSocket(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := d.checkOrigin(r); err != nil {
			refuse(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// checkOrigin refuses requests of pages of another origin: scheme, host and port. Programs without a page send neither of the two headers. Sec-Fetch-Site is the
// browser's own comparison with the address that it called, so a proxy cannot disturb it. But browsers send it only over TLS and to localhost, and some not
// for sockets. Then the page's origin must be an address of this server, as far as the request and its trusted proxies tell.
func (d *handler) checkOrigin(r *http.Request) error {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "same-origin", "none":
		return nil
	case "":
	default:
		return d.crossOrigin(r, otherSite, "the browser says that a page of another site sent the request")
	}
	given := r.Header.Values("Origin")
	if len(given) == 0 {
		return nil
	}
	page, err := url.Parse(given[0])
	if err != nil || len(given) > 1 || page.Host == "" || page.User != nil || page.Path != "" || page.RawQuery != "" || page.Fragment != "" {
		return d.crossOrigin(r, otherSite, "requests from pages of another origin are not allowed")
	}
	own := d.ownOrigins(r, originOf(r.Context()))
	if slices.Contains(own, plainOrigin(page.Scheme, page.Host)) {
		return nil
	}
	why, text := causeOf(page, own[0])
	return d.crossOrigin(r, why, text)
}

// ownOrigins returns the origins under which a browser may have called this server for a request, in the form of plainOrigin. The first one is that of the request
// itself. A page cannot forge the forwarded headers, because browsers ask for permission before they send such a header to another origin.
func (d *handler) ownOrigins(r *http.Request, o origin) []string {
	scheme := "http"
	if o.secure {
		scheme = "https"
	}
	list := []string{plainOrigin(scheme, r.Host)}
	for _, host := range []string{r.Host, o.host} {
		if host == "" {
			continue
		}
		list = append(list, plainOrigin(scheme, host))
		if o.port != "" {
			list = append(list, plainOrigin(scheme, net.JoinHostPort(hostName(host), o.port)))
		}
	}
	if d.public != "" {
		list = append(list, d.public)
	}
	return list
}

// plainOrigin returns an origin in lower case, without the port that the scheme implies.
func plainOrigin(scheme, hostPort string) string {
	scheme = strings.ToLower(scheme)
	port := ":80"
	if scheme == "https" {
		port = ":443"
	}
	return scheme + "://" + strings.TrimSuffix(strings.ToLower(hostPort), port)
}

// Origin returns the origin of an address in the form of plainOrigin; empty if it has none.
func Origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return plainOrigin(u.Scheme, u.Host)
}

// cause is the reason for which a request counts as one of another origin or for another server.
type cause string

// The causes. All but the first are most likely the fault of a proxy, because the page that shows the refusal is this server's own.
const (
	otherSite   cause = "site"   // a page of another site
	otherHost   cause = "host"   // another host name: another site, or a proxy that does not pass on the host
	otherPort   cause = "port"   // the same name with another port, which many proxies leave out
	otherScheme cause = "scheme" // http for https, or the reverse
	unknownName cause = "name"   // a host name that this server does not serve
)

// causeOf compares a page's origin with the one that the server expects. It returns the cause and a sentence for the operator.
func causeOf(page *url.URL, expected string) (cause, string) {
	own, err := url.Parse(expected)
	switch {
	case err != nil || hostName(page.Host) != hostName(own.Host):
		return otherHost, "either a page of another site sent the request, or a proxy does not pass on the host"
	case plainOrigin(page.Scheme, page.Host) != plainOrigin(page.Scheme, own.Host):
		return otherPort, "the proxy must pass on the host with its port (nginx: proxy_set_header Host $http_host), or --public-url must state it"
	default:
		return otherScheme, "the page's scheme differs from the server's; a proxy with TLS must be in --trusted-proxies and send X-Forwarded-Proto"
	}
}

func (d *handler) crossOrigin(r *http.Request, why cause, text string) error {
	expected, came := d.ownOrigins(r, originOf(r.Context()))[0], Origin(r.Header.Get("Origin"))
	if came == "" {
		came = "no address"
	}
	d.noteRefusal(r, why, expected, came)
	return apperr.New(apperr.CrossOrigin, fmt.Sprintf("%s; expected a page of %s, and got one of %s", text, apperr.Short(expected), apperr.Short(came)))
}
