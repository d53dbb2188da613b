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

// maxMarks is the maximum number of accents on one letter; more would overlap the lines above.
const maxMarks = 4

// CheckName returns the name as it is stored: composed (NFC), without outer spaces and with single inner ones. It fails with
// bad_name for an empty or long name, invisible or bidirectional control characters, and a word that mixes scripts.
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
	seen, marks := false, 0
	for _, r := range name {
		// IsPrint excludes control characters, format characters (bidirectional ones, too), private and unassigned ones, and every
		// space except the plain one.
		if !unicode.IsPrint(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) {
			return bad("a name has visible characters only")
		}
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
