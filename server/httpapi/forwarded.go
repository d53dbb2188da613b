package httpapi

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// forwarded holds the facts that the headers of trusted proxies state about a request.
type forwarded struct {
	address netip.Addr // of the client
	secure  bool       // the outermost trusted proxy was reached by https
	host    string     // X-Forwarded-Host; empty: not stated
	port    string     // X-Forwarded-Port; empty: not stated
}

// forwardedBy reads the headers of a trusted proxy. Proxies in a chain append to them, so that the last value is that of the peer, and the one before it that of
// the proxy in front of it. X-Forwarded-For tells how many of the proxies are trusted, and the others may have written anything before that.
func (d *handler) forwardedBy(peer netip.Addr, h http.Header) forwarded {
	address, proxies := d.clientBehind(peer, h.Values("X-Forwarded-For"))
	said := func(name string) string { return firstTrusted(h.Values(name), proxies) }
	scheme := strings.ToLower(said("X-Forwarded-Proto"))
	return forwarded{
		address: address,
		// Some proxies name the scheme of sockets in upgrades.
		secure: scheme == "https" || scheme == "wss",
		host:   said("X-Forwarded-Host"), port: said("X-Forwarded-Port"),
	}
}

// clientBehind returns the client's address behind trusted proxies, and the number of proxies that lead to it: the last address of the chain that is not one of
// them. The addresses before it are not trustworthy. Some proxies add the port. If all addresses are trusted, so is every value of the other headers.
func (d *handler) clientBehind(peer netip.Addr, chain []string) (client netip.Addr, proxies int) {
	hops := listed(chain)
	for _, hop := range slices.Backward(hops) {
		proxies++
		a, ok := forwardedAddress(hop)
		if !ok {
			return peer, proxies
		}
		peer = a
		if !d.trusted(peer) {
			return peer, proxies
		}
	}
	return peer, allProxies
}

// allProxies is the number of proxies of a chain in which no address is untrusted.
const allProxies = int(^uint(0) >> 1)

// firstTrusted returns the first value that one of the given number of trusted proxies wrote; empty if there is none.
func firstTrusted(values []string, proxies int) string {
	list := listed(values)
	if len(list) == 0 {
		return ""
	}
	return list[max(0, len(list)-proxies)]
}

// listed returns the elements of a header with a list, without empty ones.
func listed(values []string) (list []string) {
	for _, line := range values {
		for item := range strings.SplitSeq(line, ",") {
			if item = strings.Trim(item, " \t"); item != "" {
				list = append(list, item)
			}
		}
	}
	return list
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
