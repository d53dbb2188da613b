package account_test

import (
	"errors"
	"net/netip"
	"testing"

	"nemeton/server/account"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

const address = "ada@games.example"

// reads gives a player a mail channel with an address.
func (h *fixture) reads(id store.PlayerID, verified bool) {
	h.t.Helper()
	data := "no"
	if verified {
		data = "yes"
	}
	_, err := h.Store.ChangeNotifier(h.t.Context(), id, h.clock.Now(), func(n *store.Notifier) error {
		n.Channels = append(n.Channels, store.Channel{ID: h.NewID(), Kind: store.MailChannel, Address: address, Data: data})
		return nil
	})
	must.Succeed(h.t, err)
}

// asks sends a code, and returns it and the secret of the browser.
func (h *fixture) asks() (secret, code string) {
	h.t.Helper()
	secret, _, err := h.AskMail(h.t.Context(), " ADA@games.example", netip.Addr{}, "en")
	must.Succeed(h.t, err)
	return secret, h.mail.codes[len(h.mail.codes)-1]
}

func (h *fixture) enters(secret, code string) error {
	_, _, _, err := h.ClaimMail(h.t.Context(), secret, code, "", "laptop")
	return err
}

func TestMail(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	h.reads(h.ada, true)
	h.reads(h.ben, false) // Ben never opened the mail of the server
	secret, code := h.asks()
	other, _ := h.asks() // by another browser
	h.expect("another browser", h.enters("", code), apperr.ExpiredCode)
	h.expect("a browser that guesses", h.enters("a guess", code), apperr.ExpiredCode)
	h.expect("the browser of another mail", h.enters(other, code), apperr.WrongCode)
	p, token, choices, err := h.ClaimMail(t.Context(), secret, code[:3]+" "+code[3:], "", "laptop")
	if err != nil || p.ID != h.ada || choices != nil {
		t.Fatalf("got %+v, %+v, %v, want Ada", p, choices, err)
	}
	h.is(token, h.ada)
	h.hears(h.ada, account.MailUsed)
	h.expect("used twice", h.enters(secret, code), apperr.ExpiredCode)
	secret, code = h.asks()
	h.clock.Add(account.MailCodeLife)
	h.expect("too old", h.enters(secret, code), apperr.ExpiredCode)
}

func TestMail_Locked(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	h.reads(h.ada, true)
	secret, code := h.asks()
	h.expect("another form", h.enters(secret, "12345"), apperr.WrongCode)
	bad := "000000"
	if code == bad {
		bad = "000001"
	}
	for range store.MaxMisses {
		h.expect("a wrong code", h.enters(secret, bad), apperr.WrongCode)
	}
	h.expect("the right code after five wrong ones", h.enters(secret, code), apperr.LockedCode)
	secret, code = h.asks()
	h.expect("the code of a new mail", h.enters(secret, code), "")
}

// A stranger who asks for the mail of an address learns nothing about it.
func TestMail_UnknownAddress(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	h.reads(h.ben, false)
	secret, code := h.asks()
	if secret == "" || code != "" {
		t.Errorf("got secret %q and a mail with code %q, want a secret and a mail without a code", secret, code)
	}
	for range store.MaxMisses {
		h.expect("a code", h.enters(secret, "000000"), apperr.WrongCode)
	}
	h.expect("a code too many", h.enters(secret, "000000"), apperr.LockedCode)
	h.expect("no address", expect.Third(h.AskMail(t.Context(), "no address", netip.Addr{}, "en")), apperr.Invalid)
}

func TestMail_TwoPeople(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	h.reads(h.ada, true)
	h.reads(h.ben, true)
	secret, code := h.asks()
	_, token, choices, err := h.ClaimMail(t.Context(), secret, code, "", "")
	if err != nil || token != "" || len(choices) != 2 || choices[0].ID != h.ada || choices[1].ID != h.ben || choices[1].Name == "" {
		t.Fatalf("got %+v, %v, want a choice between both", choices, err)
	}
	if _, token, choices, err = h.ClaimMail(t.Context(), secret, code, h.Players[2], ""); err != nil || token != "" || len(choices) != 2 {
		t.Errorf("a third person: got %q, %+v, %v, want the choice again", token, choices, err)
	}
	p, token, _, err := h.ClaimMail(t.Context(), secret, code, h.ben, "")
	if err != nil || p.ID != h.ben {
		t.Errorf("got %+v, %v, want Ben", p, err)
	}
	h.is(token, h.ben)
}

func TestMail_ServerFails(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	h.reads(h.ada, true)
	h.mail.fails = apperr.Wrap(errors.New("421"), apperr.MailLater, "try again later")
	secret, _, err := h.AskMail(t.Context(), address, netip.Addr{}, "en")
	h.expect("a mail server that fails", err, apperr.MailLater)
	h.expect("a code of no mail", h.enters(secret, "000000"), apperr.ExpiredCode)
	expect.Equal(t, h.attempts(), 0, "sign-ins that wait")
}
