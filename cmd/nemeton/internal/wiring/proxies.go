package wiring

import (
	"fmt"
	"net/netip"
)

// proxyRange is an element of --trusted-proxies: a CIDR range, or an address, which stands for itself alone.
type proxyRange netip.Prefix

func (r *proxyRange) UnmarshalText(text []byte) error {
	if a, err := netip.ParseAddr(string(text)); err == nil {
		a = a.Unmap().WithZone("")
		*r = proxyRange(netip.PrefixFrom(a, a.BitLen()))
		return nil
	}
	p, err := netip.ParsePrefix(string(text))
	if err != nil || p.Addr().Is4In6() { // no address of a client is in such a range
		return fmt.Errorf("%q is neither an address like 10.0.0.5 nor a range like 10.0.0.0/24", text)
	}
	*r = proxyRange(p.Masked())
	return nil
}

func prefixes(ranges []proxyRange) []netip.Prefix {
	list := make([]netip.Prefix, len(ranges))
	for i, r := range ranges {
		list[i] = netip.Prefix(r)
	}
	return list
}
