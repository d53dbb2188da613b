package admin_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"nemeton/server/admin"
	"nemeton/server/store"
	"nemeton/testkit/expect"
)

func (f *fixture) suggest(id, language, key, text string) {
	f.t.Helper()
	f.must(f.store.AddSuggestion(f.t.Context(), store.Suggestion{ID: id, Language: language, File: "client", Key: key, Text: text, CreatedAt: now}))
}

// The operator sees suggestions with the present and the English text, as text, and closes them.
func TestSuggestions(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.suggest("s1", "de", "app.close", "Zumachen <b>")
	f.suggest("s2", "de", "gone.key", "Neu")
	f.suggest("s3", "en", "app.close", "Shut")
	status, body := f.call("GET", "texts", "")
	var list admin.List[admin.Suggestion]
	if err := json.Unmarshal([]byte(body), &list); err != nil || status != http.StatusOK || len(list.List) != 3 {
		t.Fatalf("got %d %s", status, body)
	}
	expect.Equal(t, list.List[0], (admin.Suggestion{"s1", now, "de", "client", "app.close", "Zumachen <b>", "Schließen", "Close"}))
	if got := list.List[1]; got.Own != "" || got.English != "" {
		t.Errorf("a key that the program lacks: got %+v", got)
	}
	expect.Equal(t, expect.First(f.text(f.send(request{"POST", "/admin/api/texts/s1/dismiss", `{}`, nil}))), http.StatusUnauthorized, "without a key")
	b := f.signIn()
	_, page := b.get("/admin/texts")
	for _, part := range []string{"Zumachen &lt;b&gt;", "Schließen", "Close", "de client app.close", "This program has no such text."} {
		expect.Contains(t, page, part, "the page")
	}
	if strings.Contains(page, "<b>") {
		t.Errorf("the page has markup of a reader: %s", page)
	}
	if status, body := f.call("POST", "texts/s1/dismiss", `{"reason":"no better"}`); status != http.StatusOK {
		t.Fatalf("got %d %s", status, body)
	}
	if status, body := f.call("POST", "texts/s1/dismiss", `{}`); status != http.StatusNotFound {
		t.Errorf("a closed one: got %d %s", status, body)
	}
	expect.Equal(t, expect.First(b.post("/admin/texts/s2", url.Values{"token": {"wrong"}}, nil)), http.StatusForbidden, "a foreign form")
	if status, to := b.post("/admin/texts/s2", url.Values{}, nil); status != http.StatusSeeOther || to != "/admin/texts?done=suggestion" {
		t.Errorf("got %d to %s", status, to)
	}
	if _, page := b.get("/admin/texts?done=suggestion"); !strings.Contains(page, "Shut") || strings.Contains(page, "Zumachen") || !strings.Contains(page, "The suggestion is closed.") {
		t.Errorf("got the page %s", page)
	}
	if acts := f.acts(); len(acts) != 2 || acts[1].Kind != store.ActText || acts[1].Subject != "s1" || acts[1].Reason != "no better" || acts[1].Outcome != store.ActDone {
		t.Errorf("got the acts %+v", acts)
	}
}
