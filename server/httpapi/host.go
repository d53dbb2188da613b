package httpapi

import (
	"cmp"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"nemeton/server/apperr"
	"nemeton/server/hostname"
)

// AnyHost is the element of Config.Hosts that allows every name.
const AnyHost = "*"

// localSuffixes are the ends of names that the public DNS never resolves. An attacker cannot point such a name at this server.
var localSuffixes = []string{".localhost", ".local", ".lan", ".home.arpa", ".internal", ".test"}

// shared is the address space of carriers and of some private networks (RFC 6598).
var shared = netip.MustParsePrefix("100.64.0.0/10")

// checkHosts refuses requests for host names of others. DNS rebinding is the attack: a foreign name resolves to this server's address, and
// then the pages of that name read this server as their own origin.
//
// The request passes if its Host is in Config.Hosts or names a node. On a private address it also passes with an IP address or a local name,
// which nobody can rebind. Any Host passes on a public address without Config.Hosts, and through a trusted proxy without it, because
// the proxy selects by name. A host that a trusted proxy states in X-Forwarded-Host must pass as well. Health checks pass, because probes use any name, and so does
// RelatedPath, because browsers ask the name of before.
func (d *handler) checkHosts(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/healthz" && r.URL.Path != "/readyz" && r.URL.Path != RelatedPath {
			forwarded := originOf(r.Context()).host
			for _, host := range []string{r.Host, cmp.Or(forwarded, r.Host)} {
				if !d.allowsHost(r, hostName(host)) {
					d.refuseHost(w, r, host)
					return
				}
			}
		}
		next.ServeHTTP(w, r)
	})
}

// refuseHost answers a request for a host that this server does not serve: with a page if a browser shows the answer.
func (d *handler) refuseHost(w http.ResponseWriter, r *http.Request, host string) {
	expected := strings.Join(d.cfg.Hosts, " ")
	if expected == "" {
		expected = "a local name or an IP address"
	}
	d.noteRefusal(r, unknownName, expected, host)
	if strings.Contains(r.Header.Get("Accept"), "text/html") && !strings.HasPrefix(r.URL.Path, "/api/") {
		showWrongHost(w, r, host)
		return
	}
	refuse(w, r, apperr.New(apperr.WrongHost, "this server does not serve "+apperr.Quote(host)+
		"; its operator can allow the name with --hosts (NEMETON_HOSTS), or a proxy with --trusted-proxies"))
}

func (d *handler) allowsHost(r *http.Request, name string) bool {
	if slices.Contains(d.cfg.Hosts, AnyHost) || slices.Contains(d.cfg.Hosts, name) || slices.Contains(d.cfg.NodeHosts, name) {
		return true
	}
	if onPrivateAddress(r) && IsLocalName(name) {
		return true
	}
	return len(d.cfg.Hosts) == 0 && (originOf(r.Context()).proxied || !onPrivateAddress(r))
}

// HostName returns the name in HOST or HOST:PORT in the form of hostname.ASCII.
func HostName(hostPort string) string { return hostName(hostPort) }

func hostName(hostPort string) string {
	name := hostPort
	if host, _, err := net.SplitHostPort(hostPort); err == nil {
		name = host
	}
	if ascii, err := hostname.ASCII(name); err == nil {
		return ascii
	}
	return strings.ToLower(name) // no name of a host; nothing allows it but the star
}

// onPrivateAddress reports whether the client connected to a loopback, private or link-local address of this machine. Unknown addresses
// count as private, because that is the stricter case.
func onPrivateAddress(r *http.Request) bool {
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if local == nil {
		return true
	}
	to, err := netip.ParseAddrPort(local.String())
	if err != nil {
		return true
	}
	a := to.Addr().Unmap().WithZone("")
	return a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast() || shared.Contains(a)
}

// IsLocalName reports whether a host is an IP address, a single label such as localhost, or a name that the public DNS never resolves.
func IsLocalName(name string) bool {
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_.") != "" {
		return false
	}
	return !strings.Contains(name, ".") || slices.ContainsFunc(localSuffixes, func(end string) bool { return strings.HasSuffix(name, end) })
}
