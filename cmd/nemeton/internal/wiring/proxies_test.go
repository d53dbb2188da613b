package wiring

import (
	"net/netip"
	"testing"
)

func TestProxyRange(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"127.0.0.1": "127.0.0.1/32", "10.1.2.3/8": "10.0.0.0/8", "::1": "::1/128", "fd00::/8": "fd00::/8", "::ffff:10.0.0.5": "10.0.0.5/32",
	} {
		var r proxyRange
		if err := r.UnmarshalText([]byte(given)); err != nil || netip.Prefix(r).String() != want {
			t.Errorf("%s: got %v, %v, want %s", given, netip.Prefix(r), err, want)
		}
	}
	for _, given := range []string{"", "proxy", "10.0.0.0/40", "10.0.0", "::ffff:10.0.0.0/104"} {
		var r proxyRange
		if err := r.UnmarshalText([]byte(given)); err == nil {
			t.Errorf("%q: got %v, want an error", given, netip.Prefix(r))
		}
	}
}
