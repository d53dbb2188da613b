package outgoing_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"nemeton/server/notify/outgoing"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// Addresses that lead into the network of the server, in all their spellings.
func TestNewClient_PrivateAddresses(t *testing.T) {
	t.Parallel()
	client := outgoing.NewClient(false)
	t.Cleanup(client.CloseIdleConnections)
	for name, host := range map[string]string{
		"loopback":                     "127.0.0.1",
		"loopback, decimal":            "2130706433",
		"loopback, octal":              "0177.0.0.1",
		"loopback, short":              "127.1",
		"loopback, by name":            "localhost",
		"loopback, IPv6":               "[::1]",
		"loopback, mapped":             "[::ffff:127.0.0.1]",
		"loopback, compatible":         "[::127.0.0.1]",
		"loopback, NAT64":              "[64:ff9b::7f00:1]",
		"loopback, local NAT64":        "[64:ff9b:1::7f00:1]",
		"loopback, 6to4":               "[2002:7f00:1::]",
		"loopback, Teredo":             "[2001:0:7f00:1::]",
		"unspecified":                  "0.0.0.0",
		"unspecified, IPv6":            "[::]",
		"private":                      "10.1.2.3",
		"private, 172":                 "172.31.255.255",
		"private, 192":                 "192.168.1.1",
		"private, IPv6":                "[fd00::1]",
		"site-local":                   "[fec0::1]",
		"link-local":                   "169.254.1.1",
		"link-local, IPv6":             "[fe80::1]",
		"metadata of a cloud":          "169.254.169.254",
		"metadata of a cloud, mapped":  "[::ffff:169.254.169.254]",
		"metadata of a cloud, IPv6":    "[fd00:ec2::254]",
		"behind the provider's router": "100.64.0.1",
		"benchmarks":                   "198.18.0.1",
		"multicast":                    "224.0.0.1",
		"multicast, IPv6":              "[ff02::1]",
		"broadcast":                    "255.255.255.255",
	} {
		answer, err := client.Get("https://" + host + "/")
		if err == nil {
			_ = answer.Body.Close()
		}
		// The decimal, octal and short spellings are no addresses for Go, and no resolver knows them as names.
		if spelled := name == "loopback, decimal" || name == "loopback, octal" || name == "loopback, short"; !errors.Is(err, outgoing.ErrPrivate) && (!spelled || err == nil) {
			t.Errorf("%s: got %v, want %v", name, err, outgoing.ErrPrivate)
		}
	}
}

// The guarded client uses no port but those of https, and neither follows a redirect nor uses a proxy of the environment.
func TestNewClient_PortsAndRedirects(t *testing.T) {
	t.Parallel()
	guarded := outgoing.NewClient(false)
	if answer, err := guarded.Get("https://192.0.32.7:25/"); !errors.Is(err, outgoing.ErrPrivate) {
		if err == nil {
			_ = answer.Body.Close()
		}
		t.Errorf("the port of mails: got %v, want %v", err, outgoing.ErrPrivate)
	}
	if transport, ok := guarded.Transport.(*http.Transport); !ok || transport.Proxy != nil {
		t.Error("the client uses a proxy, which would connect to addresses unchecked")
	}
	server := httptest.NewServer(http.RedirectHandler("http://127.0.0.1:1/", http.StatusTemporaryRedirect))
	t.Cleanup(server.Close)
	answer, err := outgoing.NewClient(true).Get(server.URL)
	must.Succeed(t, err)
	_ = answer.Body.Close()
	expect.Equal(t, answer.StatusCode, http.StatusTemporaryRedirect)
}
