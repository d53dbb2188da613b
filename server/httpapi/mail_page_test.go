package httpapi_test

import (
	"crypto/rand"
	"net/http"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"nemeton/server/httpapi"
	"nemeton/server/notify"
	"nemeton/server/notify/mail"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/must"
	"nemeton/testkit/receivers"
	"nemeton/testkit/tabletest"
)

// mailer is a service of notifications that sends mails to a server of its own, for one player.
type mailer struct {
	t        *testing.T
	fixture  *tabletest.Fixture
	registry *table.Registry
	clock    *tabletest.Clock
	service  *notify.Service
	mails    *receivers.MailServer
	player   store.PlayerID
}

func newMailer(t *testing.T) *mailer {
	t.Helper()
	f := tabletest.New(t)
	m := &mailer{t: t, fixture: f, clock: tabletest.NewClock(f.Moment), mails: receivers.NewMailServer(t), player: f.Players[0]}
	m.registry = f.Registry(func(c *table.Config) { c.Now, c.Poll = m.clock.Now, time.Hour })
	var err error
	m.service, err = notify.NewService(t.Context(), notify.Config{
		Store: f.Store, Tables: m.registry, Meter: noMeter{}, Log: zerolog.Nop(), Now: m.clock.Now, TitleOf: func(string) string { return "The Toy" }, NewID: newID, Entropy: rand.Reader,
		Public: "https://games.example", Contact: "mailto:operator@example.org", Private: true, Client: http.DefaultClient,
		Mail: &mail.Server{Host: m.mails.Host, Port: m.mails.Port, Plain: true, From: "games@example.org"},
	})
	must.Succeed(t, err)
	return m
}

// asked sets the address of the player, and returns the path of the link in the mail.
func (m *mailer) asked() string {
	m.t.Helper()
	language := "nl"
	must.Return(m.service.Change(m.t.Context(), m.player, notify.Changes{Language: &language}))(m.t)
	must.Return(m.service.SetMail(m.t.Context(), m.player, m.fixture.Session(m.player), netip.Addr{}, "ada@example.org"))(m.t)
	return m.link()
}

// link is the path of the page that the next mail leads to.
func (m *mailer) link() string {
	m.t.Helper()
	got := m.mails.Received()
	if len(got) != 1 {
		m.t.Fatalf("got %d mails, want 1", len(got))
	}
	link := regexp.MustCompile(`https://games\.example/api/v1(/mail/\S+)`).FindStringSubmatch(got[0].Text)
	if link == nil {
		m.t.Fatalf("no link in %q", got[0].Text)
	}
	return link[1]
}

// told lets the player owe a decision until a mail says so, and returns the path of the link that ends the mails.
func (m *mailer) told() string {
	m.t.Helper()
	m.fixture.Running(m.registry, 2) // both seats owe a decision
	m.service.Round(m.t.Context())
	m.clock.Add(time.Hour)
	m.service.Round(m.t.Context())
	return m.link()
}

// verified reports whether the address of the player is verified; there is false after the end of the mails.
func (m *mailer) verified() (verified, there bool) {
	m.t.Helper()
	n := must.Return(m.service.Describe(m.t.Context(), m.player))(m.t)
	return n.Mail.Verified, n.Mail.Address != ""
}

// press sends the form of a page, as a browser does.
func (h *fixture) press(path, origin string) answer {
	h.t.Helper()
	form := h.request(http.MethodPost, path, "page=1")
	form.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if origin != "" {
		form.Header.Set("Origin", origin)
	}
	return h.send(form)
}

// Programs that check mails open links, and some of them twice. That confirms nothing: a person presses the button of the page.
func TestMailPage_Confirm(t *testing.T) {
	t.Parallel()
	m := newMailer(t)
	h := newFixture(t, func(c *httpapi.Config) { c.Notify = m.service })
	link := m.asked()
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodGet} {
		page := h.send(h.request(method, link, nil))
		if page.status != http.StatusOK || page.header.Get("Content-Type") != "text/html; charset=utf-8" || page.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: got %d with %v", method, page.status, page.header)
		}
		if method == http.MethodGet && (!strings.Contains(string(page.body), `<html lang="nl">`) || !strings.Contains(string(page.body), `<form method="post">`) || !strings.Contains(string(page.body), "Bevestig het adres")) {
			t.Errorf("got the page %s", page.body)
		}
		if csp := page.header.Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'none';") || strings.Contains(csp, "unsafe") || strings.Contains(string(page.body), "<script") {
			t.Errorf("got the policy %q", csp)
		}
	}
	if verified, _ := m.verified(); verified {
		t.Fatal("a mere GET confirmed the address")
	}
	h.press(link, "https://evil.example").want(403, "cross_origin")
	if verified, _ := m.verified(); verified {
		t.Fatal("a page of another origin confirmed the address")
	}
	for range 2 { // people press twice
		if page := h.press(link, ""); page.status != http.StatusOK || !strings.Contains(string(page.body), "Mailadres bevestigd") || strings.Contains(string(page.body), "<form") {
			t.Errorf("after the press: got %d %s", page.status, page.body)
		}
	}
	if verified, _ := m.verified(); !verified {
		t.Error("the press confirmed nothing")
	}
}

// Links of earlier versions lead to the client's page, which sends the token as JSON.
func TestMailPage_OldLink(t *testing.T) {
	t.Parallel()
	m := newMailer(t)
	h := newFixture(t, func(c *httpapi.Config) { c.Notify = m.service })
	link := must.Return(http.NewRequest(http.MethodGet, m.asked(), nil))(t)
	h.nobody().call(http.MethodPost, "/mail/confirm", map[string]any{"token": link.URL.Query().Get("token")}).want(204, "")
	if verified, _ := m.verified(); !verified {
		t.Error("the address is not verified")
	}
}

func TestMailPage_BadLink(t *testing.T) {
	t.Parallel()
	m := newMailer(t)
	h := newFixture(t, func(c *httpapi.Config) { c.Notify = m.service })
	for _, path := range []string{"/mail/confirmation?token=x.y", "/mail/end?token=%22%3E%3Cscript%3E&language=%3Cscript%3E", "/mail/end"} {
		page := h.send(h.request(http.MethodGet, path, nil))
		if page.status != http.StatusOK || !strings.Contains(string(page.body), `<html lang="en">`) || strings.Contains(string(page.body), "<script") {
			t.Errorf("%s: got %d %s", path, page.status, page.body)
		}
		if page := h.press(path, ""); page.status != http.StatusNotFound || !strings.Contains(string(page.body), "This link is no longer valid.") || strings.Contains(string(page.body), "<form") {
			t.Errorf("%s: got %d %s", path, page.status, page.body)
		}
	}
}

// The link at the end of mails: a person is asked, and a mail program sends the POST of RFC 8058.
func TestMailPage_End(t *testing.T) {
	t.Parallel()
	for _, oneClick := range []bool{false, true} {
		m := newMailer(t)
		h := newFixture(t, func(c *httpapi.Config) { c.Notify = m.service })
		h.press(m.asked(), "").want(200, "")
		path := m.told()
		if page := h.send(h.request(http.MethodGet, path, nil)); page.status != http.StatusOK || !strings.Contains(string(page.body), "Deze mails stopzetten") {
			t.Errorf("got %d %s", page.status, page.body)
		}
		if _, there := m.verified(); !there {
			t.Fatal("a mere GET ended the mails")
		}
		if oneClick {
			r := h.request(http.MethodPost, path, "List-Unsubscribe=One-Click")
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			h.send(r).want(204, "")
		} else if page := h.press(path, ""); page.status != http.StatusOK || !strings.Contains(string(page.body), "Je krijgt geen mails meer.") {
			t.Errorf("got %d %s", page.status, page.body)
		}
		if _, there := m.verified(); there {
			t.Error("the mails go on")
		}
	}
}
