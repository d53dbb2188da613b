package admin_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"nemeton/server/admin"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// said stores a message of the spectators of the running table, and reports it once or more.
func (f *fixture) said(text string, reports ...string) store.ChatMessage {
	f.t.Helper()
	m, err := f.store.PostMessage(f.t.Context(), store.ChatMessage{
		Table: f.running.ID, Channel: store.SpectatorsChannel, Author: f.running.Host, Client: text, Text: text, CreatedAt: now,
	}, func(store.ChatUsage) error { return nil })
	f.must(err)
	for _, id := range reports {
		reporter := store.PlayerID("reporter of " + id)
		f.must(f.store.CreatePlayer(f.t.Context(), store.Player{ID: reporter, Name: "Eve <i>", CreatedAt: now}, store.Session{ID: id, TokenHash: [32]byte([]byte(id + strings.Repeat(" ", 32-len(id)))), SeenAt: now}))
		f.must(f.store.ReportMessage(f.t.Context(), store.ChatReport{ID: id, Message: m, Reporter: reporter, Reason: "why", CreatedAt: now}, now, func(int) error { return nil }))
	}
	return m
}

// wantMessages checks the texts of the spectators' channel; a removed message has none.
func (f *fixture) wantMessages(want ...string) {
	f.t.Helper()
	c, err := f.store.ChatChanges(f.t.Context(), f.running.ID, store.SpectatorsChannel, 0, 100)
	f.must(err)
	var got []string
	for _, m := range c.Messages {
		got = append(got, m.Text)
	}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		f.t.Errorf("got the messages %q, want %q", got, want)
	}
}

// The operator removes one reported message and leaves the others. All reports of it are closed, and the act is logged.
func TestReports_RemoveOne(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.said("fine")
	f.said("rude <script>", "r1", "r2")
	f.said("also reported", "r3")
	reports := func(path string) []admin.Report {
		t.Helper()
		status, body := f.call("GET", path, "")
		var list admin.List[admin.Report]
		if err := json.Unmarshal([]byte(body), &list); err != nil || status != http.StatusOK {
			t.Fatalf("got %d %s", status, body)
		}
		return list.List
	}
	if got := reports("reports"); len(got) != 3 || got[0].Text != "rude <script>" || got[0].Channel != "spectators" || got[0].By.Name != "Eve <i>" || got[0].Gone || got[0].Closed {
		t.Fatalf("got the reports %+v", got)
	}
	expect.Equal(t, expect.First(f.text(f.send(request{"POST", "/admin/api/reports/r1/remove", `{}`, nil}))), http.StatusUnauthorized, "without a key")
	if status, body := f.call("POST", "reports/r9/remove", `{"reason":"x"}`); status != http.StatusNotFound {
		t.Errorf("an unknown report: got %d %s", status, body)
	}
	b := f.signIn()
	if _, page := b.get("/admin/reports"); !strings.Contains(page, "rude &lt;script&gt;") || strings.Contains(page, "<script>") || strings.Contains(page, "<i>") {
		t.Errorf("got the page %s", page)
	}
	f.wantMessages("fine", "rude <script>", "also reported")
	if status, body := f.call("POST", "reports/r1/remove", `{"reason":"insults"}`); status != http.StatusOK {
		t.Fatalf("got %d %s", status, body)
	}
	f.wantMessages("fine", "", "also reported")
	if len(f.server.chats) != 1 || f.server.chats[0] != f.running.ID {
		t.Errorf("the server delivered the chats of %v", f.server.chats)
	}
	if got := reports("reports"); len(got) != 1 || got[0].ID != "r3" {
		t.Errorf("got the open reports %+v, want r3", got)
	}
	if got := reports("reports?all=true"); len(got) != 3 || got[0].Closed || !got[1].Gone || !got[1].Closed || !got[2].Closed {
		t.Errorf("got all reports %+v", got)
	}
	if status, body := f.call("POST", "reports/r3/dismiss", `{"reason":"harmless"}`); status != http.StatusOK {
		t.Errorf("got %d %s", status, body)
	}
	f.wantMessages("fine", "", "also reported")
	if _, log := f.call("GET", "log", ""); !strings.Contains(log, `"remove"`) || !strings.Contains(log, `"dismiss"`) || !strings.Contains(log, "insults") || !strings.Contains(log, string(f.running.ID)+" spectators-2") || strings.Contains(log, "rude") {
		t.Errorf("got the log %s", log)
	}
	expect.Contains(t, expect.Second(b.get("/admin/reports")), "No report is open.", "the page")
}

// A flood of reports keeps no later one from being settled.
func TestReports_BehindAFlood(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	f := newFixture(t)
	var flood []string
	for n := range 1001 {
		flood = append(flood, fmt.Sprintf("flood%d", n))
	}
	f.said("fine", flood...)
	f.said("rude", "zlast")
	f.said("harmless", "zother")
	if status, body := f.call("POST", "reports/zlast/remove", `{"reason":"insults"}`); status != http.StatusOK {
		t.Errorf("got %d %s", status, body)
	}
	if status, body := f.call("POST", "reports/zother/dismiss", `{"reason":"harmless"}`); status != http.StatusOK {
		t.Errorf("got %d %s", status, body)
	}
	f.wantMessages("fine", "", "harmless")
	if status, body := f.call("POST", "reports/flood7/dismiss", `{"reason":"a flood"}`); status != http.StatusOK {
		t.Errorf("got %d %s", status, body)
	}
	expect.Equal(t, len(must.Return(f.store.Reports(t.Context(), false, 10))(t)), 0, "open reports")
}

// The form of the page needs the token of its session.
func TestReports_Form(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.said("rude", "r1")
	b := f.signIn()
	expect.Equal(t, expect.First(b.post("/admin/reports/r1", url.Values{"do": {"remove"}, "token": {"wrong"}}, nil)), http.StatusForbidden, "a foreign form")
	f.wantMessages("rude")
	expect.Equal(t, expect.First(b.post("/admin/reports/r1", url.Values{"do": {"remove"}, "reason": {"insults"}}, nil)), http.StatusSeeOther)
	f.wantMessages("")
}
