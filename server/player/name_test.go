package player_test

import (
	"strings"
	"testing"

	"nemeton/server/apperr"
	"nemeton/server/player"
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
		"with a wide space":             {"A\u3000da", ""},
		"with a no-break space":         {"A\u00a0da", ""},
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

func FuzzCheckName(f *testing.F) {
	for _, name := range []string{"Ada", "A\u202eda", "a\u0316\u0316", "\u3164", "Zoe\u0308  X", "\xff", "Аdа"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		kept, err := player.CheckName(name)
		if err != nil {
			return
		}
		if again, err := player.CheckName(kept); err != nil || again != kept {
			t.Fatalf("%q is stored as %q, and that as %q, %v", name, kept, again, err)
		}
	})
}
