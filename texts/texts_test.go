package texts

import (
	"slices"
	"testing"

	"golang.org/x/text/language"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestSay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		language, text, want string
		values               []any
	}{
		{"en", "{n, plural, =0 {none} one {# game of {name}} other {# games}}.", "1 game of Ada.", []any{"n", 1, "name", "Ada"}},
		{"en", "{n, plural, =0 {none} one {# game} other {# games}}", "none", []any{"n", 0}},
		{"en", "{n, plural, one {# game} other {# games}}", "0 games", []any{"n", 0}},
		{"fr", "{n, plural, one {# jeu} many {# de jeux} other {# jeux}}", "0 jeu", []any{"n", 0}},
		{"en", "{n, plural, one {a} other {b}}", "b", []any{"n", "many"}},
		{"en", "{kind, select, hut {a hut} other {{kind}}}", "a hut", []any{"kind", "hut"}},
		{"en", "{kind, select, hut {a hut} other {the {kind}}}", "the temple", []any{"kind", "temple"}},
		{"en", "it''s '{'#'}' {missing}#", "it's {#} #", nil},
		{"en", "{name}", "{n} ''", []any{"name", "{n} ''"}},
	} {
		m := must.Return(parse(c.text))(t, c.text)
		catalog := &Catalog{language.Make(c.language), map[string]message{"key": m}}
		expect.Equal(t, catalog.Say("key", c.values...), c.want, c.text, "with", c.values)
	}
	expect.Equal(t, Server(Default).Say("no.such.key"), "no.such.key", "a key without a text")
}

func TestParse_Refuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"{", "{n", "}", "{n, plural, one {a}}", "{n, plural, one {a} other {b}", "{n, plural, one", "{n, number}"} {
		expect.Failure(t, expect.Second(parse(text)), text)
	}
}

// Each language has the texts of English. The tests of the client compare their placeholders and forms.
func TestLanguages(t *testing.T) {
	t.Parallel()
	if !Known(Default) || !Known("nl") || Known("xx") {
		t.Error("the list of languages is not that of languages.json")
	}
	for code := range catalogs() {
		if !slices.Equal(Server(code).Keys(), Server(Default).Keys()) || !slices.Equal(Admin(code).Keys(), Admin(Default).Keys()) {
			t.Errorf("%s has other keys than %s", code, Default)
		}
	}
}

func TestPreferred(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"": "en", "xx": "en", "*": "en", "nl-BE,nl;q=0.9,en;q=0.8": "nl", "en-GB,nl;q=0.8": "en", "xx,nl;q=0.5": "nl", "en;q=0.2, NL;q=0.7": "nl", "nl;q=0,en;q=0.1": "en", "nl;q=x": "en",
	} {
		expect.Equal(t, Preferred(header), want, header)
	}
}
