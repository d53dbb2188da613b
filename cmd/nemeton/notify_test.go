package main

import (
	"net"
	"strconv"
	"testing"

	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/server/notify/mail"
	"nemeton/testkit/must"
	"nemeton/testkit/receivers"
)

// Mail servers get a full name of this machine, also where the machine has a bare one.
func TestHello(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		flag, machine, public, from string
		hosts                       []string
		want                        string // empty: refused
	}{
		"the flag":                {"mail.example.org", "games.example", "https://a.example", "a@b.example", nil, "mail.example.org"},
		"the flag, an address":    {"192.0.2.1", "nas", "https://a.example", "a@b.example", nil, "[192.0.2.1]"},
		"the flag, a bare name":   {"nas", "nas", "https://a.example", "a@b.example", nil, ""},
		"a full machine":          {"", "Games.example", "https://a.example", "a@b.example", nil, "games.example"},
		"a bare machine":          {"", "nas", "https://würfel.example:8443", "a@b.example", nil, "xn--wrfel-kva.example"},
		"a machine at home":       {"", "nas.local", "https://a.example", "a@b.example", nil, "a.example"},
		"a public address":        {"", "nas", "http://192.0.2.1", "a@b.example", []string{"*", "games.example"}, "games.example"},
		"the domain of mails":     {"", "nas", "http://nas:8080", "Nemeton <a@b.example>", []string{"nas"}, "b.example"},
		"a home network":          {"", "nas", "http://nas.lan", "a@nas", nil, "nas.lan"},
		"an address alone":        {"", "nas", "http://[2001:db8::1]", "a@nas", nil, "[IPv6:2001:db8::1]"},
		"nothing but a bare name": {"", "nas", "http://nas", "a@nas", nil, "nas"},
	} {
		public := must.Return(wiring.PublicURL(c.public))(t)
		server := must.Return(mail.Parse("smtp://a.example", c.from))(t)
		got, err := wiring.NotifyFlags{SMTPHello: c.flag}.Hello(c.machine, wiring.NotifyConfig{Public: public, Mail: server}, c.hosts)
		if got != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%s: got %q, %v, want %q", name, got, err, c.want)
		}
	}
}

// The doctor names the step that the mail server refuses. It does not blame the password for the name of the machine.
func TestDoctor_Mail(t *testing.T) {
	t.Parallel()
	for verb, c := range map[string]struct{ answer, want string }{
		"EHLO": {"550 5.7.1 need a full name", "PROBLEM  mail: mail server, hello: 550 5.7.1 need a full name\n           -> set --smtp-hello"},
		"AUTH": {"535 5.7.8 no", "mail: mail server, authentication: 535 5.7.8 no\n           -> check user and password"},
		"MAIL": {"553 5.7.1 no", "mail: mail server, sender: 553 5.7.1 no\n           -> set --mail-from"},
		"":     {"", "OK       mail"},
	} {
		user := ""
		if verb == "AUTH" {
			user = "ada:hush@"
		}
		mails := receivers.NewMailServer(t)
		mails.Refuse(verb, c.answer)
		_, out := doctorOf("doctor", "--database", database(t), "--smtp", "smtp+plain://"+user+net.JoinHostPort(mails.Host, strconv.Itoa(mails.Port)), "--mail-from", "games@example.org", "--public-url", "http://127.0.0.1:1", "--smtp-hello", "games.example.org")
		wantLines(t, out, c.want)
		if verb == "" && mails.Hello() != "games.example.org" {
			t.Errorf("got the hello %q", mails.Hello())
		}
	}
}
