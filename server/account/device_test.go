package account_test

import (
	"testing"
	"time"

	"nemeton/server/account"
	"nemeton/server/apperr"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestDevice(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	code, secret, _, err := h.AskDevice(t.Context(), "Firefox, Linux")
	must.Succeed(t, err)
	asking, err := h.LookAtDevice(t.Context(), code)
	if err != nil || asking.Label != "Firefox, Linux" || !asking.Since.Equal(h.clock.Now()) {
		t.Errorf("got %+v, %v, want the device and its time", asking, err)
	}
	if _, token, waits, err := h.ClaimDevice(t.Context(), secret, ""); err != nil || !waits || token != "" {
		t.Errorf("before the answer: got %q, %v, %v, want to wait", token, waits, err)
	}
	for name, bad := range map[string]string{"short": "1234", "other letters": "!!!!-!!!!", "unknown": "0000-0000", "empty": ""} {
		h.expect(name, expect.Second(h.LookAtDevice(t.Context(), bad)), apperr.BadLink)
		h.expect(name+", approved", h.AnswerDevice(t.Context(), bad, h.ada, "", true), apperr.BadLink)
	}
	h.expect("approved", h.AnswerDevice(t.Context(), code, h.ada, "", true), "")
	h.expect("approved by somebody else", h.AnswerDevice(t.Context(), code, h.ben, "", true), apperr.BadLink)
	h.expect("refused afterwards", h.AnswerDevice(t.Context(), code, h.ada, "", false), apperr.BadLink)
	_, _, _, err = h.ClaimDevice(t.Context(), "the secret of a stranger who saw the code", "")
	h.expect("another browser", err, apperr.ExpiredCode)
	p, token, _, err := h.ClaimDevice(t.Context(), secret, "Firefox, Linux")
	if err != nil || p.ID != h.ada {
		t.Fatalf("got %+v, %v, want Ada", p, err)
	}
	h.is(token, h.ada)
	h.hears(h.ada, account.DeviceApproved)
	_, _, _, err = h.ClaimDevice(t.Context(), secret, "")
	h.expect("claimed twice", err, apperr.ExpiredCode)
}

func TestDevice_Refused(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	code, secret, _, err := h.AskDevice(t.Context(), "")
	must.Succeed(t, err)
	h.expect("refused", h.AnswerDevice(t.Context(), code, h.ada, "", false), "")
	_, _, _, err = h.ClaimDevice(t.Context(), secret, "")
	h.expect("claimed", err, apperr.NotAllowed)
	_, _, _, err = h.ClaimDevice(t.Context(), secret, "")
	h.expect("claimed again", err, apperr.ExpiredCode)

	code, secret, _, err = h.AskDevice(t.Context(), "")
	must.Succeed(t, err)
	h.clock.Add(account.DeviceLife)
	h.expect("approved too late", h.AnswerDevice(t.Context(), code, h.ada, "", true), apperr.BadLink)
	_, _, _, err = h.ClaimDevice(t.Context(), secret, "")
	h.expect("claimed too late", err, apperr.ExpiredCode)
}

func TestHostLink(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	link := func() string {
		h.clock.Add(time.Second)
		code, expires, err := h.MakeHostLink(t.Context(), h.ada)
		if err != nil || !expires.Equal(h.clock.Now().Add(account.HostLinkLife)) {
			t.Fatalf("got %v, %v, want a link for a day", expires, err)
		}
		return code
	}
	claim := func(code string) error {
		_, _, err := h.ClaimHostLink(t.Context(), code, "phone")
		return err
	}
	first := link()
	h.hears(h.ada, account.HostLinkMade)
	p, token, err := h.ClaimHostLink(t.Context(), first, "phone")
	if err != nil || p.ID != h.ada {
		t.Fatalf("got %+v, %v, want Ada", p, err)
	}
	h.is(token, h.ada)
	h.hears(h.ada, account.HostLinkUsed)
	h.expect("used twice", claim(first), apperr.BadLink)
	replaced, second := link(), link()
	h.expect("replaced", claim(replaced), apperr.BadLink)
	h.expect("of another form", claim("1234"), apperr.BadLink)
	h.expect("unknown", claim("0000-0000-0000"), apperr.BadLink)
	h.clock.Add(account.HostLinkLife)
	h.expect("expired", claim(second), apperr.BadLink)
	erased := link()
	must.Succeed(t, h.people.Erase(t.Context(), h.ada))
	h.expect("of an erased player", claim(erased), apperr.BadLink)
	h.expect("for an erased player", expect.Third(h.MakeHostLink(t.Context(), h.ada)), apperr.UnknownPlayer)
	h.expect("for nobody", expect.Third(h.MakeHostLink(t.Context(), "nobody")), apperr.UnknownPlayer)
}

// A person has deleted the account while a device waited for the answer.
func TestDevice_Erased(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	code, secret, _, err := h.AskDevice(t.Context(), "")
	must.Succeed(t, err)
	h.expect("approved", h.AnswerDevice(t.Context(), code, h.ada, "", true), "")
	must.Succeed(t, h.people.Erase(t.Context(), h.ada))
	_, _, _, err = h.ClaimDevice(t.Context(), secret, "")
	h.expect("claimed", err, apperr.ExpiredCode)
}

// A sign-in that fails halfway leaves its code as it was.
func TestCodes_FailedSession(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	h.reads(h.ada, true)
	mail, digits := h.asks()
	letters, device, _, err := h.AskDevice(t.Context(), "")
	must.Succeed(t, err)
	h.expect("approved", h.AnswerDevice(t.Context(), letters, h.ada, "", true), "")
	link, _, err := h.MakeHostLink(t.Context(), h.ada)
	must.Succeed(t, err)
	for name, claim := range map[string]func() error{
		"a mail":              func() error { return h.enters(mail, digits) },
		"another device":      func() error { _, _, _, err := h.ClaimDevice(t.Context(), device, ""); return err },
		"a link of operators": func() error { return expect.Third(h.ClaimHostLink(t.Context(), link, "")) },
	} {
		h.tokens.fails = true
		h.expect(name+", while no session is made", claim(), apperr.Internal)
		h.tokens.fails = false
		h.expect(name+", again", claim(), "")
	}
}
