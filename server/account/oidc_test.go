package account_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/coreos/go-oidc/v3/oidc/oidctest"

	"nemeton/server/account"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// provider is an OpenID Connect provider.
type provider struct {
	t       *testing.T
	url     string
	key     *ecdsa.PrivateKey
	signing *ecdsa.PrivateKey // of tokens
	h       *fixture
	subject string
	name    string
	claims  map[string]any // replace others in tokens
	down    bool
	grants  map[string]url.Values // the queries of the authorizations, by code
}

func newProvider(t *testing.T, change ...func(*account.Config)) *provider {
	t.Helper()
	key := of(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	p := &provider{t: t, key: key, signing: key, subject: "subject-1", name: "Ada L.", grants: map[string]url.Values{}}
	configuration := &oidctest.Server{
		PublicKeys: []oidctest.PublicKey{{PublicKey: key.Public(), KeyID: "key", Algorithm: oidc.ES256}}, Algorithms: []string{oidc.ES256},
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case p.down:
			w.WriteHeader(http.StatusServiceUnavailable)
		case r.URL.Path == "/token":
			p.token(w, r)
		default:
			configuration.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(func() {
		server.Close()
		http.DefaultClient.CloseIdleConnections()
	})
	configuration.SetIssuer(server.URL)
	p.url = server.URL
	change = append([]func(*account.Config){func(c *account.Config) {
		c.OIDC = &account.OIDC{Name: "Club", Issuer: server.URL, Client: "nemeton", Secret: "secret", Return: origin + "/return"}
	}}, change...)
	p.h = newFixture(t, change...)
	return p
}

// token answers the exchange of a code for a token, which needs the verifier of the authorization.
func (p *provider) token(w http.ResponseWriter, r *http.Request) {
	id, secret, _ := r.BasicAuth()
	grant, known := p.grants[r.FormValue("code")]
	delete(p.grants, r.FormValue("code"))
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if !known || id != "nemeton" || secret != "secret" || grant.Get("code_challenge_method") != "S256" || grant.Get("code_challenge") != encoded(sum[:]) {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	now := p.h.clock.Now()
	claims := map[string]any{
		"iss": p.url, "aud": "nemeton", "sub": p.subject, "name": p.name, "nonce": grant.Get("nonce"), "iat": now.Unix(), "exp": now.Add(10 * time.Minute).Unix(),
		"email": "ada@games.example", "email_verified": true,
	}
	maps.Copy(claims, p.claims)
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{
		"access_token": "x", "token_type": "Bearer", "id_token": oidctest.SignIDToken(p.signing, "key", oidc.ES256, string(of(json.Marshal(claims)))),
	})
}

// begin begins a sign-in, and grants it at the provider.
func (p *provider) begin(player store.PlayerID) (secret, state, code string) {
	p.t.Helper()
	address, secret, err := p.h.BeginOIDC(p.t.Context(), player, "/tables/1")
	must.Succeed(p.t, err)
	q := of(url.Parse(address)).Query()
	if q.Get("redirect_uri") != origin+"/return" || q.Get("nonce") == "" || !strings.Contains(q.Get("scope"), "openid") {
		p.t.Errorf("got %q, want the return address, a nonce and a scope", address)
	}
	code = rand.Text()
	p.grants[code] = q
	return secret, q.Get("state"), code
}

// returns begins and ends a sign-in for the player who is signed in.
func (p *provider) returns(player store.PlayerID, create bool) (account.Returned, error) {
	p.t.Helper()
	secret, state, code := p.begin(player)
	return p.h.ReturnOIDC(p.t.Context(), secret, state, code, player, create, "laptop")
}

func TestOIDC(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	h := p.h
	_, err := p.returns("", false)
	h.expect("an unknown identity at a door by invitation", err, apperr.DoorClosed)
	made, err := p.returns("", true)
	if err != nil || made.Player.Name != "Ada L." || made.Back != "/tables/1" {
		t.Fatalf("got %+v, %v, want a new person", made, err)
	}
	h.is(made.Token, made.Player.ID)
	h.hears(made.Player.ID, account.OIDCAdded)
	again, err := p.returns("", false)
	if err != nil || again.Player.ID != made.Player.ID {
		t.Fatalf("got %+v, %v, want the same person", again, err)
	}
	h.is(again.Token, made.Player.ID)
	h.hears(made.Player.ID, account.OIDCUsed)

	h.expect("the identity of another person", expect.Second(p.returns(h.ada, false)), apperr.WayTaken)
	h.reads(h.ada, true) // the provider knows the same address, which identifies nobody
	p.subject = "subject-2"
	h.expect("the mail address of Ada", expect.Second(p.returns("", false)), apperr.DoorClosed)
	for range 2 { // adding it again changes nothing
		expect.Equal(t, must.Return(p.returns(h.ada, false))(t).Token, "", "(the identity added)")
	}
	h.hears(h.ada, account.OIDCAdded)
	expect.Equal(t, must.Return(p.returns("", false))(t).Player.ID, h.ada)
	way := of(h.Ways(t.Context(), h.ada))[0]
	h.expect("removed", h.Remove(t.Context(), h.ada, way.ID), "")
	h.hears(h.ada, account.OIDCRemoved)
	h.expect("a removed identity", expect.Second(p.returns("", false)), apperr.DoorClosed)
}

// late is a store in which an identity is unknown until it cannot be added.
type late struct {
	account.Store
	taken bool
}

func (s *late) WayByKey(ctx context.Context, kind store.WayKind, key string) (store.Way, error) {
	if !s.taken {
		return store.Way{}, store.ErrNotFound
	}
	return s.Store.WayByKey(ctx, kind, key)
}

func (s *late) AddWay(ctx context.Context, w store.Way, e store.AccountEvent) error {
	err := s.Store.AddWay(ctx, w, e)
	s.taken = errors.Is(err, store.ErrConflict)
	return err
}

func TestOIDC_TwoBrowsersAtOnce(t *testing.T) {
	t.Parallel()
	p := newProvider(t, func(c *account.Config) { c.Store = &late{Store: c.Store} })
	first, err := p.returns("", true)
	p.h.expect("the first browser", err, "")
	second, err := p.returns("", true)
	p.h.expect("the second browser", err, "")
	expect.Equal(t, second.Player.ID, first.Player.ID, "the players")
	p.h.is(second.Token, first.Player.ID)
}

func TestOIDC_Refused(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	h := p.h
	must.Return(p.returns(h.ada, false))(t)
	p.begin("")
	for name, claims := range map[string]map[string]any{
		"the nonce of another sign-in":  {"nonce": "other"},
		"a token for another server":    {"aud": "other"},
		"a token of another issuer":     {"iss": "https://other.example"},
		"a token of an hour ago":        {"exp": h.clock.Now().Add(-time.Hour).Unix()},
		"a token without a subject":     {"sub": ""},
		"an issuer that fakes the pair": {"iss": p.url + " x"},
	} {
		p.claims = claims
		h.expect(name, expect.Second(p.returns("", true)), apperr.BadIdentity)
	}
	p.claims, p.signing = nil, of(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	h.expect("a token with another key", expect.Second(p.returns("", true)), apperr.BadIdentity)
	p.signing = p.key

	secret, state, code := p.begin("")
	h.expect("another state", expect.Second(h.ReturnOIDC(t.Context(), secret, "another state", code, "", true, "")), apperr.ExpiredCode)
	h.expect("another browser", expect.Second(h.ReturnOIDC(t.Context(), "another browser", state, code, "", true, "")), apperr.ExpiredCode)
	h.expect("another code", expect.Second(h.ReturnOIDC(t.Context(), secret, state, "another code", "", true, "")), apperr.BadIdentity)
	h.expect("used twice", expect.Second(h.ReturnOIDC(t.Context(), secret, state, code, "", true, "")), apperr.ExpiredCode)

	secret, state, _ = p.begin(h.ada)
	refused, err := h.ReturnOIDC(t.Context(), secret, state, "", h.ada, true, "")
	h.expect("no code", err, apperr.BadIdentity)
	expect.Equal(t, refused, account.Returned{Back: "/tables/1", Adds: true})

	secret, state, code = p.begin("")
	p.grants[code].Set("code_challenge", "of another verifier")
	h.expect("a stolen code", expect.Second(h.ReturnOIDC(t.Context(), secret, state, code, "", true, "")), apperr.BadIdentity)

	secret, state, code = p.begin(h.ada)
	h.expect("somebody else is signed in by now", expect.Second(h.ReturnOIDC(t.Context(), secret, state, code, h.ben, true, "")), apperr.ExpiredCode)
	secret, state, code = p.begin("")
	h.clock.Add(20 * time.Minute)
	h.expect("too late", expect.Second(h.ReturnOIDC(t.Context(), secret, state, code, "", true, "")), apperr.ExpiredCode)
}

// The clock of the server is an hour ahead of the provider's.
func TestOIDC_ClockAnHourWrong(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	p.claims = map[string]any{"exp": p.h.clock.Now().Add(10*time.Minute - time.Hour).Unix()}
	p.h.expect("an hour ahead", expect.Second(p.returns("", true)), apperr.BadIdentity)
	p.claims = map[string]any{"exp": p.h.clock.Now().Add(10*time.Minute + time.Hour).Unix(), "nbf": p.h.clock.Now().Add(time.Hour).Unix()}
	p.h.expect("an hour behind", expect.Second(p.returns("", true)), apperr.BadIdentity)
}

func TestOIDC_ProviderDown(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	p.down = true
	p.h.expect("at the begin", expect.Third(p.h.BeginOIDC(t.Context(), "", "/")), apperr.Unavailable)
	p.down = false
	secret, state, code := p.begin("") // it is asked again
	p.down = true
	p.h.expect("at the return", expect.Second(p.h.ReturnOIDC(t.Context(), secret, state, code, "", true, "")), apperr.Unavailable)
	h := newFixture(t)
	h.expect("without a provider", expect.Third(h.BeginOIDC(t.Context(), "", "/")), apperr.NotOffered)
}

// People who sign in while the provider does not answer wait together. One after another, each would wait for all before.
func TestOIDC_ProviderSlow(t *testing.T) {
	t.Parallel()
	const people = 5
	var asked atomic.Int32
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		<-time.After(100 * time.Millisecond)
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer slow.Close()
	p := newProvider(t, func(c *account.Config) { c.OIDC.Issuer = slow.URL })
	var all sync.WaitGroup
	for range people {
		all.Go(func() {
			p.h.expect("slow", expect.Third(p.h.BeginOIDC(t.Context(), "", "/")), apperr.Unavailable)
		})
	}
	if all.Wait(); asked.Load() == people {
		t.Errorf("the provider was asked %d times, want less than once for each person", people)
	}
}

// A provider's name for a person may be one that this server refuses.
func TestOIDC_OddNames(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	for subject, c := range map[string]struct{ given, want string }{
		"long": {strings.Repeat("Ada Lovelace ", 10), "Player"}, "none": {"", "Player"}, "invisible": {"\u200b", "Player"},
	} {
		p.subject, p.name = subject, c.given
		expect.Equal(t, must.Return(p.returns("", true))(t).Player.Name, c.want, subject)
	}
}
