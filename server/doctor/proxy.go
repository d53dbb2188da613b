package doctor

import (
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// SeenRequest is a request as the server saw it.
type SeenRequest struct {
	Address   string `json:"address"` // of the client, after the headers of trusted proxies
	Peer      string `json:"peer"`    // of the other end of the connection
	Host      string `json:"host"`
	Secure    bool   `json:"secure"`    // by https, to the server or to a trusted proxy
	Proxied   bool   `json:"proxied"`   // the peer is a trusted proxy
	Forwarded bool   `json:"forwarded"` // it had the headers of a proxy
}

// Proxy compares a request to an address with what the server saw of it.
func Proxy(address *url.URL, s SeenRequest) (all []Finding) {
	bad := func(do, format string, args ...any) {
		all = append(all, problem("proxy", do, format, args...))
	}
	if !s.Proxied && s.Forwarded {
		bad("add it: --trusted-proxies "+s.Peer, "%s sends the headers of a proxy and is not in --trusted-proxies: all clients count as one address", s.Peer)
	}
	if s.Proxied && s.Address == s.Peer {
		bad("let it send X-Forwarded-For; nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for", "the proxy %s does not name its clients, so all count as one address", s.Peer)
	}
	if address.Scheme == "https" && !s.Secure && (s.Proxied || !s.Forwarded) {
		bad("let it send X-Forwarded-Proto; nginx: proxy_set_header X-Forwarded-Proto $scheme", "the server does not see that %s is https, so cookies are not secure and pages are refused", address)
	}
	if want := address.Host; !strings.EqualFold(withoutPort(want), withoutPort(s.Host)) {
		bad("let it pass on the host; nginx: proxy_set_header Host $http_host", "the server sees the host %s instead of %s", s.Host, want)
	}
	if len(all) == 0 {
		by := "no proxy"
		if s.Proxied {
			by = "the trusted proxy " + s.Peer
		}
		all = append(all, ok("proxy", "through %s the server sees the client %s, the host %s and https: %v", by, s.Address, s.Host, s.Secure))
	}
	return all
}

func withoutPort(host string) string {
	if u, err := url.Parse("//" + host); err == nil {
		return u.Hostname()
	}
	return host
}

// IsLocal reports whether a host is reached from a private network alone: an address of one, or a name that the public DNS does not know.
func IsLocal(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if a, err := netip.ParseAddr(host); err == nil {
		return a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast()
	}
	for _, end := range []string{".localhost", ".local", ".lan", ".home.arpa", ".internal", ".test"} {
		if strings.HasSuffix(host, end) {
			return true
		}
	}
	return !strings.Contains(host, ".")
}

// WrongHost reports that the server refuses the public name.
func WrongHost(host string) Finding {
	return problem("address", fmt.Sprintf("add it: --hosts %s", host), "the server refuses requests for %s", host)
}

// Answer is the answer to a request. Code and Detail are those of a refusal by the server itself; empty if a proxy answered.
type Answer struct {
	Status       int
	Code, Detail string
}

// handshakeCode is the code of the server's refusal of a request without the headers of a handshake, which something on the way must have removed.
const handshakeCode = "malformed"

// Upgrade judges the answer to a request that opens a socket, as a page at that address does.
func Upgrade(address string, a Answer) Finding {
	switch {
	case a.Status == http.StatusSwitchingProtocols:
		return ok("sockets", "pages at %s can open live connections", address)
	case a.Code == "cross_origin":
		return problem("sockets", "let the proxy send Host with its port, and X-Forwarded-Proto; name it in --trusted-proxies, and the address in --public-url",
			"the server takes pages at %s for those of another site: %s", address, a.Detail)
	case a.Code != "" && a.Code != handshakeCode:
		return problem("sockets", "the log of the server says more", "the server refuses sockets: %s", a.Detail)
	default:
		return problem("sockets", "let the proxy pass on upgrades; nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade",
			"a request to %s that opens a live connection is answered with %d", address, a.Status)
	}
}
