package notify_test

import (
	"bytes"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/rs/zerolog"

	"nemeton/server/apperr"
	"nemeton/server/notify"
	"nemeton/server/notify/hook"
	"nemeton/server/store"
	"nemeton/server/wire"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/receivers"
)

var home, school = netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("192.0.2.2")

// confirmed gives a player a verified mail address, and returns the token that ends the mails of the next mail's link.
func confirmed(t *testing.T, f *fixture, player int, address string) {
	t.Helper()
	must.Return(f.service.SetMail(t.Context(), f.Players[player], f.Session(f.Players[player]), home, address))(t)
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
	n, err := f.service.SetMail(t.Context(), f.Players[seat], f.Session(f.Players[seat]), home, " ada@example.org ")
	if err != nil || n.Mail.Address != "ada@example.org" || n.Mail.Verified {
		t.Fatalf("got %+v, %v", n.Mail, err)
	}
	first := tokenIn(t, f, "confirmation")
	f.round(time.Hour)
	if got := f.mails.Received(); len(got) > 0 {
		t.Fatalf("got %v before the confirmation", got)
	}
	for name, bad := range map[string]string{"empty": "", "no channel": "x.y", "a wrong code": first[:len(first)-4] + "AAAA"} {
		expect.Equal(t, apperr.CodeOf(f.service.ConfirmMail(t.Context(), bad)), apperr.BadLink, name)
	}
	f.must(f.service.ConfirmMail(t.Context(), first))
	f.must(f.service.ConfirmMail(t.Context(), first)) // people press twice
	f.must(f.service.ConfirmMail(t.Context(), "<"+first+">.\u200b"))
	if n, err := f.service.Describe(t.Context(), f.Players[seat]); err != nil || !n.Mail.Verified {
		t.Errorf("got %+v, %v", n.Mail, err)
	}
}

// The store knows a verified address by its data.
func TestMail_KeepsIdlePlayers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := t.Context()
	verified, asked := f.Players[0], f.Players[1]
	must.Return(f.service.SetMail(ctx, verified, f.Session(verified), home, "ada@example.org"))(t)
	f.must(f.service.ConfirmMail(ctx, tokenIn(t, f, "confirmation")))
	must.Return(f.service.SetMail(ctx, asked, f.Session(asked), home, "ben@example.org"))(t)
	_, _, err := f.Store.RemoveIdlePlayers(ctx, f.Moment.Add(365*24*time.Hour), "", 1000)
	f.must(err)
	expect.Error(t, expect.Second(f.Store.Player(ctx, verified)), nil, "the player of a verified address")
	expect.Error(t, expect.Second(f.Store.Player(ctx, asked)), store.ErrNotFound, "the player of another address")
}

func TestMail_OldLink(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	must.Return(f.service.SetMail(t.Context(), f.Players[0], f.Session(f.Players[0]), home, "ada@example.org"))(t)
	link := tokenIn(t, f, "confirmation")
	_, err := f.service.SetMail(t.Context(), f.Players[0], f.Session(f.Players[0]), home, "other@example.org")
	expect.Equal(t, apperr.CodeOf(err), apperr.TooFast, "a second mail at once")
	f.clock.Add(25 * time.Hour)
	expect.Equal(t, apperr.CodeOf(f.service.ConfirmMail(t.Context(), link)), apperr.BadLink, "after a day")
}

// A stolen session may have asked, so its end ends the link, too.
func TestMail_EndedSession(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx, ada := t.Context(), f.Players[0]
	own := f.Session(ada)
	stolen := store.Session{ID: "stolen", TokenHash: [32]byte{1}, Player: ada, CreatedAt: f.Moment, SeenAt: f.Moment}
	f.must(f.Store.CreateSession(ctx, stolen))
	must.Return(f.service.SetMail(ctx, ada, stolen.ID, home, "thief@example.org"))(t)
	link := tokenIn(t, f, "confirmation")
	must.Return(f.Store.RevokeOtherSessions(ctx, ada, own))(t)
	expect.Equal(t, apperr.CodeOf(f.service.ConfirmMail(ctx, link)), apperr.BadLink)
	if n := must.Return(f.service.Describe(ctx, ada))(t); n.Mail.Verified {
		t.Errorf("got %+v, want no verified address", n.Mail)
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
	expect.Equal(t, apperr.CodeOf(f.service.EndMail(t.Context(), end+"x")), apperr.BadLink, "a wrong token")
	f.must(f.service.EndMail(t.Context(), end))
	expect.Equal(t, must.Return(f.service.Describe(t.Context(), f.Players[seat]))(t).Mail.Address, "", "after the end")
}

func TestMail_BadAddress(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, bad := range []string{"", "ada", "Ada <ada@example.org>", "a@b, c@d", "a@b\r\nBcc: c@d", strings.Repeat("a", 300) + "@example.org"} {
		_, err := f.service.SetMail(t.Context(), f.Players[0], f.Session(f.Players[0]), home, bad)
		expect.Equal(t, apperr.CodeOf(err), apperr.Invalid, bad)
	}
	off := f.node(func(c *notify.Config) { c.Mail = nil })
	expect.Equal(t, apperr.CodeOf(expect.Second(off.SetMail(t.Context(), f.Players[0], f.Session(f.Players[0]), home, "ada@example.org"))), apperr.Invalid, "without a mail server")
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
	_, err := broken.SetMail(t.Context(), f.Players[0], f.Session(f.Players[0]), home, "ada@example.org")
	expect.Equal(t, apperr.CodeOf(err), apperr.MailLater)
	expect.Equal(t, must.Return(f.service.Describe(t.Context(), f.Players[0]))(t).Mail.Address, "")
}

// A new address takes the place of a verified one once it is verified itself, and no failure drops the old one.
func TestMail_NewAddressWaits(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	broken := f.node(func(c *notify.Config) {
		away := *c.Mail
		away.Port = 1
		c.Mail = &away
	})
	set := func(s *notify.Service, address string) (wire.MailState, apperr.Code) {
		f.clock.Add(time.Hour)
		n, err := s.SetMail(t.Context(), f.Players[0], f.Session(f.Players[0]), home, address)
		return n.Mail, apperr.CodeOf(err)
	}
	state := func(want wire.MailState) {
		t.Helper()
		want.Available = true
		expect.Equal(t, must.Return(f.service.Describe(t.Context(), f.Players[0]))(t).Mail, want)
	}
	old := wire.MailState{Address: "old@example.org", Verified: true}
	set(f.service, "old@example.org")
	f.must(f.service.ConfirmMail(t.Context(), tokenIn(t, f, "confirmation")))
	state(old)
	expect.Equal(t, expect.Second(set(broken, "new@example.org")), apperr.MailLater)
	state(old)
	set(f.service, "typo@example.org")
	f.mails.Received()
	if got, code := set(f.service, "new@example.org"); code != "" || got.Pending != "new@example.org" || got.Address != "old@example.org" {
		t.Errorf("got %+v, %q", got, code)
	}
	state(wire.MailState{Address: "old@example.org", Verified: true, Pending: "new@example.org"})
	f.must(f.service.ConfirmMail(t.Context(), tokenIn(t, f, "confirmation")))
	state(wire.MailState{Address: "new@example.org", Verified: true})
}

// Entropy may come in pieces.
func TestHook_SecretInPieces(t *testing.T) {
	t.Parallel()
	f := newFixture(t, func(c *notify.Config) {
		c.Entropy = iotest.OneByteReader(bytes.NewReader(bytes.Repeat([]byte{0xff}, 1000)))
	})
	n, err := f.service.SetHook(t.Context(), f.Players[0], "https://hooks.example.org/x", "standard")
	if want := hook.NewSecret([24]byte(bytes.Repeat([]byte{0xff}, 24))); err != nil || n.Webhook == nil || n.Webhook.Secret != want {
		t.Errorf("got %+v, %v, want the secret %q", n.Webhook, err, want)
	}
}

// Neither the end of the mails nor another player gets around the limits of mails to an address that nobody has verified.
func TestMail_NoFlood(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	set := func(player int, address string) apperr.Code {
		_, err := f.service.SetMail(t.Context(), f.Players[player], f.Session(f.Players[player]), home, address)
		return apperr.CodeOf(err)
	}
	for player := range 3 {
		if code := set(player, "Victim@example.org"); code != "" {
			t.Fatalf("player %d: got %q", player, code)
		}
	}
	f.must(f.service.RemoveKind(t.Context(), f.Players[0], store.MailChannel))
	expect.Equal(t, set(0, "own@example.org"), apperr.TooFast, "after the end of the mails")
	for _, spelling := range []string{"victim@example.org", "VICTIM+4@example.org", "victim+a+b@Example.ORG"} {
		expect.Equal(t, set(3, spelling), apperr.MailLimit, "a fourth mail to a mailbox, as", spelling)
	}
	expect.Equal(t, set(3, "own@example.org"), "", "another address")
	f.clock.Add(25 * time.Hour)
	expect.Equal(t, set(3, "victim@example.org"), "", "the next day")
	expect.Equal(t, len(f.mails.Received()), 5, "mails")
}

// A person learns whether the address or the set-up of the server is at fault, and may try again at once. The log has the answer of the mail server, without
// addresses, once a minute.
func TestMail_Refused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		verb, answer string
		want         apperr.Code
		stage        string
	}{
		"the address":    {"RCPT", "550 5.1.1 ada@example.org unknown", apperr.MailRefused, "recipient"},
		"busy":           {"RCPT", "450 4.2.1 later", apperr.MailLater, "recipient"},
		"a relay":        {"RCPT", "554 5.7.1 denied", apperr.MailBroken, "recipient"},
		"the machine":    {"EHLO", "550 5.7.1 need a full name", apperr.MailBroken, "hello"},
		"the sender":     {"MAIL", "553 5.7.1 not yours", apperr.MailBroken, "sender"},
		"the connection": {"GREETING", "421 4.3.2 too many", apperr.MailLater, "greeting"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			f := newFixture(t, func(c *notify.Config) { c.Log = zerolog.New(&log) })
			f.mails.Refuse(c.verb, c.answer)
			for range 3 {
				_, err := f.service.SetMail(t.Context(), f.Players[0], f.Session(f.Players[0]), home, "ada@example.org")
				if code := apperr.CodeOf(err); code != c.want {
					t.Fatalf("got %q (%v), want %q", code, err, c.want)
				}
			}
			got := log.String()
			if strings.Count(got, "\n") != 1 || !strings.Contains(got, `"stage":"`+c.stage+`"`) || !strings.Contains(got, `"code":`+c.answer[:3]) || strings.Contains(got, "ada@") || strings.Contains(got, "store") {
				t.Errorf("got the log %s", got)
			}
			f.mails.Refuse(c.verb, "")
			expect.Error(t, expect.Second(f.service.SetMail(t.Context(), f.Players[0], f.Session(f.Players[0]), home, "ada@example.org")), nil, "afterwards")
		})
	}
}

// A notification for an address that the mail server refuses for good is not tried again.
func TestMail_GoneAddress(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.Running(f.registry, 2)
	seat := f.owing(id)
	confirmed(t, f, seat, "ada@example.org")
	f.mails.Refuse("RCPT", "550 5.1.1 unknown")
	for range 20 {
		f.round(10 * time.Minute)
	}
	expect.Equal(t, f.meter.count["mail failed"], 1, "attempts")
}

// Mails count for the mailbox, its domain, the network address and the server, at all nodes together. A refusal tells the time of the next one.
func TestMail_Limits(t *testing.T) {
	t.Parallel()
	const none = 1000
	v6 := netip.MustParseAddr
	for name, c := range map[string]struct {
		limits notify.MailLimits
		to     [3]string
		from   [3]netip.Addr
		want   notify.MailLimit // of the third; empty: it passes
	}{
		"the mailbox":         {notify.MailLimits{Mailbox: 2, Domain: none, Address: none, Server: none}, [3]string{"ada+1@a.example", "Ada@a.example", "ada+x@A.example"}, [3]netip.Addr{home, school, v6("2001:db8::1")}, notify.MailboxLimit},
		"dots of a provider":  {notify.MailLimits{Mailbox: 2, Domain: none, Address: none, Server: none}, [3]string{"a.d.a@gmail.com", "ada@googlemail.com", "AD.A+1@gmail.com"}, [3]netip.Addr{home, school, home}, notify.MailboxLimit},
		"other mailboxes":     {notify.MailLimits{Mailbox: 1, Domain: none, Address: none, Server: none}, [3]string{"ada@a.example", "ben@a.example", "ada@b.example"}, [3]netip.Addr{home, home, home}, ""},
		"the domain":          {notify.MailLimits{Mailbox: none, Domain: 2, Address: none, Server: none}, [3]string{"a@bücher.example", "b@xn--bcher-kva.example", "c@BÜCHER.example"}, [3]netip.Addr{home, school, home}, notify.DomainLimit},
		"the network address": {notify.MailLimits{Mailbox: none, Domain: none, Address: 2, Server: none}, [3]string{"a@a.example", "b@b.example", "c@c.example"}, [3]netip.Addr{home, home, v6("::ffff:192.0.2.1")}, notify.AddressLimit},
		"an IPv6 network":     {notify.MailLimits{Mailbox: none, Domain: none, Address: 2, Server: none}, [3]string{"a@a.example", "b@b.example", "c@c.example"}, [3]netip.Addr{v6("2001:db8::1"), v6("2001:db8::2"), v6("2001:db8::ffff:3")}, notify.AddressLimit},
		"other addresses":     {notify.MailLimits{Mailbox: none, Domain: none, Address: 1, Server: none}, [3]string{"a@a.example", "b@b.example", "c@c.example"}, [3]netip.Addr{home, school, v6("2001:db8::1")}, ""},
		"the server":          {notify.MailLimits{Mailbox: none, Domain: none, Address: none, Server: 2}, [3]string{"a@a.example", "b@b.example", "c@c.example"}, [3]netip.Addr{home, school, v6("2001:db8::1")}, notify.ServerLimit},
		"no limits":           {notify.MailLimits{}, [3]string{"a@a.example", "a@a.example", "a@a.example"}, [3]netip.Addr{home, home, home}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var refused []notify.MailLimit
			with := func(n *notify.Config) {
				n.MailLimits, n.MailRefused = c.limits, func(l notify.MailLimit) { refused = append(refused, l) }
			}
			f := newFixture(t, with)
			other := f.node(with)
			for n, to := range c.to {
				service := f.service
				if n == 1 {
					service = other
				}
				_, err := service.SetMail(t.Context(), f.Players[n], f.Session(f.Players[n]), c.from[n], to)
				f.clock.Add(time.Minute)
				want := apperr.Code("")
				if n == 2 && c.want != "" {
					want = apperr.MailLimit
				}
				expect.Equal(t, apperr.CodeOf(err), want, "mail", n, err)
				if n == 2 && want != "" && (len(refused) != 1 || refused[0] != c.want || apperr.Of(err).GetHeaders().Get("Retry-After") != strconv.Itoa(24*60*60-120)) {
					t.Errorf("got the limits %q, want %q; headers %v", refused, c.want, apperr.Of(err).GetHeaders())
				}
			}
			f.clock.Add(24 * time.Hour)
			expect.Error(t, expect.Second(f.service.SetMail(t.Context(), f.Players[2], f.Session(f.Players[2]), c.from[2], c.to[2])), nil, "the next day")
		})
	}
}
