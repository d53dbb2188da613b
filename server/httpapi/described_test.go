package httpapi_test

import (
	"encoding/json"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// described finds the call of a request in docs/openapi.json. Its pattern leads to the responses by status.
var described = sync.OnceValues(func() (*http.ServeMux, map[string]map[string]json.RawMessage) {
	var doc struct {
		Paths map[string]map[string]struct {
			Responses map[string]json.RawMessage `json:"responses"`
		} `json:"paths"`
	}
	raw, err := os.ReadFile(stored)
	if err == nil {
		err = json.Unmarshal(raw, &doc)
	}
	if err != nil {
		panic(err)
	}
	calls, responses := http.NewServeMux(), map[string]map[string]json.RawMessage{}
	for path, methods := range doc.Paths {
		for method, call := range methods {
			pattern := strings.ToUpper(method) + " /api/v1" + path
			calls.Handle(pattern, http.NotFoundHandler())
			responses[pattern] = call.Responses
		}
	}
	return calls, responses
})

// wantDescribed fails the test if a call has an answer that docs/openapi.json does not name.
func wantDescribed(t *testing.T, r *http.Request, status int) {
	t.Helper()
	calls, responses := described()
	_, pattern := calls.Handler(r)
	if status >= 400 || pattern == "" {
		return
	}
	if _, ok := responses[pattern][strconv.Itoa(status)]; !ok {
		t.Errorf("%s answered %d, which docs/openapi.json does not name", pattern, status)
	}
}
