package certificate_test

import (
	"net/http/httptest"
	"testing"

	"nemeton/server/certificate"
)

func TestRedirect(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		hosts                    []string
		port, method, host, path string
		status                   int
		want                     string
	}{
		"the same name":   {[]string{name}, "443", "GET", name, "/tables/7?invite=x%20y", 308, "https://" + name + "/tables/7?invite=x%20y"},
		"another case":    {[]string{name}, "443", "GET", "Games.example.org:80", "/", 308, "https://Games.example.org/"},
		"another name":    {[]string{name}, "443", "HEAD", "evil.example", "/a", 308, "https://" + name + "/a"},
		"a second name":   {[]string{name, "b.example"}, "443", "GET", "b.example", "/", 308, "https://b.example/"},
		"another port":    {nil, "8443", "GET", "192.0.2.1:8080", "/", 308, "https://192.0.2.1:8443/"},
		"an IPv6 address": {nil, "8443", "GET", "[2001:db8::1]:80", "/", 308, "https://[2001:db8::1]:8443/"},
		"a bare address":  {nil, "443", "GET", "[2001:db8::1]", "/", 308, "https://[2001:db8::1]/"},
		"a change":        {[]string{name}, "443", "POST", name, "/api/v1/players", 400, ""},
		"two slashes":     {[]string{name}, "443", "GET", name, "//evil.example/", 308, "https://" + name + "//evil.example/"},
	} {
		r := httptest.NewRequest(c.method, "http://x"+c.path, nil)
		r.Host = c.host
		w := httptest.NewRecorder()
		certificate.Redirect(c.hosts, c.port).ServeHTTP(w, r)
		if got := w.Header().Get("Location"); w.Code != c.status || got != c.want {
			t.Errorf("%s: got %d %q, want %d %q", what, w.Code, got, c.status, c.want)
		}
	}
}
