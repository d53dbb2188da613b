package httpapi_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nemeton/server/httpapi"
	"nemeton/server/notary"
	"nemeton/server/store"
	"nemeton/server/translog"
)

// getLog asks for a path of the transparency log.
func (h *fixture) getLog(path string) answer {
	h.t.Helper()
	r, err := http.NewRequestWithContext(h.t.Context(), http.MethodGet, h.url+httpapi.LogPath+path, http.NoBody)
	if err != nil {
		h.t.Fatal(err)
	}
	return h.send(r)
}

// The log counts each table that is created, also those that are closed before the start, and each that is finished.
func TestLog(t *testing.T) {
	t.Parallel()
	n := newTestNotary()
	h := newFixture(t, rotated(n))
	ada, bob := h.guest("Ada"), h.guest("Bob")
	over := h.finish(h.started("private", ada, bob), ada, bob)
	abandoned := h.started("public", ada, bob)
	key, err := n.Key(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	fetch := func(path string) ([]byte, error) {
		got := h.getLog(path)
		if got.status != http.StatusOK {
			return nil, fmt.Errorf("%s: %d", path, got.status)
		}
		return got.body, nil
	}
	checked, _, err := translog.Check(fetch, []string{key.Verifier}, nil)
	if err != nil || checked.Created != 2 || checked.Finished != 1 {
		t.Fatalf("got %+v, %v, want two created tables and a finished one", checked, err)
	}
	if raw := string(h.getLog("tile/entries/000.p/3").want(200, "").body); strings.Contains(raw, over.ID) || strings.Contains(raw, abandoned.ID) {
		t.Errorf("got entries with an id of a table: %q", raw)
	}
	h.getLog("tile/entries/000").want(404, "not_found")
	h.getLog("tile/0/000.p/4").want(404, "not_found")
}

// slowLog grows by many facts with each checkpoint.
type slowLog struct{ httpapi.Transparency }

func (slowLog) Checkpoint(context.Context, notary.Key) (string, int, error) { return "", 320, nil }

func TestLog_Charged(t *testing.T) {
	t.Parallel()
	units := &unitCounts{}
	h := newFixture(t, func(c *httpapi.Config) {
		units.Limits, c.Limits, c.Transparency = c.Limits, units, slowLog{c.Transparency}
	})
	h.getLog("checkpoint").want(200, "")
	if address, _ := units.taken(); address != 11 {
		t.Errorf("got %d units, want 1 and 10 for the growth", address)
	}
	h = newFixture(t, func(c *httpapi.Config) { c.Notary = failing{store.ErrSealed} })
	h.getLog("checkpoint").want(503, "sealed")
	h = newFixture(t, func(c *httpapi.Config) { c.Limits = refusing{c.Limits} })
	h.getLog("checkpoint").want(429, "too_fast")
	h.getLog("tile/0/000.p/1").want(429, "too_fast")
}
