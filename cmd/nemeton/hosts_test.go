package main

import (
	"net/http"
	"slices"
	"testing"
)

// The program checks the host of pages, calls and sockets, but not on the admin address.
func TestApp_Hosts(t *testing.T) {
	t.Parallel()
	r := start(t, database(t), func(c *config) { c.Hosts, c.Nodes = []string{"games.example"}, []string{"https://node-1.example"} })
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
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.url, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		req.Host = c.host
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != c.want {
			t.Errorf("%s: got %d, want %d", name, res.StatusCode, c.want)
		}
	}
}

func TestHostNames(t *testing.T) {
	t.Parallel()
	got, err := hostNames([]string{"Games.Example:443", " nas ", "", "[2001:db8::1]:80", "2001:db8::2", "*", "games.example."})
	if want := []string{"games.example", "nas", "2001:db8::1", "2001:db8::2", "*", "games.example"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	for _, bad := range []string{"https://games.example", "games.example/x", "*.games.example", "a b", "ada@games.example"} {
		if got, err := hostNames([]string{bad}); err == nil {
			t.Errorf("%q: got %q, want an error", bad, got)
		}
	}
	if got := nodeHosts([]string{"https://A.example:8443", "http://192.0.2.1"}); !slices.Equal(got, []string{"a.example", "192.0.2.1"}) {
		t.Errorf("got %q", got)
	}
}
