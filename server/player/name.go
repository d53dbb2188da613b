package player

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"nemeton/server/apperr"
	"nemeton/server/confusable"
)

// MaxName is the longest name, in characters (code points, composed).
const MaxName = 32

// maxMarks is how many accents may stand on one letter; more climb into the lines above.
const maxMarks = 4

// CheckName gives the name as it is kept: composed (NFC), without spaces at its ends, with single ones inside. Errors: bad_name for
// an empty or long name, for one with characters that cannot be seen or that turn the text around, and for a word that mixes scripts to look like another.
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
		// IsPrint leaves out control, format (bidirectional ones, too), private and unassigned characters, and
		// every space but the plain one.
		if !unicode.IsPrint(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) {
			return bad("a name has only characters that can be seen")
		}
		if unicode.IsMark(r) {
			marks++
		} else {
			marks = 0
			seen = seen || r != ' ' && r != '\u2800' // the empty Braille pattern counts as a symbol
		}
		if marks > maxMarks {
			return bad("a name has at most four accents on a letter")
		}
	}
	if confusable.Mixed(name) {
		return bad("a word has letters of one script")
	}
	if !seen {
		return bad("a name has at least one character that can be seen")
	}
	return name, nil
}
