package notify_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/notify"
	"nemeton/server/store"
	"nemeton/testkit/receivers"
)

// confirmed gives a player a verified mail address, and returns the token that ends the mails of the next mail's link.
func confirmed(t *testing.T, f *fixture, player int, address string) {
	t.Helper()
	if _, err := f.service.SetMail(t.Context(), f.Players[player], address); err != nil {
		t.Fatal(err)
	}
	f.must(f.service.ConfirmMail(t.Context(), tokenIn(t, f, "confirmation")))
}

// tokenIn returns the token of the only mail's link.
func tokenIn(t *testing.T, f *fixture, kind string) string {
	t.Helper()
	got := f.mails.Received()
	if len(got) != 1 {
		t.Fatalf("got %d mails, want 1", len(got))
	}
	return token(t, got[0], kind)
}

func token(t *testing.T, m receivers.Mail, kind string) string {
	t.Helper()
	found := regexp.MustCompile(`https://games\.example/api/v1/mail/` + kind + `\?token=(\S+)&language=en\s`).FindStringSubmatch(m.Text)
	if found == nil {
		t.Fatalf("no link to %s in %q", kind, m.Text)
	}
	return found[1]
}

func TestMail_NeedsConfirmation(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.Running(f.registry, 2)
	seat := f.owing(id)
	n, err := f.service.SetMail(t.Context(), f.Players[seat], " ada@example.org ")
	if err != nil || n.Mail.Address != "ada@example.org" || n.Mail.Verified {
		t.Fatalf("got %+v, %v", n.Mail, err)
	}
	first := tokenIn(t, f, "confirmation")
	f.round(time.Hour)
	if got := f.mails.Received(); len(got) > 0 {
		t.Fatalf("got %v before the confirmation", got)
	}
	for name, bad := range map[string]string{"empty": "", "no channel": "x.y", "a wrong code": first[:len(first)-4] + "AAAA"} {
		if code := apperr.CodeOf(f.service.ConfirmMail(t.Context(), bad)); code != apperr.BadLink {
			t.Errorf("%s: got %q, want %q", name, code, apperr.BadLink)
		}
	}
	f.must(f.service.ConfirmMail(t.Context(), first))
	f.must(f.service.ConfirmMail(t.Context(), first)) // people press twice
	if n, err := f.service.Describe(t.Context(), f.Players[seat]); err != nil || !n.Mail.Verified {
		t.Errorf("got %+v, %v", n.Mail, err)
	}
}

func TestMail_OldLink(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	if _, err := f.service.SetMail(t.Context(), f.Players[0], "ada@example.org"); err != nil {
		t.Fatal(err)
	}
	link := tokenIn(t, f, "confirmation")
	_, err := f.service.SetMail(t.Context(), f.Players[0], "other@example.org")
	if code := apperr.CodeOf(err); code != apperr.TooFast {
		t.Errorf("a second mail at once: got %q, want %q", code, apperr.TooFast)
	}
	f.clock.Add(25 * time.Hour)
	if code := apperr.CodeOf(f.service.ConfirmMail(t.Context(), link)); code != apperr.BadLink {
		t.Errorf("after a day: got %q, want %q", code, apperr.BadLink)
	}
}

// Several turns within ten minutes make one mail, and a turn that is over by then makes none.
func TestMail_Digest(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first, second, third := f.Running(f.registry, 2), f.Running(f.registry, 2), f.Running(f.registry, 2)
	seat := f.owing(first)
	confirmed(t, f, seat, "ada@example.org")
	f.round(time.Second)
	for f.owing(third) == seat {
		f.Step(f.registry, third, 0)
	}
	f.round(9 * time.Minute)
	if got := f.mails.Received(); len(got) > 0 {
		t.Fatalf("got %d mails too early", len(got))
	}
	f.round(2 * time.Minute)
	got := f.mails.Received()
	if len(got) != 1 {
		t.Fatalf("got %d mails, want 1", len(got))
	}
	m := got[0]
	if m.To != "ada@example.org" || m.Header.Get("Subject") != "2 games are waiting for you" || !strings.Contains(m.Text, string(first)) || !strings.Contains(m.Text, string(second)) || strings.Contains(m.Text, string(third)) {
		t.Errorf("got %+v", m)
	}
	f.round(time.Hour)
	if again := f.mails.Received(); len(again) > 0 {
		t.Errorf("got %d mails about the same turns", len(again))
	}
	one := m.Header.Get("List-Unsubscribe")
	end := token(t, m, "end")
	if one != "<https://games.example/api/v1/mail/end?token="+end+"&language=en>" || m.Header.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
		t.Errorf("got the headers %v", m.Header)
	}
	if code := apperr.CodeOf(f.service.EndMail(t.Context(), end+"x")); code != apperr.BadLink {
		t.Errorf("a wrong token: got %q", code)
	}
	f.must(f.service.EndMail(t.Context(), end))
	if n, err := f.service.Describe(t.Context(), f.Players[seat]); err != nil || n.Mail.Address != "" {
		t.Errorf("got %+v, %v after the end", n.Mail, err)
	}
}

func TestMail_BadAddress(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, bad := range []string{"", "ada", "Ada <ada@example.org>", "a@b, c@d", "a@b\r\nBcc: c@d", strings.Repeat("a", 300) + "@example.org"} {
		_, err := f.service.SetMail(t.Context(), f.Players[0], bad)
		if code := apperr.CodeOf(err); code != apperr.Invalid {
			t.Errorf("%q: got %q, want %q", bad, code, apperr.Invalid)
		}
	}
	off := f.node(func(c *notify.Config) { c.Mail = nil })
	if _, err := off.SetMail(t.Context(), f.Players[0], "ada@example.org"); apperr.CodeOf(err) != apperr.Invalid {
		t.Errorf("without a mail server: got %v", err)
	}
}

// A mail that the server cannot send leaves no address behind.
func TestMail_UnreachableServer(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	broken := f.node(func(c *notify.Config) {
		away := *c.Mail
		away.Port = 1
		c.Mail = &away
	})
	_, err := broken.SetMail(t.Context(), f.Players[0], "ada@example.org")
	if code := apperr.CodeOf(err); code != apperr.Unavailable {
		t.Errorf("got %q, want %q", code, apperr.Unavailable)
	}
	if n, err := f.service.Describe(t.Context(), f.Players[0]); err != nil || n.Mail.Address != "" {
		t.Errorf("got %+v, %v", n.Mail, err)
	}
}

// Neither the end of the mails nor another player gets around the limits of mails to an address that nobody has verified.
func TestMail_NoFlood(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	set := func(player int, address string) apperr.Code {
		_, err := f.service.SetMail(t.Context(), f.Players[player], address)
		return apperr.CodeOf(err)
	}
	for player := range 3 {
		if code := set(player, "Victim@example.org"); code != "" {
			t.Fatalf("player %d: got %q", player, code)
		}
	}
	f.must(f.service.RemoveKind(t.Context(), f.Players[0], store.MailChannel))
	if code := set(0, "own@example.org"); code != apperr.TooFast {
		t.Errorf("after the end of the mails: got %q, want %q", code, apperr.TooFast)
	}
	if code := set(3, "victim@example.org"); code != apperr.TooFast {
		t.Errorf("a fourth mail to an address: got %q, want %q", code, apperr.TooFast)
	}
	if code := set(3, "own@example.org"); code != "" {
		t.Errorf("another address: got %q", code)
	}
	f.clock.Add(25 * time.Hour)
	if code := set(3, "victim@example.org"); code != "" {
		t.Errorf("the next day: got %q", code)
	}
	if got := len(f.mails.Received()); got != 5 {
		t.Errorf("got %d mails, want 5", got)
	}
}
