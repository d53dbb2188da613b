package httpapi_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/google/go-cmp/cmp"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

var update = flag.Bool("update", false, "rewrite docs/openapi.json")

const stored = "../../docs/openapi.json"

// docs/openapi.json is the server's description of its API. After a change, run this test with -update.
func TestOpenAPI_Stored(t *testing.T) {
	t.Parallel()
	var got bytes.Buffer
	raw := newFixture(t).nobody().call("GET", "/openapi.json", nil).want(200, "").body
	must.Succeed(t, json.Indent(&got, bytes.TrimSpace(raw), "", "  "))
	got.WriteByte('\n')
	if *update {
		must.Succeed(t, os.WriteFile(stored, got.Bytes(), 0o644))
	}
	want := must.Return(os.ReadFile(stored))(t)
	expect.Equal(t, cmp.Diff(string(want), got.String()), "", "the API changed; run go test ./server/httpapi -run OpenAPI -update (-stored +served)")
}

// Every route is described, and every described call has a route.
func TestOpenAPI_MatchesRoutes(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	var doc struct {
		OpenAPI string
		Paths   map[string]map[string]json.RawMessage
	}
	h.nobody().call("GET", "/openapi.json", nil).want(200, "").into(&doc)
	if !strings.HasPrefix(doc.OpenAPI, "3.1") {
		t.Errorf("got OpenAPI %q, want 3.1", doc.OpenAPI)
	}
	var describe, served []string
	for path, calls := range doc.Paths {
		for method := range calls {
			describe = append(describe, strings.ToUpper(method)+" "+path)
		}
	}
	routes, ok := h.handler.(chi.Routes)
	if !ok {
		t.Fatalf("the handler is a %T, not a router", h.handler)
	}
	err := chi.Walk(routes, func(method, path string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		rest, api := strings.CutPrefix(strings.ReplaceAll(path, "/*/", "/"), "/api/v1")
		// Mail programs call /mail/end, and pages without scripts both, with a form as the body.
		if api && !strings.HasPrefix(rest, "/openapi") && !strings.HasSuffix(rest, "/socket") && !strings.HasSuffix(rest, "/events") && rest != "/mail/end" && rest != "/sign-in/oidc/return" && rest != "/mail/confirmation" {
			served = append(served, method+" "+rest)
		}
		return nil
	})
	must.Succeed(t, err)
	slices.Sort(describe)
	slices.Sort(served)
	expect.Equal(t, cmp.Diff(served, describe), "", "(-served +described)")
}

// Every call that the protocol names is served.
func TestOpenAPI_MatchesProtocol(t *testing.T) {
	t.Parallel()
	text := must.Return(os.ReadFile("../../docs/protocol.md"))(t)
	doc := must.Return(os.ReadFile(stored))(t)
	for _, call := range []string{
		"POST /players", "GET /me", "GET /session", "GET /titles", "POST /tables", "GET /tables", "GET /tables/{id}", "POST /tables/{id}/seats",
		"DELETE /tables/{id}/seats/{seat}", "POST /tables/{id}/start", "GET /tables/{id}/view", "GET /tables/{id}/log",
		"GET /tables/{id}/export", "POST /tables/{id}/rematch", "POST /tables/{id}/commands", "PATCH /me", "DELETE /me",
		"GET /me/sessions", "DELETE /me/session", "POST /me/links", "POST /sessions", "POST /tables/{id}/takeback", "POST /tables/{id}/leave",
	} {
		_, path, _ := strings.Cut(call, " ")
		if !strings.Contains(string(text), "`"+call) || !strings.Contains(string(doc), `"`+path+`"`) {
			t.Errorf("%s is missing in the protocol or in the description", call)
		}
	}
}
