package httpapi

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/rs/zerolog"

	"nemeton/server/player"
)

type contextKey int

const (
	originKey contextKey = iota
	callerKey
	requestKey
)

// origin is the client's side of a request.
type origin struct {
	address netip.Addr
	secure  bool // the browser used TLS, to this server or to a trusted proxy
	proxied bool // a trusted proxy passed the request on
}

// origins determines the origin of requests. Forwarded headers count only from trusted proxies.
func (d *handler) origins(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		o := origin{secure: r.TLS != nil}
		if peer, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
			o.address = peer.Addr().Unmap().WithZone("")
		}
		switch {
		case !d.trusted(o.address):
			d.warnForwarded(o.address, r)
		default:
			o.proxied = true
			o.secure = o.secure || strings.EqualFold(lastOf(r.Header.Values("X-Forwarded-Proto")), "https")
			o.address = d.clientBehind(o.address, r.Header.Values("X-Forwarded-For"))
		}
		if mark := r.Header.Get(MarkHeader); mark != "" && d.cfg.Saw != nil {
			d.cfg.Saw(mark, sightingOf(o, r))
		}
		ctx := context.WithValue(r.Context(), originKey, o)
		if o.secure {
			ctx = player.OverTLS(ctx)
		}
		ctx = context.WithValue(ctx, requestKey, w.Header().Get(idHeader))
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// warnForwarded logs forwarded headers from an address that is no trusted proxy, once for private addresses and once for public ones. A private address is
// most likely the operator's own proxy. Anybody may send the headers from a public address, and must not suppress the other warning.
func (d *handler) warnForwarded(peer netip.Addr, r *http.Request) {
	if r.Header.Get("X-Forwarded-For") == "" && r.Header.Get("X-Forwarded-Proto") == "" {
		return
	}
	once := &d.forwardedPublic
	if peer.IsPrivate() || peer.IsLoopback() || peer.IsLinkLocalUnicast() {
		once = &d.forwardedPrivate
	}
	once.Do(func() {
		zerolog.Ctx(r.Context()).Warn().Str("address", peer.String()).Msg("ignored X-Forwarded headers of an address that is not in --trusted-proxies; if it is your proxy, " +
			"all clients count as one address, and cookies are not marked as secure")
	})
}

func (d *handler) trusted(a netip.Addr) bool {
	return slices.ContainsFunc(d.cfg.Trusted, func(p netip.Prefix) bool { return p.Contains(a) })
}

// clientBehind returns the client's address behind trusted proxies: the last address of the chain that is not one of them. The
// addresses before it are not trustworthy. Some proxies add the port.
func (d *handler) clientBehind(peer netip.Addr, forwarded []string) netip.Addr {
	chain := strings.Split(strings.Join(forwarded, ","), ",")
	for _, hop := range slices.Backward(chain) {
		a, ok := forwardedAddress(strings.TrimSpace(hop))
		if !ok {
			return peer
		}
		peer = a
		if !d.trusted(peer) {
			return peer
		}
	}
	return peer
}

// forwardedAddress reads an entry of X-Forwarded-For: "192.0.2.1", "192.0.2.1:567", "2001:db8::1", "[2001:db8::1]" or "[2001:db8::1]:567".
func forwardedAddress(hop string) (netip.Addr, bool) {
	a, err := netip.ParseAddr(hop)
	if err != nil {
		var with netip.AddrPort
		with, err = netip.ParseAddrPort(hop)
		a = with.Addr()
	}
	if bare, bracketed := strings.CutPrefix(hop, "["); err != nil && bracketed && strings.HasSuffix(bare, "]") {
		a, err = netip.ParseAddr(strings.TrimSuffix(bare, "]"))
	}
	return a.Unmap().WithZone(""), err == nil
}

func lastOf(values []string) string {
	all := strings.Split(strings.Join(values, ","), ",")
	return strings.TrimSpace(all[len(all)-1])
}

func originOf(ctx context.Context) origin {
	o, _ := ctx.Value(originKey).(origin)
	return o
}

func requestID(ctx context.Context) string {
	id, _ := ctx.Value(requestKey).(string)
	return id
}
