package main

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/server/certificate"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// The program checks the host of pages, calls and sockets, but not on the admin address.
func TestApp_Hosts(t *testing.T) {
	t.Parallel()
	r := start(t, database(t), func(c *wiring.Config) {
		c.Hosts, c.Nodes = []string{"games.example"}, []string{"https://node-1.example"}
	})
	for name, c := range map[string]struct {
		url, host string
		want      int
	}{
		"a listed name":               {r.url + "/api/v1/titles", "games.example", 200},
		"a node":                      {r.url + "/api/v1/titles", "node-1.example", 200},
		"an address":                  {r.url + "/api/v1/titles", "127.0.0.1", 200},
		"another name":                {r.url + "/api/v1/titles", "evil.example", 421},
		"another name, for a page":    {r.url + "/", "evil.example", 421},
		"another name, for a socket":  {r.url + "/api/v1/tables/x/socket", "evil.example", 421},
		"another name, for a probe":   {r.url + "/readyz", "evil.example", 200},
		"another name, as the admin":  {r.admin + "/metrics", "evil.example", 200},
		"another name, for a profile": {r.admin + "/debug/pprof/cmdline", "evil.example", 200},
	} {
		req := must.Return(http.NewRequestWithContext(t.Context(), http.MethodGet, c.url, http.NoBody))(t)
		req.Host = c.host
		res, err := http.DefaultClient.Do(req)
		must.Succeed(t, err)
		_ = res.Body.Close()
		expect.Equal(t, res.StatusCode, c.want, name)
	}
}

func TestHostNames(t *testing.T) {
	t.Parallel()
	got, err := wiring.HostNames([]string{"Games.Example:443", " nas ", "", "[2001:db8::1]:80", "2001:db8::2", "*", "games.example.", "spiele-würfel.example:443"})
	if want := []string{"games.example", "nas", "2001:db8::1", "2001:db8::2", "*", "games.example", "xn--spiele-wrfel-klb.example"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	for _, bad := range []string{"https://games.example", "games.example/x", "*.games.example", "a b", "ada@games.example", "ü/x.example", "a..b", "a\u200db.example", "xn--a*", strings.Repeat("ü", 80) + ".example"} {
		expect.Failure(t, expect.Second(wiring.HostNames([]string{bad})), bad)
	}
	expect.Slice(t, wiring.NodeHosts([]string{"https://A.example:8443", "http://192.0.2.1"}), []string{"a.example", "192.0.2.1"})
}

// Every flag with a host name takes it in other letters, or refuses it at the start. Requests name hosts in ASCII.
func TestServe_InternationalNames(t *testing.T) {
	t.Parallel()
	const ascii = "xn--spiele-wrfel-klb.example"
	node := must.Return(url.Parse("https://Spiele-Würfel.example:8443"))(t)
	s := wiring.Serve{
		Hosts: []string{"Spiele-Würfel.example"}, NATS: "nats://ada:secret@spiele-würfel.example:4222,nats://127.0.0.1", Nodes: []*url.URL{node}, TLS: wiring.TLSFlags{TLSDomain: []string{"spiele-würfel.example"}, ACMEURL: certificate.LetsEncrypt},
		Notify: wiring.NotifyFlags{PublicURL: "https://spiele-würfel.example/", Contact: "mailto:ada@spiele-würfel.example", SMTP: "smtps://ada:secret@spiele-würfel.example", MailFrom: "spiele@spiele-würfel.example"},
	}
	c := must.Return(s.Check())(t)
	got := []string{c.Hosts[0], c.Nodes[0], c.TLS.Domains[0], c.Notify.Public, c.Notify.Contact, c.Notify.Mail.Host, c.Notify.Mail.From, s.NATS}
	want := []string{
		ascii, "https://" + ascii + ":8443", ascii, "https://" + ascii, "mailto:ada@" + ascii, ascii, "spiele@" + ascii, "nats://ada:secret@" + ascii + ":4222,nats://127.0.0.1",
	}
	expect.Slice(t, got, want)
	const bad = "ü\u200dx.example"
	for name, s := range map[string]wiring.Serve{
		"hosts":   {Hosts: []string{bad}},
		"nats":    {NATS: "nats://ada:secret@" + bad},
		"nodes":   {Nodes: []*url.URL{{Scheme: "https", Host: bad}}},
		"tls":     {TLS: wiring.TLSFlags{TLSDomain: []string{bad}}},
		"public":  {Notify: wiring.NotifyFlags{PublicURL: "https://" + bad}},
		"contact": {Notify: wiring.NotifyFlags{Contact: "mailto:ada@" + bad}},
		"smtp":    {Notify: wiring.NotifyFlags{PublicURL: "https://a.example", SMTP: "smtp://ada:secret@" + bad, MailFrom: "a@b.example"}},
		"from":    {Notify: wiring.NotifyFlags{PublicURL: "https://a.example", SMTP: "smtp://a.example", MailFrom: "a@" + bad}},
	} {
		if _, err := s.Check(); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: got %v, want an error without the password", name, err)
		}
	}
}

// A port that cannot exist is refused at the start: links in mails, and clients that switch nodes, would lead nowhere.
func TestServe_ImpossiblePort(t *testing.T) {
	t.Parallel()
	for _, port := range []string{"0", "65536", "99999"} {
		address := "https://games.example:" + port
		node := must.Return(url.Parse(address))(t)
		for flag, s := range map[string]wiring.Serve{
			"--public-url": {Notify: wiring.NotifyFlags{PublicURL: address}},
			"--nodes":      {Nodes: []*url.URL{node}},
		} {
			if _, err := s.Check(); err == nil || !strings.Contains(err.Error(), flag+": the port "+port) {
				t.Errorf("%s %s: got error %v", flag, address, err)
			}
		}
	}
}

// Pages of other origins cannot open sockets, neither at a table nor for a player.
func TestApp_OtherOrigin(t *testing.T) {
	t.Parallel()
	r := start(t, database(t))
	host := strings.TrimPrefix(r.url, "http://")
	for origin, want := range map[string]int{
		r.url: http.StatusSwitchingProtocols, "https://elsewhere.example": 403, "null": 403, r.url + ".elsewhere.example": 403, "http://sub." + host: 403,
		"http://127.0.0.1:1": 403, "http://elsewhere.example/" + host: 403, r.url + "@elsewhere.example": 403, "https://" + host: 403,
	} {
		for _, path := range []string{"/api/v1/tables/x/socket", "/api/v1/me/socket"} {
			req := must.Return(http.NewRequestWithContext(t.Context(), http.MethodGet, r.url+path, http.NoBody))(t)
			for key, value := range map[string]string{
				"Origin": origin, "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
			} {
				req.Header.Set(key, value)
			}
			res, err := http.DefaultClient.Do(req)
			must.Succeed(t, err)
			_ = res.Body.Close()
			expect.Equal(t, res.StatusCode, want, path, "from", origin)
		}
	}
}

// An address without its scheme would turn off push messages, or the sign-in at the provider, and nobody would be told.
func TestServe_AddressesWithoutScheme(t *testing.T) {
	t.Parallel()
	for _, contact := range []string{"ada@games.example", "mailto:ada", "games.example"} {
		s := wiring.Serve{Notify: wiring.NotifyFlags{Contact: contact}}
		if _, err := s.Check(); err == nil || !strings.Contains(err.Error(), "--contact") {
			t.Errorf("--contact %s: got error %v", contact, err)
		}
	}
	for _, issuer := range []string{"id.example", "https:id.example", "id.example:443"} {
		s := wiring.Serve{Notify: wiring.NotifyFlags{PublicURL: "https://games.example"}}
		s.Account.OIDCIssuer, s.Account.OIDCClient, s.Account.OIDCSecret = issuer, "nemeton", "secret"
		if _, err := s.Check(); err == nil || !strings.Contains(err.Error(), "--oidc-issuer") {
			t.Errorf("--oidc-issuer %s: got error %v", issuer, err)
		}
	}
}
