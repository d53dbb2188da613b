package hostname_test

import (
	"strings"
	"testing"

	"nemeton/server/hostname"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestASCII(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"games.example":                "games.example",
		"Games.EXAMPLE.":               "games.example",
		"nas":                          "nas",
		"my_nas.lan":                   "my_nas.lan",
		"spiele-würfel.example":        "xn--spiele-wrfel-klb.example",
		"SPIELE-WÜRFEL.example":        "xn--spiele-wrfel-klb.example",
		"spiele-wu\u0308rfel.example":  "xn--spiele-wrfel-klb.example", // decomposed
		"XN--Spiele-wrfel-KLB.example": "xn--spiele-wrfel-klb.example",
		"straße.example":               "xn--strae-oqa.example",
		"ゲーム。example":                  "xn--sckyeod.example",
		"игры.рф":                      "xn--c1ajz8b.xn--p1ai",
		"1２7.0.0.1":                    "127.0.0.1",
		"127.0.0.1":                    "127.0.0.1",
		"[2001:DB8::1]":                "2001:db8::1",
		"2001:db8::1":                  "2001:db8::1",
	} {
		expect.Equal(t, must.Return(hostname.ASCII(name))(t), want, name)
	}
	for _, bad := range []string{
		"", ".", "a..b", "a b", "a/b", "a@b", "a:80", "*", "*.example", "a\u200db.example", "ü..example", "a\nb", "ü b.example", "\u202eü.example", strings.Repeat("x", 64) + ".example",
		strings.Repeat("x.", 130) + "example", strings.Repeat("ü", 80) + ".example", "a\u0000b", "ü/x.example",
		"ü" + strings.Repeat("\u00ad", 1000) + ".example", // soft hyphens, which vanish
	} {
		expect.Failure(t, expect.Second(hostname.ASCII(bad)), bad)
	}
}
