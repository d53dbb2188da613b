package player_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"nemeton/server/apperr"
	"nemeton/server/player"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestCheckName(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ in, want string }{ // empty want: refused
		"plain":                         {"Ada", "Ada"},
		"with spaces around":            {"  Ada  ", "Ada"},
		"with inner spaces":             {"Ada   Lovelace", "Ada Lovelace"},
		"of another script":             {"Ἀδα", "Ἀδα"},
		"decomposed":                    {"Zoe\u0308", "Zo\u00eb"},
		"of 32 characters":              {strings.Repeat("é", 32), strings.Repeat("é", 32)},
		"of 32 decomposed":              {strings.Repeat("e\u0301", 32), strings.Repeat("é", 32)},
		"with an emoji":                 {"Ada 🎲", "Ada 🎲"},
		"empty":                         {"", ""},
		"of spaces":                     {"   ", ""},
		"of 33 characters":              {strings.Repeat("é", 33), ""},
		"endless":                       {strings.Repeat("x", 1<<20), ""},
		"with a line break":             {"A\nda", ""},
		"with a null":                   {"A\x00da", ""},
		"with a bidirectional override": {"A\u202eda", ""},
		"with an isolate":               {"A\u2066da", ""},
		"with a zero-width space":       {"A\u200bda", ""},
		"with a soft hyphen":            {"A\u00adda", ""},
		"with a byte order mark":        {"\ufeffAda", ""},
		"with a wide space":             {"A\u3000da", "A da"},
		"with a no-break space":         {"A\u00a0da", "A da"},
		"with a line separator":         {"A\u2028da", ""},
		"of an invisible letter":        {"\u3164", ""},
		"of an empty Braille pattern":   {"\u2800", ""},
		"of a lone accent":              {"\u0301", ""},
		"with stacked accents":          {"a" + strings.Repeat("\u0316", 9), ""},
		"for private use":               {"\ue000", ""},
		"with a tag":                    {"A\U000e0041", ""},
		"with a Cyrillic letter in it":  {"Аda", ""},
		"of words in two scripts":       {"Ада Smith", "Ада Smith"},
		"not in UTF-8":                  {"A\xffda", ""},
		"decoded from invalid text":     {"A\ufffdda", ""},
		"with an embedded object":       {"A\ufffcda", ""},
		"that begins with an accent":    {"\u0301Ada", ""},
		"with an accent after a space":  {"Ada \u0308Lovelace", ""},
		"that begins with a vowel sign": {"\u093fक", ""},
		"with a variation selector":     {"\ufe0fAda", ""},
		"of a sentence in a character":  {"\ufdfd", ""},
		"with a phrase in a character":  {"Ada \ufdfa", ""},
		"with a cuneiform number":       {"Ada\U0001242b", ""},
		"with a long dash":              {"Ada\u2e3b", ""},
		"with a wide Javanese mark":     {"Ada\ua9c5", ""},
		"with a circle around a letter": {"a\u20ddda", ""},
		"with a mark around a letter":   {"а\u0489", ""},
		"in Arabic":                     {"عبد الله", "عبد الله"},
		"in Hindi":                      {"कृष्णा", "कृष्णा"},
		"in Thai":                       {"สมชาย", "สมชาย"},
		"with a keycap":                 {"Ada 1\ufe0f\u20e3", "Ada 1\ufe0f\u20e3"},
		"with a heart":                  {"Ada ❤\ufe0f", "Ada ❤\ufe0f"},
		"with a Persian non-joiner":     {"علی\u200cرضا", "علی\u200cرضا"},
		"with a Sinhala joiner":         {"ශ්\u200dරී", "ශ්\u200dරී"},
		"with a joiner without meaning": {"A\u200dda", "Ada"},
		"with a family":                 {"Ada 👨\u200d👩\u200d👧", "Ada 👨\u200d👩\u200d👧"},
		"of 32 clusters in Devanagari":  {strings.Repeat("क्षि", 32), strings.Repeat("क्षि", 32)},
		"of 33 clusters in Devanagari":  {strings.Repeat("क्षि", 33), ""},
	} {
		t.Run("a name "+name, func(t *testing.T) {
			t.Parallel()
			got, err := player.CheckName(c.in)
			if got != c.want || (c.want == "") != (apperr.CodeOf(err) == apperr.BadName) {
				t.Errorf("got %q and %v, want %q", got, err, c.want)
			}
		})
	}
}

// A refusal names its true reason.
func TestCheckName_Reasons(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"\u00a0": "empty", strings.Repeat("x", 33): "long", "A\nda": "control", "A\u202eda": "direction", "A\u200bda": "invisible", "A\ue000": "private",
		"A\u0378": "unknown", "z\u0316\u0316\u0316\u0316\u0316": "accents", "क" + strings.Repeat("\u094dक", 8): "cluster", "Аda": "scripts", "\ufdfd": "size",
		"\u0301Ada": "stray", "A\ufffd": "broken",
	} {
		_, err := player.CheckName(name)
		if e := apperr.Of(err); e == nil || e.Code != apperr.BadName || e.Reason != want || e.Message == "" {
			t.Errorf("%+q: got %+v, want the reason %s", name, e, want)
		}
	}
}

func FuzzCheckName(f *testing.F) {
	for _, name := range []string{"Ada", "A\u202eda", "a\u0316\u0316", "\u3164", "Zoe\u0308  X", "\xff", "Аdа", "\u0301a", "a \u0308", "\ufdfd", "\U0001242b", "\ufffd"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		kept, err := player.CheckName(name)
		if err != nil {
			return
		}
		if first, _ := utf8.DecodeRuneInString(kept); !utf8.ValidString(kept) || unicode.IsMark(first) || strings.ContainsAny(kept, "\ufdfd\U0001242b\ufffd") {
			t.Fatalf("%q is stored as %q", name, kept)
		}
		expect.Equal(t, must.Return(player.CheckName(kept))(t), kept, name, "is stored as")
	})
}

// A name that an older program stored stays, although a new player could not choose it.
func TestCheckName_StoredNamesStay(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ctx := t.Context()
	const old = "\u0301\ufdfd"
	if _, err := player.CheckName(old); apperr.CodeOf(err) != apperr.BadName {
		t.Fatalf("got %v, want bad_name", err)
	}
	p, token := h.guest(t)
	must.Succeed(t, h.store.RenamePlayer(ctx, p.ID, old))
	expect.Equal(t, must.Return(h.Authenticate(ctx, token))(t).Player.Name, old, "the stored name")
	expect.Equal(t, apperr.CodeOf(expect.Second(h.Rename(ctx, p.ID, old))), apperr.BadName, "(bad_name for a new choice)")
}
