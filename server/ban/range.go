// Package ban knows the address ranges whose clients the operator does not allow. Each node reads them from the store from time to time, and when
// another node announces a change.
package ban

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
)

// Block is the number of bits of an IPv6 address that count if no range is given: a customer has at least so many addresses.
const Block = 64

// The shortest prefixes that can be banned without force. Shorter ones hit whole continents.
const (
	minBits4 = 8
	minBits6 = 16
)

// ErrProtected means that a ban would most likely hit other people than the operator thinks.
var ErrProtected = errors.New("this range is protected")

// ParseRange reads an address or a CIDR range. An IPv6 address stands for its /64.
func ParseRange(text string) (netip.Prefix, error) {
	if a, err := netip.ParseAddr(text); err == nil {
		a = a.Unmap().WithZone("")
		bits := a.BitLen()
		if a.Is6() {
			bits = Block
		}
		return netip.PrefixFrom(a, bits).Masked(), nil
	}
	p, err := netip.ParsePrefix(text)
	if err != nil || p.Addr().Is4In6() {
		return netip.Prefix{}, fmt.Errorf("%.60q is neither an address like 192.0.2.7 nor a range like 192.0.2.0/24", text)
	}
	return p.Masked(), nil
}

// local are the ranges of this machine, and of private networks, in which a proxy usually is.
var local = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/32"), netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::/127"),
	netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("172.16.0.0/12"), netip.MustParsePrefix("192.168.0.0/16"),
	netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("169.254.0.0/16"), netip.MustParsePrefix("fc00::/7"), netip.MustParsePrefix("fe80::/10"),
}

// Check returns an error that wraps ErrProtected if a ban of the range needs force. Protected are very wide ranges, and those with addresses of this machine, of a
// private network or of a trusted proxy.
func Check(r netip.Prefix, trusted []netip.Prefix) error {
	shortest := minBits6
	if r.Addr().Is4() {
		shortest = minBits4
	}
	if r.Bits() < shortest {
		return fmt.Errorf("%w: it has very many addresses", ErrProtected)
	}
	for _, p := range trusted {
		if r.Overlaps(p) {
			return fmt.Errorf("%w: it has addresses of the trusted proxy %s", ErrProtected, p)
		}
	}
	if slices.ContainsFunc(local, r.Overlaps) {
		return fmt.Errorf("%w: it has addresses of this machine or of a private network; if they are of a proxy that is not in --trusted-proxies, the ban hits everybody", ErrProtected)
	}
	return nil
}
