package mail_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"nemeton/server/notify/mail"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/receivers"
)

func serverAt(m *receivers.MailServer) *mail.Server {
	return &mail.Server{Host: m.Host, Port: m.Port, Plain: true, From: "Nemeton <games@example.org>", Hello: "games.example.org"}
}

func message(to string) mail.Message {
	return mail.Message{ID: "1", To: to, Subject: "Your turn", Text: "Hello\n.\nyou\n", Unsubscribe: "https://games.example/end"}
}

func TestSend(t *testing.T) {
	t.Parallel()
	m := receivers.NewMailServer(t)
	must.Succeed(t, serverAt(m).Send(t.Context(), message("ada@bücher.example")))
	got := m.Received()
	if len(got) != 1 || got[0].To != "ada@xn--bcher-kva.example" || got[0].Header.Get("From") != `"Nemeton" <games@example.org>` || got[0].Header.Get("Message-Id") != "<1@games.example.org>" || m.Hello() != "games.example.org" {
		t.Errorf("got %+v, hello %q", got, m.Hello())
	}
}

// The stage of a failure, the server's answer, and the side that has to act.
func TestFailure(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		verb, answer         string
		user                 string
		stage                mail.Stage
		code                 int
		text                 string
		temporary, ofAddress bool
		check                bool // Check finds it, too
	}{
		"no connections wanted":  {"GREETING", "554 5.3.2 no service here", "", mail.Greeting, 554, "5.3.2 no service here", false, false, true},
		"a bare name":            {"EHLO", "550 5.7.1 need a full name", "", mail.Hello, 550, "5.7.1 need a full name", false, false, true},
		"a wrong password":       {"AUTH", "535 5.7.8 bad password of ada", "ada", mail.SignIn, 535, "5.7.8 bad password of …", false, false, true},
		"busy":                   {"MAIL", "451 4.3.0 later", "", mail.Sender, 451, "4.3.0 later", true, false, true},
		"a foreign sender":       {"MAIL", "553 5.7.1 <games@example.org> is not yours", "", mail.Sender, 553, "5.7.1 <…@…> is not yours", false, false, true},
		"no such mailbox":        {"RCPT", "550 5.1.1 <ben@example.org> unknown; ask cleo@example.org", "", mail.Recipient, 550, "5.1.1 <…@…> unknown; ask …@…", false, true, false},
		"a full mailbox":         {"RCPT", "452 4.2.2 full", "", mail.Recipient, 452, "4.2.2 full", true, false, false},
		"no relay":               {"RCPT", "550 5.7.1 denied", "", mail.Recipient, 550, "5.7.1 denied", false, false, false},
		"no relay, without code": {"RCPT", "554 Relay access denied", "", mail.Recipient, 554, "Relay access denied", false, false, false},
		"spam":                   {"DATA", "554 5.6.0 no", "", mail.Content, 554, "5.6.0 no", false, false, false},
		"a long answer":          {"DATA", "554 " + strings.Repeat("x", 400), "", mail.Content, 554, strings.Repeat("x", 200) + "…", false, false, false},
		"control characters":     {"DATA", "554 a\x1b[2J\tb\x00c", "", mail.Content, 554, "a [2J b c", false, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := receivers.NewMailServer(t)
			m.Refuse(c.verb, c.answer)
			s := serverAt(m)
			s.User, s.Password = c.user, "secret"
			var got *mail.Failure
			if err := s.Send(t.Context(), message("ben@example.org")); !errors.As(err, &got) {
				t.Fatalf("got %v", err)
			}
			if got.Stage != c.stage || got.Code != c.code || got.Text != c.text || got.Temporary() != c.temporary || got.OfAddress() != c.ofAddress {
				t.Errorf("got %+v, temporary %v, of the address %v", got, got.Temporary(), got.OfAddress())
			}
			expect.Equal(t, s.Check(t.Context()) != nil, c.check, "the check")
		})
	}
}

func TestFailure_Connection(t *testing.T) {
	t.Parallel()
	m := receivers.NewMailServer(t)
	with := func(change func(*mail.Server)) *mail.Server {
		s := serverAt(m)
		change(s)
		return s
	}
	for name, c := range map[string]struct {
		s         *mail.Server
		stage     mail.Stage
		temporary bool
	}{
		"nobody listens":    {with(func(s *mail.Server) { s.Port = 1 }), mail.Connect, true},
		"no TLS":            {with(func(s *mail.Server) { s.Plain, s.Implicit = false, true }), mail.Encrypt, false},
		"no STARTTLS":       {with(func(s *mail.Server) { s.Plain = false }), mail.Encrypt, false},
		"an unknown name":   {with(func(s *mail.Server) { s.Host = "nobody.invalid" }), mail.Connect, true},
		"no safe password":  {with(func(s *mail.Server) { s.User = "ada"; s.Password = "secret"; s.Host, s.Port = oldServer(t) }), mail.SignIn, false},
		"a silent stranger": {with(func(s *mail.Server) { s.Host, s.Port = silent(t) }), mail.Greeting, true},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		err := c.s.Send(ctx, message("ben@example.org"))
		cancel()
		var got *mail.Failure
		if !errors.As(err, &got) || got.Stage != c.stage || got.Temporary() != c.temporary || got.Text == "" || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
}

// silent is a server that never says anything.
func silent(t *testing.T) (host string, port int) {
	t.Helper()
	listener := must.Return(net.Listen("tcp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { _ = listener.Close() })
	at := listener.Addr().(*net.TCPAddr)
	return at.IP.String(), at.Port
}

// oldServer is a server without encryption that knows no authentication but the one that sends the password.
func oldServer(t *testing.T) (host string, port int) {
	t.Helper()
	m := receivers.NewMailServer(t)
	m.Offer("PLAIN", "LOGIN")
	return m.Host, m.Port
}

func TestAddress(t *testing.T) {
	t.Parallel()
	for _, good := range []string{
		"ada@example.org", " ada@example.org ", "Ada.B@Example.ORG", "ada+games@example.org", "o'hara@example.org", "a@nas", "ada@bücher.example", "!#$%&'*+-/=?^_`{|}~@example.org",
		"1@1a.example", strings.Repeat("a", 64) + "@example.org", "ada@xn--bcher-kva.example",
	} {
		if got, ok := mail.Address(good); !ok || got != strings.TrimSpace(good) {
			t.Errorf("%q: got %q, %v", good, got, ok)
		}
	}
	for _, bad := range []string{
		"", "@", "ada", "ada@", "@example.org", `"ada b"@example.org`, `"ada"@example.org`, `"a\"b"@example.org`, `a\ b@example.org`, `"@"@example.org`, "a@b@example.org", "a b@example.org", "ada @example.org",
		"ada@ example.org", ".ada@example.org", "ada.@example.org", "a..da@example.org", "ada@.example.org", "ada@example..org", "ada@example.org.", "ada@-a.example", "ada@a-.example", "ada@a_b.example",
		"ada@[127.0.0.1]", "ada@127.0.0.1", "ada@[IPv6:::1]", "ada@::1", "ada@example.org:25", "ada@example.123", "Ada <ada@example.org>", "<ada@example.org>", "ada@example.org (Ada)", "(Ada)ada@example.org",
		"a@b.example, c@d.example", "a@b.example;c@d.example", "friends:a@b.example;", "a@b.example\r\nBcc: c@d.example", "a@b.example\nRCPT TO:<c@d.example>", "a\r\n@b.example", "a\x00@b.example", "a@b.example\x00",
		"a\t@b.example", "a<b@c.example", "a>b@c.example", "ädä@example.org", "ada@a\u200db.example", "ada\u202e@example.org", "ada@exa mple.org", strings.Repeat("a", 65) + "@example.org", "ada@" + strings.Repeat("a", 64) + ".example",
		"ada@" + strings.Repeat("a.", 130) + "example", "%s%s@%d.", "ada@example.org SIZE=1", "ada@例え..example",
	} {
		if got, ok := mail.Address(bad); ok {
			t.Errorf("%q: got %q, want none", bad, got)
		}
	}
}

// Spellings of one mailbox count as one.
func TestMailbox(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"Ada@Example.ORG": "ada@example.org", "ada+1@example.org": "ada@example.org", "ada+a+b@example.org": "ada@example.org", "+ada@example.org": "+ada@example.org",
		"a.d.a@example.org": "a.d.a@example.org", "a.d.a+x@gmail.com": "ada@gmail.com", "A.da@GoogleMail.com": "ada@gmail.com", "ada@BÜCHER.example": "ada@xn--bcher-kva.example",
		"ada@xn--bcher-kva.example": "ada@xn--bcher-kva.example",
	} {
		got, domain := mail.Mailbox(address)
		if got != want || !strings.HasSuffix(want, "@"+domain) {
			t.Errorf("%q: got %q of %q, want %q", address, got, domain, want)
		}
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"smtps://ada:s%40cret@mail.example": "mail.example 465 ada s@cret true false", "smtp://mail.example:25": "mail.example 25   false false", "smtp+plain://MAIL": "mail 25   false true",
		"smtp://bücher.example": "xn--bcher-kva.example 587   false false", "smtp://[2001:db8::1]": "2001:db8::1 587   false false",
	} {
		s, err := mail.Parse(address, "games@example.org")
		if err != nil {
			t.Errorf("%s: got %v", address, err)
			continue
		}
		expect.Equal(t, fmt.Sprint(s.Host, " ", s.Port, " ", s.User, " ", s.Password, " ", s.Implicit, " ", s.Plain), want, address)
	}
	for _, c := range [][2]string{{"", "a@b.example"}, {"mail.example", "a@b.example"}, {"https://mail.example", "a@b.example"}, {"smtp://ada:secret@a b", "a@b.example"}, {"smtp://ada:secret@mail.example", "a b"}, {"smtp://mail.example", "a@[127.0.0.1]"}} {
		if _, err := mail.Parse(c[0], c[1]); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: got %v, want an error without the password", c, err)
		}
	}
}

func TestHelloName(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"mail.example.org": "mail.example.org", "Mail.Example.org.": "mail.example.org", "bücher.example": "xn--bcher-kva.example", "192.0.2.1": "[192.0.2.1]", "[192.0.2.1]": "[192.0.2.1]",
		"2001:db8::1": "[IPv6:2001:db8::1]", "[IPv6:2001:db8::1]": "[IPv6:2001:db8::1]", "nas": "", "": "", "a b.example": "", "a.example\r\nQUIT": "",
	} {
		if got, err := mail.HelloName(given); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: got %q, %v, want %q", given, got, err, want)
		}
	}
}
