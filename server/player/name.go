package player

import (
	"unicode"

	"nemeton/server/apperr"
	"nemeton/server/lookalike"
	"nemeton/server/typed"
)

// MaxName is the maximum length of a name, in visible characters.
const MaxName = 32

// oversized holds characters that are drawn several times as wide as a letter, or around their neighbors. They would cover the rest of a line. The
// list follows the usual fonts; Unicode has no property for it.
var oversized = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0488, 0x0489, 1}, // Cyrillic marks around a letter
		{0x0bf5, 0x0bfa, 1}, // Tamil signs of years, debits and accounts
		{0x1abe, 0x1abe, 1}, // parentheses around a letter
		{0x20dd, 0x20e2, 1}, // circles, squares and screens around a letter; U+20E3 is part of keycap emoji
		{0x20e4, 0x20e4, 1}, // a triangle around a letter
		{0x27f5, 0x27ff, 1}, // long arrows
		{0x2a74, 0x2a76, 1}, // several equals signs in one character
		{0x2e3a, 0x2e3b, 1}, // dashes of two and three ems
		{0xa670, 0xa672, 1}, // Cyrillic marks around a letter
		{0xa9c5, 0xa9c5, 1}, // a Javanese mark of letters and poems
		{0xfd40, 0xfd4f, 1}, // Arabic phrases in one character
		{0xfdcf, 0xfdcf, 1},
		{0xfdfa, 0xfdfb, 1},
		{0xfdfd, 0xfdff, 1}, // U+FDFD is a whole sentence
	},
	R32: []unicode.Range32{
		{0x11fff, 0x11fff, 1}, // the Tamil end of a text
		{0x12000, 0x1254f, 1}, // cuneiform, with numbers such as U+1242B
	},
}

// CheckName returns the name as it is stored, see typed.Line. It fails with bad_name and the fault as its reason: those of typed.Line, oversized characters, an accent
// without a letter before it, and a word that mixes scripts. Only new names are checked: a name stored by an older program stays.
func CheckName(name string) (string, error) {
	name, _, fault := typed.Line(name, MaxName)
	if fault == "" {
		fault = nameFault(name)
	}
	switch fault {
	case "":
		return name, nil
	case typed.Long, typed.Empty:
		return "", apperr.New(apperr.BadName, "a name has 1 to 32 visible characters").Because(string(fault))
	default:
		return "", apperr.New(apperr.BadName, fault.Sentence("a name")).Because(string(fault))
	}
}

func nameFault(line string) typed.Fault {
	last := ' '
	for _, r := range line {
		switch {
		case unicode.Is(oversized, r):
			return typed.Size
		case unicode.IsMark(r) && last == ' ':
			return typed.Stray
		}
		last = r
	}
	if lookalike.Mixed(line) {
		return typed.Scripts
	}
	return ""
}
