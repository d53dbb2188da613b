package httpapi

import (
	"context"
	"net/http"
	"net/netip"
	"slices"

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
	cookie  string // name of the session cookie
	page    string // the origin of the server's pages as the browser sees it, in the form of plainOrigin
	secure  bool   // the browser used TLS, to this server or to a trusted proxy
	proxied bool   // a trusted proxy passed the request on
	host    string // as forwarded by a trusted proxy: HOST or HOST:PORT; empty: not stated
	port    string // as forwarded by a trusted proxy; empty: not stated
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
			f := d.forwardedBy(o.address, r.Header)
			o = origin{address: f.address, secure: o.secure || f.secure, proxied: true, host: f.host, port: f.port}
		}
		if mark := r.Header.Get(MarkHeader); mark != "" && d.cfg.Saw != nil {
			d.cfg.Saw(mark, seenRequestOf(o, r))
		}
		o.page = d.pageOrigin(r, o)
		if o.cookie = cookieName + d.tag; o.secure {
			o.cookie = secureCookie + d.tag
		}
		ctx := context.WithValue(r.Context(), originKey, o)
		if o.secure {
			ctx = player.OverTLS(ctx)
		}
		ctx = context.WithValue(ctx, requestKey, w.Header().Get(idHeader))
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// pageOrigin returns the origin under which a browser shows the pages of this server. It is that of the page which sent the request, if that page is ours, or else
// that of the request.
func (d *handler) pageOrigin(r *http.Request, o origin) string {
	own := d.ownOrigins(r, o)
	if came := Origin(r.Header.Get("Origin")); slices.Contains(own, came) {
		return came
	}
	if d.public != "" && slices.Contains(own[:len(own)-1], d.public) {
		return d.public
	}
	return own[0]
}

// warnForwarded logs forwarded headers from an address that is not a trusted proxy, once for private addresses and once for public ones. A private address is
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

func originOf(ctx context.Context) origin {
	o, _ := ctx.Value(originKey).(origin)
	return o
}

func requestID(ctx context.Context) string {
	id, _ := ctx.Value(requestKey).(string)
	return id
}
