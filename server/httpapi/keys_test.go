package httpapi_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"nemeton/engine/export"
	"nemeton/server/httpapi"
	"nemeton/server/signedexport"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/sqlitetest"
)

// getKeys asks for the keys of the server, past the API.
func (h *fixture) getKeys(method, tag string) answer {
	h.t.Helper()
	r := must.Return(http.NewRequestWithContext(h.t.Context(), method, h.url+httpapi.KeysPath, http.NoBody))(h.t)
	if tag != "" {
		r.Header.Set("If-None-Match", tag)
	}
	return h.send(r)
}

// rotated replaces the signer of a server by one that the test can rotate.
func rotated(n *signedexport.Signer) func(*httpapi.Config) {
	return func(c *httpapi.Config) { c.Signer = n }
}

func newTestSigner(t *testing.T) *signedexport.Signer {
	t.Helper()
	return signedexport.New(sqlitetest.Open(t), time.Now, rand.Reader)
}

func TestKeys(t *testing.T) {
	t.Parallel()
	n := newTestSigner(t)
	h := newFixture(t, rotated(n))
	got := h.getKeys("GET", "").want(200, "")
	k := must.Return(n.Key(t.Context()))(t)
	if text := string(got.body); !strings.HasPrefix(text, "# signs since ") || !strings.HasSuffix(text, "\n"+k.Verifier+"\n") {
		t.Errorf("got %q, want the key %s", text, k.Verifier)
	}
	tag := got.header.Get("ETag")
	if got.header.Get("Content-Type") != "text/plain; charset=utf-8" || got.header.Get("Cache-Control") != "public, max-age=300" || tag == "" {
		t.Errorf("got headers %v", got.header)
	}
	if again := h.getKeys("GET", tag); again.status != 304 || len(again.body) > 0 {
		t.Errorf("got %d and %d bytes, want 304 without a body", again.status, len(again.body))
	}
	if head := h.getKeys("HEAD", ""); head.status != 200 || head.header.Get("ETag") != tag || len(head.body) > 0 {
		t.Errorf("HEAD: got %d, %v", head.status, head.header)
	}
	h.getKeys("POST", "").want(405, "method_not_allowed")
	must.Return(n.Rotate(t.Context()))(t)
	expect.Equal(t, strings.Count(string(h.getKeys("GET", tag).want(200, "").body), "nemeton/"), 2, "after a rotation, keys")
}

// The address is limited like a call of the API.
func TestKeys_Limited(t *testing.T) {
	t.Parallel()
	units := &unitCounts{}
	h := newFixture(t, func(c *httpapi.Config) { units.Limits, c.Limits = c.Limits, units })
	h.getKeys("GET", "").want(200, "")
	if address, player := units.taken(); address != 1 || player != 0 {
		t.Errorf("got %d and %d units, want 1 of the address", address, player)
	}
	h = newFixture(t, func(c *httpapi.Config) { c.Limits = refusing{c.Limits} })
	h.getKeys("GET", "").want(429, "too_fast")
}

// refusing refuses all requests.
type refusing struct{ httpapi.Limits }

func (refusing) AddressRequest(netip.Addr, int) (time.Duration, bool) { return time.Second, false }

// An export is signed with the newest key. Its bytes and its ETag change with the key alone.
func TestExport_Signed(t *testing.T) {
	t.Parallel()
	n := newTestSigner(t)
	h := newFixture(t, rotated(n))
	ada, bob := h.guest("Ada"), h.guest("Bob")
	path := "/tables/" + h.finish(h.started("public", ada, bob), ada, bob).ID + "/export"
	signed := func(got answer) string {
		t.Helper()
		doc := must.Return(export.Read(got.body))(t)
		k := must.Return(n.Key(t.Context()))(t)
		if checked, err := signedexport.CheckExport(doc, []string{k.Verifier}); err != nil || !checked.Trusted {
			t.Errorf("got %+v, %v, want a signature with %s", checked, err, k.Verifier)
		}
		return got.header.Get("ETag")
	}
	first := ada.call("GET", path, nil).want(200, "")
	tag := signed(first)
	if again := bob.call("GET", path, nil).want(200, ""); again.header.Get("ETag") != tag || !bytes.Equal(again.body, first.body) {
		t.Error("the same export has other bytes or another ETag")
	}
	expect.Equal(t, digestOf(t, first.body), "")
	must.Return(n.Rotate(t.Context()))(t)
	if got := ada.conditional("GET", path, tag).want(200, ""); signed(got) == tag {
		t.Error("the export has the same ETag after a rotation")
	}
}

// digestOf returns an error text unless the digest covers every member but itself, the signature too.
func digestOf(t *testing.T, raw []byte) string {
	t.Helper()
	var doc map[string]json.RawMessage
	must.Succeed(t, json.Unmarshal(raw, &doc))
	given := string(doc["digest"])
	delete(doc, "digest")
	rest, err := json.Marshal(doc) // members in order; their values are canonical
	must.Succeed(t, err)
	if sum := sha256.Sum256(rest); given != `"`+hex.EncodeToString(sum[:])+`"` || len(doc["signature"]) == 0 {
		return "got the digest " + given + " and the signature " + string(doc["signature"]) + ", want the digest of the other members"
	}
	return ""
}

// failing is a signer whose keys cannot be used.
type failing struct{ err error }

func (f failing) Key(context.Context) (signedexport.Key, error)    { return signedexport.Key{}, f.err }
func (f failing) Keys(context.Context) ([]signedexport.Key, error) { return nil, f.err }

func TestExport_NoKey(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]struct{ export, keys string }{
		fmt.Errorf("the key: %w", store.ErrSealed): {"sealed", "sealed"},
		store.ErrUnavailable:                       {"unavailable", "unavailable"},
	} {
		h := newFixture(t, func(c *httpapi.Config) { c.Signer = failing{err} })
		ada, bob := h.guest("Ada"), h.guest("Bob")
		path := "/tables/" + h.finish(h.started("public", ada, bob), ada, bob).ID + "/export"
		ada.call("GET", path, nil).want(503, want.export)
		h.getKeys("GET", "").want(503, want.keys)
	}
}
