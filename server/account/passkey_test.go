package account_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/go-webauthn/webauthn/protocol/webauthncbor"

	"nemeton/server/account"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// authenticator is a discoverable passkey in software.
type authenticator struct {
	t       *testing.T
	key     *ecdsa.PrivateKey
	id      []byte
	name    string // of the relying party
	handle  []byte
	counter uint32
	flags   byte // of its answers
}

// Flags of the data of an authenticator.
const (
	present, verified, attested = 0x01, 0x04, 0x40
)

func newAuthenticator(t *testing.T) *authenticator {
	t.Helper()
	key := of(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	a := &authenticator{t: t, key: key, id: make([]byte, 16), name: "games.example", counter: 1, flags: present | verified}
	_, _ = rand.Read(a.id)
	return a
}

func encoded(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

// data is the data of the authenticator, without a new credential.
func (a *authenticator) data(flags byte) []byte {
	hash := sha256.Sum256([]byte(a.name))
	return binary.BigEndian.AppendUint32(append(hash[:], flags), a.counter)
}

// options are those that the server sends, as far as an authenticator needs them.
type options struct {
	Challenge              string
	User                   struct{ ID string }
	ExcludeCredentials     []struct{ ID string }
	UserVerification       string
	AuthenticatorSelection struct{ ResidentKey, UserVerification string }
}

func (a *authenticator) read(sent any) (o options) {
	a.t.Helper()
	raw := of(json.Marshal(sent))
	if err := json.Unmarshal(raw, &o); err != nil { //nolint:musttag // the names fit in either case
		a.t.Fatal(err)
	}
	return o
}

func clientData(kind, challenge, page string) []byte {
	raw, _ := json.Marshal(map[string]any{"type": "webauthn." + kind, "challenge": challenge, "origin": page, "crossOrigin": false})
	return raw
}

func (a *authenticator) answer(response map[string]string) json.RawMessage {
	raw, _ := json.Marshal(map[string]any{
		"id": encoded(a.id), "rawId": encoded(a.id), "type": "public-key", "response": response, "clientExtensionResults": map[string]any{},
	})
	return raw
}

// makes is the answer to the options of a new passkey, at a page.
func (a *authenticator) makes(sent any, page string) json.RawMessage {
	a.t.Helper()
	o := a.read(sent)
	a.handle = of(base64.RawURLEncoding.DecodeString(o.User.ID))
	public := of(a.key.PublicKey.Bytes()) // 4, x, y
	key := of(webauthncbor.Marshal(map[int]any{1: 2, 3: -7, -1: 1, -2: public[1:33], -3: public[33:]}))
	data := append(a.data(a.flags|attested), make([]byte, 16)...)
	data = binary.BigEndian.AppendUint16(data, uint16(len(a.id)))
	data = append(append(data, a.id...), key...)
	object := of(webauthncbor.Marshal(map[string]any{"fmt": "none", "attStmt": map[string]any{}, "authData": data}))
	return a.answer(map[string]string{"clientDataJSON": encoded(clientData("create", o.Challenge, page)), "attestationObject": encoded(object)})
}

// signs is the answer to the options of a sign-in, at a page.
func (a *authenticator) signs(sent any, page string) json.RawMessage {
	a.t.Helper()
	client := clientData("get", a.read(sent).Challenge, page)
	data, hash := a.data(a.flags), sha256.Sum256(client)
	sum := sha256.Sum256(append(slices.Clone(data), hash[:]...))
	signature := of(ecdsa.SignASN1(rand.Reader, a.key, sum[:]))
	return a.answer(map[string]string{
		"clientDataJSON": encoded(client), "authenticatorData": encoded(data), "signature": encoded(signature), "userHandle": encoded(a.handle),
	})
}

// adds gives a player a new passkey.
func (h *fixture) adds(id store.PlayerID) *authenticator {
	h.t.Helper()
	a := newAuthenticator(h.t)
	must.Succeed(h.t, h.tries(a, id))
	return a
}

func (h *fixture) tries(a *authenticator, id store.PlayerID) error {
	h.t.Helper()
	sent, attempt, err := h.BeginPasskey(h.t.Context(), origin, id)
	if err != nil {
		return err
	}
	_, err = h.FinishPasskey(h.t.Context(), origin, id, attempt, a.makes(sent, origin), "phone")
	return err
}

// signIn signs in with a passkey whose counter advances.
func (h *fixture) signIn(a *authenticator) (store.Player, string, error) {
	h.t.Helper()
	sent, attempt, err := h.BeginSignIn(h.t.Context(), origin)
	must.Succeed(h.t, err)
	a.counter++
	return h.FinishSignIn(h.t.Context(), origin, attempt, a.signs(sent, origin), "laptop")
}

func TestPasskey(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	sent, attempt, err := h.BeginPasskey(t.Context(), origin, h.ada)
	a := newAuthenticator(t)
	if o := a.read(of(sent, err)); o.AuthenticatorSelection.ResidentKey != "required" || o.AuthenticatorSelection.UserVerification != "required" {
		t.Errorf("got %+v, want a discoverable passkey with verification", o)
	}
	way, err := h.FinishPasskey(t.Context(), origin, h.ada, attempt, a.makes(sent, origin), "  my phone\x00 ")
	if err != nil || way.Name != "my phone" || way.Player != h.ada {
		t.Fatalf("got %+v, %v, want the passkey of Ada", way, err)
	}
	h.hears(h.ada, account.PasskeyAdded)
	p, token, err := h.signIn(a)
	if err != nil || p.ID != h.ada {
		t.Fatalf("got %+v, %v, want Ada", p, err)
	}
	h.is(token, h.ada)
	h.hears(h.ada, account.PasskeyUsed)
	if list := of(h.Ways(t.Context(), h.ada)); len(list) != 1 || list[0].UsedAt.IsZero() {
		t.Errorf("got %+v, want one passkey that was used", list)
	}
	sent, _, err = h.BeginPasskey(t.Context(), origin, h.ada)
	if o := a.read(of(sent, err)); len(o.ExcludeCredentials) != 1 || o.ExcludeCredentials[0].ID != encoded(a.id) {
		t.Errorf("got %+v, want the passkey of before excluded", o)
	}
	h.expect("a passkey of Ada for Ben", h.tries(a, h.ben), apperr.WayTaken)
	h.expect("renamed by Ben", h.Rename(t.Context(), h.ben, way.ID, "x"), apperr.UnknownWay)
	h.expect("removed by Ben", h.Remove(t.Context(), h.ben, way.ID), apperr.UnknownWay)
	h.expect("removed by Ada", h.Remove(t.Context(), h.ada, way.ID), "")
	h.hears(h.ada, account.PasskeyRemoved)
	h.expect("a removed passkey", expect.Third(h.signIn(a)), apperr.BadPasskey)
}

func TestPasskey_Refused(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	a := h.adds(h.ada)
	try := func(page string, change func(a *authenticator)) error {
		sent, attempt, err := h.BeginSignIn(t.Context(), origin)
		b := *a
		if change != nil {
			change(&b)
		}
		b.counter++
		_, _, err = h.FinishSignIn(t.Context(), origin, attempt, b.signs(of(sent, err), page), "")
		return err
	}
	for name, c := range map[string]struct {
		page   string
		change func(a *authenticator)
	}{
		"another origin":              {"https://games.example.evil.example", nil},
		"another port":                {origin + ":8443", nil},
		"of another server":           {origin, func(a *authenticator) { a.name = "other.example" }},
		"without verification":        {origin, func(a *authenticator) { a.flags = present }},
		"another handle":              {origin, func(a *authenticator) { a.handle = []byte(h.ben) }},
		"another key":                 {origin, func(a *authenticator) { a.key = newAuthenticator(t).key }},
		"an unknown credential":       {origin, func(a *authenticator) { a.id = newAuthenticator(t).id }},
		"a counter that stands still": {origin, func(a *authenticator) { a.counter-- }},
	} {
		h.expect(name, try(c.page, c.change), apperr.BadPasskey)
	}
	sent, attempt, err := h.BeginSignIn(t.Context(), origin)
	if a.counter++; err != nil {
		t.Fatal(err)
	}
	answer := a.signs(sent, origin)
	h.expect("the right one", expect.Third(h.FinishSignIn(t.Context(), origin, attempt, answer, "")), "")
	h.expect("replayed", expect.Third(h.FinishSignIn(t.Context(), origin, attempt, answer, "")), apperr.ExpiredCode)
	_, second, err := h.BeginSignIn(t.Context(), origin)
	must.Succeed(t, err)
	h.expect("replayed for another challenge", expect.Third(h.FinishSignIn(t.Context(), origin, second, answer, "")), apperr.BadPasskey)
	a.counter = 1
	_, _, err = h.signIn(a) // a copy of the passkey, which was used less often
	h.expect("a counter that goes back", err, apperr.BadPasskey)
	a.counter = 10
	sent, attempt, err = h.BeginSignIn(t.Context(), origin)
	must.Succeed(t, err)
	h.clock.Add(6 * time.Minute)
	h.expect("too late", expect.Third(h.FinishSignIn(t.Context(), origin, attempt, a.signs(sent, origin), "")), apperr.ExpiredCode)
	h.expect("no answer of a browser", expect.Third(h.FinishSignIn(t.Context(), origin, attempt, json.RawMessage(`{"id":1}`), "")), apperr.BadPasskey)
}

func TestPasskey_NewOneRefused(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	for name, page := range map[string]string{"another origin": "https://evil.example", "plain": "http://games.example"} {
		sent, attempt, err := h.BeginPasskey(t.Context(), origin, h.ada)
		_, err = h.FinishPasskey(t.Context(), origin, h.ada, attempt, newAuthenticator(t).makes(of(sent, err), page), "")
		h.expect(name, err, apperr.BadPasskey)
	}
	sent, attempt, err := h.BeginPasskey(t.Context(), origin, h.ada)
	a := newAuthenticator(t)
	answer := a.makes(of(sent, err), origin)
	h.expect("the attempt of another player", expect.Second(h.FinishPasskey(t.Context(), origin, h.ben, attempt, answer, "")), apperr.ExpiredCode)
	h.expect("an attempt to add as a sign-in", expect.Third(h.FinishSignIn(t.Context(), origin, attempt, a.signs(sent, origin), "")), apperr.ExpiredCode)
	a.flags = present
	h.expect("without verification", expect.Second(h.FinishPasskey(t.Context(), origin, h.ada, attempt, a.makes(sent, origin), "")), apperr.BadPasskey)
	expect.Equal(t, len(of(h.Ways(t.Context(), h.ada))), 0, "passkey")
}

func TestPasskey_Twenty(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	for range store.MaxWays {
		h.adds(h.ada)
	}
	h.expect("one more", h.tries(newAuthenticator(t), h.ada), apperr.TooManyWays)
}

// The user handle of a passkey is the id of the guest for whom it was made, also after that guest became one with somebody.
func TestPasskey_AfterMerge(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	guest := h.adds(h.ben)
	own := h.adds(h.ada)
	must.Return(h.Store.MergePlayers(t.Context(), h.ben, h.ada, store.MergeNote{}))(t)
	for _, a := range []*authenticator{guest, own, guest} {
		p, token, err := h.signIn(a)
		if err != nil || p.ID != h.ada {
			t.Fatalf("got %+v, %v, want Ada", p, err)
		}
		h.is(token, h.ada)
	}
}

func TestPasskey_NotOffered(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ public, origin, reason string }{
		"https":               {"", origin, ""},
		"localhost":           {"", "http://localhost:8080", ""},
		"the chosen address":  {origin, origin, ""},
		"an IPv4 address":     {"", "https://192.0.2.1", account.IPAddress},
		"an IPv6 address":     {"", "https://[2001:db8::1]:8443", account.IPAddress},
		"no address":          {"", "", account.IPAddress},
		"plain http":          {"", "http://games.example", account.NoHTTPS},
		"another address":     {origin, "https://old.example", account.OtherAddress},
		"another port of it":  {origin, origin + ":8443", account.OtherAddress},
		"localhost of a host": {origin, "http://localhost", account.OtherAddress},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newFixture(t, func(c2 *account.Config) { c2.Public = c.public })
			expect.Equal(t, h.PasskeyReason(c.origin), c.reason, "reason")
			for _, begin := range []func() error{
				func() error { _, _, err := h.BeginSignIn(t.Context(), c.origin); return err },
				func() error { _, _, err := h.BeginPasskey(t.Context(), c.origin, h.ada); return err },
			} {
				var refused *apperr.Error
				if err := begin(); c.reason == "" && err != nil || c.reason != "" && (!errors.As(err, &refused) || refused.Code != apperr.NotOffered || refused.Reason != c.reason) {
					t.Errorf("got %v, want not_offered because of %q", err, c.reason)
				}
			}
		})
	}
}

// After a move to another name, passkeys still belong to the name of before.
func TestPasskey_Name(t *testing.T) {
	t.Parallel()
	h := newFixture(t, func(c *account.Config) { c.Public, c.Passkey = origin, "old.example" })
	a := newAuthenticator(t)
	h.expect("for the new name", h.tries(a, h.ada), apperr.BadPasskey)
	a.name = "old.example"
	h.expect("for the old name", h.tries(a, h.ada), "")
	h.expect("sign-in", expect.Third(h.signIn(a)), "")
}
