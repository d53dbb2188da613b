package admin_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/testkit/expect"
)

// The page shows the code of a link once. Neither the log of acts nor the log of the server has it.
func TestLinks_Page(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.signIn()
	path := "/admin/people/" + string(f.person.ID) + "/link"
	if _, page := b.get("/admin/people"); !strings.Contains(page, `action="`+path+`"`) || !strings.Contains(page, "Make a sign-in link for Ada &lt;b&gt;") {
		t.Errorf("the list of people has no form: %s", page)
	}
	status, page := b.post(path, url.Values{"reason": {"lost phone"}}, nil)
	if status != http.StatusOK || !strings.Contains(page, "AAAA-BBBB-CCCC") || !strings.Contains(page, "/link#AAAA-BBBB-CCCC") || !strings.Contains(page, "until 2031-05-05 12:00 UTC") {
		t.Errorf("got %d %s, want the code", status, page)
	}
	if status, page := b.post("/admin/people/nobody/link", url.Values{}, nil); status != http.StatusNotFound || strings.Contains(page, "AAAA") {
		t.Errorf("for nobody: got %d %s", status, page)
	}
	acts := f.acts()
	if len(acts) != 2 || acts[1].Kind != store.ActLink || acts[1].Subject != string(f.person.ID) || acts[1].Reason != "lost phone" || acts[1].Outcome != "done" {
		t.Errorf("got %+v, want both acts in the log", acts)
	}
	if _, page := b.get("/admin/log"); !strings.Contains(page, "Made a link for") || strings.Contains(page, "AAAA") {
		t.Errorf("the log: %s", page)
	}
}

func TestDoorCodes_Page(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.signIn()
	expect.Contains(t, expect.Second(b.get("/admin/codes")), "There are no codes")
	if status, page := b.post("/admin/codes", url.Values{"uses": {"3"}, "note": {"<i>club"}}, nil); status != http.StatusOK || !strings.Contains(page, "DDDD-EEEE-FFFF") {
		t.Errorf("got %d %s, want the code", status, page)
	}
	expect.Equal(t, expect.First(b.post("/admin/codes", url.Values{"uses": {"many"}}, nil)), http.StatusUnprocessableEntity, "an odd number")
	_, page := b.get("/admin/codes")
	if !strings.Contains(page, "&lt;i&gt;club") || !strings.Contains(page, "3 people") || !strings.Contains(page, "by ada") || strings.Contains(page, "DDDD") {
		t.Errorf("got %s, want the code without its letters", page)
	}
	revoke := "/admin/codes/" + f.doors.codes[0].ID + "/revoke"
	if status, to := b.post(revoke, url.Values{}, nil); status != http.StatusSeeOther || to != "/admin/codes?done=revoked" {
		t.Errorf("got %d %s", status, to)
	}
	if status, page := b.post(revoke, url.Values{}, nil); status != apperr.BadLink.Status() || !strings.Contains(page, "There is no such code") {
		t.Errorf("twice: got %d %s", status, page)
	}
}

// The same by the API, for the command.
func TestLinks_API(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	if status, body := f.call("POST", "links", `{"player":"`+string(f.person.ID)+`"}`); status != http.StatusOK || !strings.Contains(body, "AAAA-BBBB-CCCC") {
		t.Errorf("got %d %s", status, body)
	}
	if status, body := f.call("POST", "door-codes", `{"uses":2,"note":"x"}`); status != http.StatusOK || !strings.Contains(body, "DDDD-EEEE-FFFF") {
		t.Errorf("got %d %s", status, body)
	}
	if status, body := f.call("GET", "door-codes", ""); status != http.StatusOK || strings.Contains(body, "DDDD") || !strings.Contains(body, `"uses":2`) {
		t.Errorf("got %d %s", status, body)
	}
	if status, body := f.call("POST", "door-codes/"+f.doors.codes[0].ID+"/revoke", `{}`); status != http.StatusOK {
		t.Errorf("got %d %s", status, body)
	}
}

// An id that no database can hold is refused before the log of acts has it.
func TestLinks_BadID(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, id := range []string{"a%00b", "%ff", strings.Repeat("x", 301)} {
		if status, body := f.call("POST", "door-codes/"+id+"/revoke", `{}`); status != apperr.BadLink.Status() || !strings.Contains(body, "bad_link") {
			t.Errorf("%.20s: got %d %s", id, status, body)
		}
	}
	if status, body := f.call("POST", "links", `{"player":"a\u0000b"}`); status != http.StatusNotFound || len(f.acts()) != 0 {
		t.Errorf("got %d %s and %+v in the log, want no act", status, body, f.acts())
	}
}

// A note is one line: a terminal shows it, and Postgres stores no zero byte.
func TestDoorCodes_Note(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, note := range []string{`a\u0000b`, `a\nb`, `\u001b[31m`, strings.Repeat("x", 101)} {
		if status, body := f.call("POST", "door-codes", `{"uses":1,"note":"`+note+`"}`); status != http.StatusUnprocessableEntity || !strings.Contains(body, "a note is one line") {
			t.Errorf("%s: got %d %s", note, status, body)
		}
	}
	long := strings.Repeat("ü", 100)
	f.call("POST", "door-codes", `{"uses":1,"note":"`+long+`"}`)
	expect.Equal(t, f.doors.codes[0].Note, long, "a note of 100 characters")
}

// Lists without rows are lists in JSON, too.
func TestLists_Empty(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, path := range []string{"people?name=nobody", "log", "bans", "tables?title=none", "door-codes"} {
		expect.Contains(t, expect.Second(f.call("GET", path, "")), `"list":[]`, path)
	}
}
