package player

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"nemeton/server/apperr"
	"nemeton/server/confusable"
)

// MaxName is the maximum length of a name, in characters (code points, composed).
const MaxName = 32

// objectReplacement is the character that stands for an embedded object.
const objectReplacement = '\ufffc'

// maxMarks is the maximum number of accents on one letter; more would overlap the lines above.
const maxMarks = 4

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

// CheckName returns the name as it is stored: composed (NFC), without outer spaces and with single inner ones. It fails with bad_name for
// an empty or long name, invalid UTF-8, and invisible or bidirectional control characters. It also fails for oversized characters, an accent
// without a letter before it, and a word that mixes scripts. Only new names are checked: a name stored by an older program stays.
func CheckName(name string) (string, error) {
	bad := func(why string) (string, error) { return "", apperr.New(apperr.BadName, why) }
	if len(name) > 16*MaxName || !utf8.ValidString(name) {
		return bad("a name has 1 to 32 characters")
	}
	name = norm.NFC.String(strings.Trim(name, " "))
	for strings.Contains(name, "  ") {
		name = strings.ReplaceAll(name, "  ", " ")
	}
	if n := utf8.RuneCountInString(name); n < 1 || n > MaxName {
		return bad("a name has 1 to 32 characters")
	}
	seen, marks, last := false, 0, ' '
	for _, r := range name {
		// IsPrint excludes control characters, format characters (bidirectional ones, too), private and unassigned ones, and every
		// space except the plain one.
		if !unicode.IsPrint(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) {
			return bad("a name has visible characters only")
		}
		if r == utf8.RuneError || r == objectReplacement { // also the result of decoding invalid text
			return bad("a name has no replacement characters")
		}
		if unicode.Is(oversized, r) {
			return bad("a name has characters of the usual size")
		}
		if unicode.IsMark(r) && last == ' ' {
			return bad("an accent in a name follows its letter")
		}
		last = r
		if unicode.IsMark(r) {
			marks++
		} else {
			marks = 0
			seen = seen || r != ' ' && r != '\u2800' // the empty Braille pattern counts as a symbol, but is invisible
		}
		if marks > maxMarks {
			return bad("a name has at most four accents on a letter")
		}
	}
	if confusable.Mixed(name) {
		return bad("a word of a name has letters of one script")
	}
	if !seen {
		return bad("a name has at least one visible character")
	}
	return name, nil
}
