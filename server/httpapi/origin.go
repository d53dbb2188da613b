package httpapi

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

type contextKey int

const (
	originKey contextKey = iota
	visitorKey
	requestKey
)

// origin is where a request comes from.
type origin struct {
	address netip.Addr
	secure  bool // the browser spoke TLS, to us or to a proxy of ours
}

// origins finds out where requests come from. What proxies say counts only if they are trusted.
func (d *handler) origins(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		o := origin{secure: r.TLS != nil}
		if peer, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
			o.address = peer.Addr().Unmap().WithZone("")
		}
		if d.trusts(o.address) {
			o.secure = o.secure || strings.EqualFold(lastOf(r.Header.Values("X-Forwarded-Proto")), "https")
			o.address = d.behind(o.address, r.Header.Values("X-Forwarded-For"))
		}
		ctx := context.WithValue(r.Context(), originKey, o)
		ctx = context.WithValue(ctx, requestKey, w.Header().Get(idHeader))
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func (d *handler) trusts(a netip.Addr) bool {
	return slices.ContainsFunc(d.cfg.Trusted, func(p netip.Prefix) bool { return p.Contains(a) })
}

// behind is the client that trusted proxies speak for: the last address of the chain that is not a proxy of ours. What
// stands before it was written by nobody we trust.
func (d *handler) behind(peer netip.Addr, forwarded []string) netip.Addr {
	chain := strings.Split(strings.Join(forwarded, ","), ",")
	for _, hop := range slices.Backward(chain) {
		a, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			return peer
		}
		peer = a.Unmap().WithZone("")
		if !d.trusts(peer) {
			return peer
		}
	}
	return peer
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
