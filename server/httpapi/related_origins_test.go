package httpapi_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"nemeton/server/account"
	"nemeton/server/httpapi"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// After a move to another name, browsers ask the old name which pages may use its passkeys.
func TestRelatedOrigins(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		public, passkey string
		want            string // empty: nothing
	}{
		"moved":              {"https://games.example", "old.example", `{"origins":["https://games.example"]}`},
		"moved to a port":    {"https://games.example:8443", "old.example", `{"origins":["https://games.example:8443"]}`},
		"not moved":          {"https://games.example", "", ""},
		"the same name":      {"https://games.example", "games.example", ""},
		"an unknown address": {"", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newFixture(t, func(cfg *httpapi.Config) {
				cfg.Accounts, cfg.Hosts = account.NewService(account.Config{Public: c.public, Passkey: c.passkey}), []string{"games.example"}
			})
			r := must.Return(http.NewRequestWithContext(context.Background(), http.MethodGet, h.url+httpapi.RelatedPath, http.NoBody))(t)
			r.Host = "old.example" // which --hosts need not list
			a := h.send(r)
			if c.want == "" {
				expect.Equal(t, a.status, http.StatusNotFound, a.body)
				return
			}
			if a.status != http.StatusOK || a.header.Get("Content-Type") != "application/json" || strings.TrimSpace(string(a.body)) != c.want {
				t.Errorf("got %d %q %s, want %s", a.status, a.header.Get("Content-Type"), a.body, c.want)
			}
			r, _ = http.NewRequestWithContext(context.Background(), http.MethodGet, h.url+"/api/v1/titles", http.NoBody)
			r.Host = "old.example"
			expect.Equal(t, h.send(r).code(), "wrong_host", "the old name reaches more than that")
		})
	}
}
