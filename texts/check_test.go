package texts

import (
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	const hut = "{seat, player} builds {n, plural, =0 {nothing} one {# hut} other {# huts}}."
	german, french := []string{"one", "other"}, []string{"many", "one", "other"}
	for _, c := range []struct {
		english, text string
		forms         []string
		fault         string // empty: it fits
	}{
		{"A hut", "Eine Hütte, '{'ja'}'", german, ""},
		{hut, "{n, plural, one {# Hütte} other {# Hütten}} für {seat, player}", german, ""},
		{hut, "{seat, player} {n, plural, =0 {rien} one {# hutte} many {# de huttes} other {# huttes}}", french, ""},
		{"{kind, select, hut {a hut} other {a {kind, word}}}", "{kind, select, temple {ein Tempel} other {{kind, word}}}", german, ""},
		{"{a}", "{a", german, "not closed"},
		{"{a}", "{a}}", german, "unexpected"},
		{"{a}", "{a} '{", german, "not closed"},
		{"{a}", "{a} {}", german, "no name"},
		{"{a}", "{a} {x, select, other {{}}}", german, "no name"},
		{"{a}", "kein Name", german, "lacks {a}"},
		{"{a}", "{a} {b}", german, "no {b}"},
		{"{a}", "{a, player}", german, "no {a, player}"},
		{"{a}", "{a, date, short}", german, "unknown format"},
		{hut, "{seat, player} {n, plural, one {# Hütte}}", german, "lacks the form other"},
		{hut, "{seat, player} {n, plural, other {# Hütten}}", german, "lacks the form one"},
		{hut, "{seat, player} {n, plural, one {# hutte} other {# huttes}}", french, "lacks the form many"},
		{hut, "{seat, player} {n, plural, one {a} few {b} other {c}}", german, `form "few"`},
		{hut, "{seat, player} {n, plural, =x {a} one {b} other {c}}", german, `form "=x"`},
		{hut, "{seat, player} {n, plural, offset:1 one {b} other {c}}", german, `form "offset:1 one"`},
		{"{kind, select, other {{kind}}}", "{kind, select, a b {c} other {{kind}}}", german, `form "a b"`},
	} {
		switch err := Check(c.english, c.text, c.forms); {
		case c.fault == "" && err != nil:
			t.Errorf("%s: got %v", c.text, err)
		case c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)):
			t.Errorf("%s: got %v, want %q", c.text, err, c.fault)
		}
	}
}
