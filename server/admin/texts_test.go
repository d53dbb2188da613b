package admin_test

import (
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"nemeton/server/admin"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/texts"
)

// in asks for a page in the languages of a browser.
func (b browser) in(languages, path string) (int, string) {
	b.t.Helper()
	return b.text(b.send(request{"GET", path, "", map[string]string{"Cookie": b.cookie, "Accept-Language": languages}}))
}

// The pages follow the language of the browser.
func TestPages_Language(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.signIn()
	for languages, want := range map[string]string{
		"": "en", "xx": "en", "*": "en", "nl": "nl", "nl-BE,nl;q=0.9,en;q=0.8": "nl", "en-GB,en;q=0.9,nl;q=0.8": "en", "xx,nl;q=0.5": "nl", "en;q=0.2, NL;q=0.7": "nl",
		"nl;q=0,en;q=0.1": "en", "nl;q=x": "en", ";;,=": "en",
	} {
		expect.Contains(t, expect.Second(b.in(languages, "/admin/")), `<html lang="`+want+`">`, languages)
	}
	f.must(f.store.Ban(t.Context(), store.Ban{Range: netip.MustParsePrefix("192.0.2.0/24"), By: "ada", CreatedAt: now}, store.Act{ID: uuid.NewString(), At: now, By: "ada", Via: "page", Kind: store.ActBan, Subject: "192.0.2.0/24", Outcome: store.ActDone}))
	for path, wants := range map[string][]string{
		"/admin/":                               {"Overzicht · Nemeton-beheer", "2 verbindingen", "gestart", "vanaf de tweede dag bekend", "is nog niet uitgevoerd"},
		"/admin/tables":                         {"is aan zet", "besloten", "bezig", "Tonen"},
		"/admin/tables/" + string(f.running.ID): {"Deze tafel sluiten", "Reden, voor het logboek"},
		"/admin/people":                         {"1 uur geleden", "1 apparaat ", "Zoeken"},
		"/admin/limits":                         {"3 keer", "blokkeren"},
		"/admin/bans":                           {"tot opheffing", "De blokkade van 192.0.2.0/24 opheffen", "door ada"},
		"/admin/log":                            {"Blokkeerde", "gelukt", "pagina"},
		"/admin/people?name=x":                  {"Niemand past hierbij"},
		"/admin/bans?done=lifted":               {"De blokkade is opgeheven."},
		"/admin/tables?state=secret":            {"De status moet open, bezig of afgelopen zijn."},
		"/admin/tables/" + uuid.NewString():     {"Zo’n tafel is er niet."},
	} {
		_, page := b.in("nl", path)
		for _, want := range wants {
			expect.Contains(t, page, want, path, "in Dutch lacks")
		}
	}
	if _, page := b.in("fr", "/admin/"); !regexp.MustCompile(`\d,\d [KMG]o<`).MatchString(page) {
		t.Errorf("no size in French units: %s", page)
	}
	if _, page := f.text(f.send(request{"GET", "/admin/", "", map[string]string{"Accept-Language": "nl"}})); !strings.Contains(page, "Inloggen") {
		t.Errorf("the page that asks for the key: %s", page)
	}
	if _, page := b.post("/admin/bans", url.Values{"address": {"127.0.0.1"}, "for": {"1h"}}, map[string]string{"Accept-Language": "nl"}); !strings.Contains(page, "Vink het vakje aan") {
		t.Errorf("a protected range: %s", page)
	}
}

// Each key that the pages use exists and is used. The test of package texts compares the languages.
func TestCatalog(t *testing.T) {
	t.Parallel()
	english := texts.Admin(texts.Default)
	source := ownSources(t)
	for _, prefix := range []string{"state.", "act.", "via.", "ended.", "for.", "done.", "problem.", "to.", "visibility."} {
		source = strings.ReplaceAll(source, `"`+prefix+`"`, "")
	}
	for _, key := range english.Keys() {
		family, _, _ := strings.Cut(key, ".")
		if !strings.Contains(source, `"`+key+`"`) && !slices.Contains([]string{"state", "act", "via", "ended", "for", "done", "problem", "refusal", "to", "visibility"}, family) {
			t.Errorf("nothing uses the text %q", key)
		}
	}
	for _, v := range []store.Visibility{store.Public, store.ForFriends, store.Private} {
		if !english.Has("visibility." + string(v)) {
			t.Errorf("no text names the visibility %q", v)
		}
	}
	for _, via := range []string{"page", "command", "database"} {
		if !english.Has("via." + via) {
			t.Errorf("no text names the way %q", via)
		}
	}
	// Keys are the first argument of these methods.
	uses := regexp.MustCompile(`\.(?:Say|Rich|Count|count)[( ]"([a-z_.]+)"`).FindAllStringSubmatch(source, -1)
	if len(uses) < 90 {
		t.Errorf("got %d uses of texts, want at least 90", len(uses))
	}
	for _, use := range uses {
		if !english.Has(use[1]) {
			t.Errorf("the text %q does not exist", use[1])
		}
	}
}

// Each message of a refusal in this package, or of an error of the store, has a translation.
func TestProblems_Translated(t *testing.T) {
	t.Parallel()
	found := regexp.MustCompile(`apperr\.(?:New|Wrap)\((?:err, )?apperr\.[A-Za-z]+, "([^"]+)"\)`).FindAllStringSubmatch(ownSources(t), -1)
	if len(found) < 15 {
		t.Fatalf("got %d messages, want at least 15", len(found))
	}
	raw := must.Return(os.ReadFile("../apperr/apperr.go"))(t)
	own := regexp.MustCompile(`(?:store\.Err[A-Za-z]+|Wrap\(err), [A-Za-z]+, "([^"]+)"`).FindAllStringSubmatch(string(raw), -1)
	if len(own) < 8 {
		t.Fatalf("got %d messages of apperr, want at least 8", len(own))
	}
	for _, m := range append(found, own...) {
		if admin.Refusals()[m[1]] == "" {
			t.Errorf("%q has no translation", m[1])
		}
	}
}

// ownSources are the Go files and the templates of the package.
func ownSources(t *testing.T) string {
	t.Helper()
	names := must.Return(filepath.Glob("*.go"))(t)
	templates := must.Return(filepath.Glob("pages/*.html"))(t)
	var all strings.Builder
	for _, name := range append(names, templates...) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		raw := must.Return(os.ReadFile(name))(t)
		all.Write(raw)
	}
	return all.String()
}

// Nothing that strangers choose becomes markup, an attribute or the address of a link.
func TestPages_StoredMarkup(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.signIn()
	const evil = `"><script>alert(1)</script><a href='javascript:x' onload="y">\u202e&lt;`
	person := store.Player{ID: store.PlayerID(`"><script>` + uuid.NewString()), Name: evil, CreatedAt: now}
	f.must(f.store.CreatePlayer(t.Context(), person, store.Session{ID: uuid.NewString(), TokenHash: [32]byte{9}, SeenAt: now}))
	row := f.open
	row.ID, row.Invite, row.Title, row.Host = store.TableID(uuid.NewString()), "another", evil, person.ID
	row.Seats = []store.Seat{{Color: "red", Player: person.ID}, {Color: "blue", Bot: evil}}
	f.must(f.store.CreateTable(t.Context(), row, ""))
	f.must(f.store.Ban(t.Context(), store.Ban{Range: netip.MustParsePrefix("192.0.2.0/24"), Reason: evil, By: evil, CreatedAt: now}, store.Act{ID: uuid.NewString(), At: now, By: evil, Via: evil, Kind: store.ActClose, Subject: evil, Reason: evil, Outcome: evil}))
	f.must(f.store.SetNote(t.Context(), store.Note{Kind: store.NoteNode, Name: "m", At: now, Value: `{"id":"m","name":"\u003cscript>","version":"\u003cscript>","limits":[{"limit":"\u003cscript>","by":[{"key":"\u003cscript>\""}]}]}`}))
	query := url.QueryEscape(evil)
	for _, path := range []string{"/admin/", "/admin/tables", "/admin/tables?player=" + query, "/admin/tables/" + string(row.ID), "/admin/people", "/admin/people?name=" + query, "/admin/limits", "/admin/bans?address=" + query, "/admin/log", "/admin/?done=" + query} {
		status, page := b.get(path)
		bare := regexp.MustCompile(`(?i)(?:href|action)="(?:[^/#d]|//)[^"]*"`).FindString(page)
		values := regexp.MustCompile(`"[^"]*"`).ReplaceAllString(page, "")
		bare += regexp.MustCompile(`(?i)<script|<[a-z]+[^>]*\son[a-z]+=|<a href='`).FindString(values)
		if status != http.StatusOK || bare != "" {
			t.Errorf("%s: got %d and %q", path, status, bare)
		}
	}
	expect.Contains(t, expect.Second(b.get("/admin/log")), "&lt;script&gt;alert(1)", "the log does not show the text")
}

// A key counts in the body of the form and in the header alone: never in an address, which logs and histories keep.
func TestAttack_KeyInAddress(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	form := map[string]string{"Content-Type": "application/x-www-form-urlencoded"}
	for what, q := range map[string]request{
		"a page":         {"GET", "/admin/?key=" + key, "", nil},
		"the form":       {"POST", "/admin/sign-in?key=" + key, "", form},
		"a call":         {"GET", "/admin/api/status?key=" + key + "&access_token=" + key, "", nil},
		"user of a URL":  {"GET", "/admin/api/status", "", map[string]string{"Authorization": "Basic b3BlcmF0b3I6" + key}},
		"a GET sign-in":  {"GET", "/admin/sign-in?key=" + key, "", nil},
		"another cookie": {"GET", "/admin/", "", map[string]string{"Cookie": "nemeton_admin=" + key}},
	} {
		if status, body := f.text(f.send(q)); status == http.StatusOK || status == http.StatusSeeOther || strings.Contains(body, key) {
			t.Errorf("%s: got %d %s", what, status, body)
		}
	}
	b := f.signIn()
	for _, path := range []string{"/admin/", "/admin/tables", "/admin/bans", "/admin/log"} {
		if _, page := b.get(path); strings.Contains(page, key) || regexp.MustCompile(`(?:href|action)="[^"]*`+regexp.QuoteMeta(b.token)).MatchString(page) {
			t.Errorf("%s shows the key, or has the token in an address", path)
		}
	}
}

// Wrong keys in the form are limited like those of the API, and the page says so with a time to wait.
func TestAttack_WrongKeysInForm(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	send := func(given string) (int, string, string) {
		r := f.send(request{"POST", "/admin/sign-in", url.Values{"key": {given}}.Encode(), map[string]string{"Content-Type": "application/x-www-form-urlencoded", "Accept-Language": "nl"}})
		return r.Code, r.Body.String(), r.Header().Get("Retry-After")
	}
	for range 4 {
		if status, page, _ := send("wrong-wrong-wrong-wrong"); status != http.StatusUnauthorized || !strings.Contains(page, "Deze sleutel is niet geldig.") {
			t.Fatalf("a wrong key: got %d %s", status, page)
		}
	}
	if status, page, wait := send(key); status != http.StatusTooManyRequests || wait == "" || !strings.Contains(page, "Te veel verkeerde sleutels") {
		t.Errorf("the right key after them: got %d, Retry-After %q, %s", status, wait, page)
	}
	f.now = f.now.Add(time.Hour)
	f.signIn()
}

// A new sign-in and a sign-out end the session of the cookie, so that a copy of the old cookie is of no use.
func TestAttack_OldCookie(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.signIn()
	r := f.send(request{"POST", "/admin/sign-in", url.Values{"key": {key}}.Encode(), map[string]string{"Content-Type": "application/x-www-form-urlencoded", "Cookie": b.cookie}})
	c, err := http.ParseSetCookie(r.Header().Get("Set-Cookie"))
	if err != nil || c.Name+"="+c.Value == b.cookie {
		t.Fatalf("got %v and %v, want a new cookie", err, c)
	}
	expect.Equal(t, expect.First(b.get("/admin/")), http.StatusUnauthorized, "the cookie from before")
	second := f.signIn()
	expect.Equal(t, expect.First(second.post("/admin/sign-out", url.Values{}, nil)), http.StatusSeeOther, "sign-out")
	expect.Equal(t, expect.First(second.get("/admin/")), http.StatusUnauthorized, "after the sign-out")
}
