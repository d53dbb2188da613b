package httpapi_test

import (
	"fmt"
	"strings"
	"testing"

	"nemeton/server/door"
	"nemeton/server/limit"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// suggestions are the texts of the open suggestions.
func (h *fixture) suggestions() (all []string) {
	h.t.Helper()
	list := must.Return(h.store.Suggestions(h.t.Context()))(h.t)
	for _, s := range list {
		all = append(all, strings.Join([]string{s.Language, s.File, s.Key, s.Text}, " "))
	}
	return all
}

// Anybody suggests a better text, also behind a closed door. The same suggestion counts once.
func TestSuggestions(t *testing.T) {
	t.Parallel()
	h := newFixtureBehind(t, door.Invite)
	const close = "/texts/de/client/app.close"
	var text struct{ Text, English string }
	h.nobody().call("GET", close, nil).want(200, "").into(&text)
	if text.Text != "Schließen" || text.English != "Close" {
		t.Errorf("got %+v", text)
	}
	for _, unknown := range []string{"/texts/xx/client/app.close", "/texts/de/nogame/about", "/texts/de/client/no.key", "/texts/de/..%2Fde%2Fclient/app.close"} {
		h.nobody().call("GET", unknown, nil).want(404, "unknown_text")
		h.nobody().call("POST", unknown+"/suggestions", map[string]any{"text": "Zumachen"}).want(404, "unknown_text")
	}
	suggest := func(text string) answer {
		t.Helper()
		return h.nobody().call("POST", close+"/suggestions", map[string]any{"text": text})
	}
	for text, code := range map[string]string{
		strings.Repeat("ä", 501): "too_long", " ": "bad_text", "a\nb": "bad_text", "a\u202eb": "bad_text",
	} {
		suggest(text).want(422, code)
	}
	suggest(" Schließen ").want(409, "no_change")
	suggest("Zumachen").want(204, "")
	suggest("  Zumachen ").want(204, "")
	suggest("{n, plural, broken").want(204, "") // the patch checks it
	h.nobody().call("POST", "/texts/de/meduris/about/suggestions", map[string]any{"text": "Ein Spiel."}).want(204, "")
	h.nobody().call("POST", close+"/suggestions", map[string]any{}).want(422, "invalid")
	want := []string{"de client app.close Zumachen", "de client app.close {n, plural, broken", "de meduris about Ein Spiel."}
	expect.Slice(t, h.suggestions(), want)
	for n := range store.MaxSuggestionsOfKey - 2 {
		suggest(fmt.Sprint("Vorschlag ", n)).want(204, "")
	}
	suggest("einer zu viel").want(409, "too_many_suggestions")
	suggest("Zumachen").want(204, "")
}

// An address suggests a limited number of texts, with or without an account.
func TestSuggestions_Limit(t *testing.T) {
	t.Parallel()
	h := limitedFixture(t, limit.Limits{AddressSuggestions: 6})
	ada := h.guest("Ada")
	for n, who := range []person{h.nobody(), ada} {
		who.call("POST", "/texts/de/client/app.close/suggestions", map[string]any{"text": fmt.Sprint("Vorschlag ", n)}).want(204, "")
	}
	for _, who := range []person{h.nobody(), ada} {
		who.call("POST", "/texts/de/client/app.close/suggestions", map[string]any{"text": "noch einer"}).want(429, "too_fast")
	}
	expect.Equal(t, len(h.suggestions()), 2, "suggestions")
}
