package notify

import "testing"

func TestEnumerate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		language string
		names    []string
		want     string
	}{
		{"en", nil, ""},
		{"en", []string{"Ada"}, "Ada"},
		{"en", []string{"Ada", "Ben", "Inés"}, "Ada, Ben and Inés"},
		{"es", []string{"Inés", "Ada"}, "Inés y Ada"},
		{"es", []string{"Ada", "Ben", "Inés"}, "Ada, Ben e Inés"},
		{"es", []string{"Ada", "íñigo"}, "Ada e íñigo"},
		{"es", []string{"Ada", "Hilda"}, "Ada e Hilda"},
		{"es", []string{"Ada", "Hielo"}, "Ada y Hielo"},
		{"es", []string{"Ada", "Hugo"}, "Ada y Hugo"},
		{"it", []string{"Ada", "Ines"}, "Ada e Ines"},
		{"fr", []string{"Ada", "Inès"}, "Ada et Inès"},
	} {
		if got := enumerate(c.language, c.names); got != c.want {
			t.Errorf("%s, %q: got %q, want %q", c.language, c.names, got, c.want)
		}
	}
}
